package rules

// English is what becomes of words said in another language.
func English(tag, text string) string { return tongues()[tag].english(text, nil) }

// CuesTwice lists the phrases that stand under more than one letter, or twice under one.
func CuesTwice() []string {
	var out []string
	for _, list := range englishCues {
		seen := map[string]bool{}
		for _, p := range list {
			if seen[p.words] {
				out = append(out, p.words)
			}
			seen[p.words] = true
		}
	}
	return out
}
