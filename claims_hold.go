//go:build !evercart_control

package evercart

// claimsHold says that a claim keeps displaced writers out. A control build has it false: a check that finds nothing wrong
// must find something wrong there (docs/chaos.md).
const claimsHold = true
