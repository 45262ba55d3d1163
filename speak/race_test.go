//go:build race

package speak_test

const coarse = 13
