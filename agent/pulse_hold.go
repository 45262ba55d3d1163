//go:build !evercart_control

package agent

// pulseHolds says that a node that may have been taken for dead asks whose its turn is. A control build has it false, so that what claims
// alone hold is seen there (docs/chaos.md).
const pulseHolds = true
