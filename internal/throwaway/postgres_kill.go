package throwaway

import (
	"fmt"
	"syscall"
	"time"
)

// Kill ends the server's first process without a word, as the kernel does when memory is short. Its children notice and
// leave; nothing more is written.
func (s *Postgres) Kill() { s.main.end(syscall.SIGKILL) }

// Begin starts it after Kill. It refuses to while a child of the killed one is still there, so it is asked again.
func (s *Postgres) Begin() error {
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		if err = s.begin(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("after a kill: %w", err)
}
