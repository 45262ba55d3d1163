// Package fake holds doubles for tests: a store, keys, a cache and a bus in memory, and a clock that a test moves. They pass the suites that
// the real ones pass; only _test.go files may import them.
package fake
