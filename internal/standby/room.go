package standby

import "time"

// A server with a full disk still rewrites a row in its place, so that tells nothing: Room is a question for which it has to write a file of 16 MiB
// beside the tables, which goes with the question, and RoomFirst is what is set in the transaction before it. It leaves nothing in the log.
const (
	RoomFirst = `SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`
	Room      = `WITH room AS MATERIALIZED (SELECT repeat('x', 1 << 20) AS part FROM generate_series(1, 16)) SELECT sum(length(part)) FROM room`
)

// RoomFor is how long an answer counts: each costs the server some ten milliseconds.
const RoomFor = 10 * time.Second

// RoomBounded is the code of a server that is configured to write no such file, which says nothing of its disk.
const RoomBounded = "53400"
