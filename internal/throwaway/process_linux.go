package throwaway

import "syscall"

// attributes: an own account, and an end (an immediate shutdown) when this process ends in whatever way.
func attributes(who *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: who, Pdeathsig: syscall.SIGQUIT}
}
