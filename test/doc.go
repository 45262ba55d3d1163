// Package test drives whole servers from outside: real processes, real sockets, kills. It uses no code of the server's
// inside, only what stands in the documented interface.
package test
