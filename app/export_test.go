package app

// DiskCheck is the check of a data folder on whose disk so much is left.
func DiskCheck(data string, free uint64) func() error {
	d := watchedDisk(folder(data))
	d.free = func(string) (uint64, error) { return free, nil }
	return d.check
}
