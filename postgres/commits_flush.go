//go:build !evercart_control

package postgres

// commitsFlush says that a commit is answered when it is on disk. A control build has it false: a check that finds nothing
// lost must find losses there (docs/chaos.md).
const commitsFlush = true
