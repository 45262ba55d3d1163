//go:build linux || darwin

package app

import "syscall"

// freeSpace is what a file in this folder may still take.
func freeSpace(path string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil //nolint:gosec // a block has a size
}
