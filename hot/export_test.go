package hot

var (
	GrownBy   = grownBy
	EventSize = eventSize
)
