// Package bench measures a running server from outside: so many live sessions take turns over WebSocket, closed loop or with
// time to think, and what came of it is printed beside what the server's own database can do in the same run: one row in a
// transaction of its own. Times alone say little on a machine that others use too; the ratios do.
package bench
