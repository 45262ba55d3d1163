//go:build evercart_control

package postgres

const commitsFlush = false
