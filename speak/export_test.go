package speak

// Languages gives the phrases of each language.
func Languages() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, v := range voices {
		out[v.t.tag] = v.t.phrases
	}
	return out
}
