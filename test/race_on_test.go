//go:build race

package test

const raceDetector = true
