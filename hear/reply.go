package hear

// Polarity is what a short answer comes to.
type Polarity int8

// The polarities.
const (
	Unclear Polarity = iota
	Yes
	No
)
