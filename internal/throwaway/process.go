package throwaway

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

const patience = 30 * time.Second // how long a server may take to answer, or to end

// unprivileged finds an account for servers that root may not run; nil = the present one will do.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, errors.New("no account to run PostgreSQL as: root may not")
}

// folder makes one that belongs to that account. It lies in the system's own folder of temporary files, since others are
// closed to it.
func (s *Postgres) folder(prefix string) (string, error) {
	dir, err := os.MkdirTemp("", prefix)
	if err != nil || s.who == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(s.who.Uid), int(s.who.Gid))
}

func (s *Postgres) as(c *exec.Cmd) {
	c.Dir = s.dir
	c.SysProcAttr = attributes(s.who)
}

// process is a server that ends with this one.
type process struct {
	cmd  *exec.Cmd
	log  string
	done chan struct{} // closed when it has ended
}

// run starts a command in a thread of its own: the kernel ends the command when that thread ends, that is, with us.
func run(c *exec.Cmd, log string) (*process, error) {
	f, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // the command has its own
	c.Stdout, c.Stderr = f, f
	p := &process{cmd: c, log: log, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer close(p.done)
		err := c.Start()
		started <- err
		if err == nil {
			_ = c.Wait()
		}
	}()
	return p, <-started
}

// until waits for a server to answer.
func (p *process) until(ready func() error) error {
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if err = ready(); err == nil {
			return nil
		}
		select {
		case <-p.done:
			said, _ := os.ReadFile(p.log)
			return fmt.Errorf("%s ended by itself: %s", p.cmd.Path, said)
		case <-time.After(50 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s does not answer: %w", p.cmd.Path, err)
}

func (p *process) end(with syscall.Signal) {
	_ = p.cmd.Process.Signal(with)
	select {
	case <-p.done:
	case <-time.After(patience):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}
