package app

import "github.com/evercart/evercart"

// DiskCheck is the check of a data folder on whose disk so much is left.
func DiskCheck(data string, free uint64) func() error {
	d := watchedDisk(folder(data))
	d.free = func(string) (uint64, error) { return free, nil }
	return d.check
}

// Formers notes these processes in a data folder, one after the other, and gives those that the next one finds.
func Formers(data string, nodes ...evercart.NodeID) ([]evercart.NodeID, error) {
	f := folder(data)
	for _, n := range nodes {
		if err := f.held(n, f.formers()); err != nil {
			return nil, err
		}
	}
	return f.formers(), nil
}
