package throwaway

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

const tick = 10 * time.Millisecond // what /proc counts in

// CPU is the processor time that the server and all its connections have taken; 0 where the system does not tell (/proc).
func (s *Postgres) CPU() time.Duration {
	if s.main == nil {
		return 0
	}
	main := s.main.cmd.Process.Pid
	_, own, ended := stat(main)
	sum := own + ended
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if parent, own, _ := stat(pid); parent == main {
				sum += own
			}
		}
	}
	return sum
}

// stat reads a process's parent, its own time, and that of its children that have ended.
func stat(pid int) (parent int, own, ended time.Duration) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, 0
	}
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // from the third on: a name may hold blanks
	n := func(field int) (v int) {
		if i := field - 3; i < len(fields) {
			v, _ = strconv.Atoi(string(fields[i]))
		}
		return v
	}
	return n(4), time.Duration(n(14)+n(15)) * tick, time.Duration(n(16)+n(17)) * tick
}
