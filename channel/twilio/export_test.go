package twilio

// ReadFrame is for the fuzz target: what a frame is worth to the dispatch.
func ReadFrame(b []byte) (kind string, words, value string, whole bool, err error) {
	f, err := readFrame(b)
	return f.Type, f.Prompt.Reveal() + f.Until.Reveal(), f.value(), f.whole(), err
}
