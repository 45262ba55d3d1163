package throwaway

import (
	"os"
	"os/exec"
	"syscall"
)

// Child is a program that a trial runs, stops where it stands and kills. It ends with this process, in whatever way that ends.
type Child struct{ main *process }

// Run starts a command; what it writes goes to the end of a file.
func Run(c *exec.Cmd, log string) (*Child, error) {
	c.SysProcAttr = attributes(nil)
	p, err := run(c, log)
	if err != nil {
		return nil, err
	}
	return &Child{p}, nil
}

// Done is closed when it has ended.
func (c *Child) Done() <-chan struct{} { return c.main.done }

// Kill ends it as a crash does, and waits for that; again = no change.
func (c *Child) Kill() { c.main.end(syscall.SIGKILL) }

// End asks it to end, and waits; what does not end in time is killed.
func (c *Child) End() { c.main.end(syscall.SIGTERM) }

// Freeze stops it where it stands: its connections stay open, nobody answers. Thaw lets it go on.
func (c *Child) Freeze() error { return c.main.cmd.Process.Signal(syscall.SIGSTOP) }

// Thaw ends Freeze.
func (c *Child) Thaw() error { return c.main.cmd.Process.Signal(syscall.SIGCONT) }

// Said is what it has written.
func (c *Child) Said() string {
	b, _ := os.ReadFile(c.main.log)
	return string(b)
}
