package agent

// What the tests look at from inside.
var (
	Fit      = fit
	Tell     = tell
	MayClaim = mayClaim
)
