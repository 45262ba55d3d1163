package say

// Tags are the languages.
func Tags() []string { return []string{"en", "de", "es"} }

// Sentences are all sentences of a language.
func (l Language) Sentences() map[string]string { return l.sentences }
