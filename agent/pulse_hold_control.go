//go:build evercart_control

package agent

const pulseHolds = false
