// Package dialogue plays conversation tests: files in plain words that say what a shopper says and what must come of it.
// docs/testing.md teaches the language.
package dialogue
