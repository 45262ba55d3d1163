package rules

// English is what becomes of words said in another language.
func English(tag, text string) string { return tongues()[tag].english(text, nil) }
