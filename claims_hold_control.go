//go:build evercart_control

package evercart

const claimsHold = false
