package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evercart/evercart/shop/house"
)

// guessing learns from all that was asked which sentence is meant, and from what was said to carts what is put to a shop at all.
func guessing(sets []set, carts, control, to string) error {
	past, err := house.ReadPast(strings.NewReader(written(sets)))
	if err != nil {
		return err
	}
	g := house.LearnGuess(past)
	var put []string
	for _, p := range past {
		put = append(put, p.Question)
	}
	other, err := saidToCarts(carts, control)
	if err != nil {
		return err
	}
	g.Put = house.LearnPut(put, other)
	raw, err := g.Write()
	if err != nil {
		return err
	}
	return os.WriteFile(to, raw, 0o644) //nolint:gosec // everybody may read it
}

// said is a case of what was said to a cart, or a row of what is said to any assistant.
type said struct {
	Said  []string `json:"said"`
	Text  string   `json:"text"`
	Split string   `json:"split"`
	Want  struct {
		About string `json:"about"`
	} `json:"want"`
}

// saidToCarts gathers what is not put to a shop itself. What goods are made of and how they are cared for may be.
func saidToCarts(carts, control string) ([]string, error) {
	files := []string{control}
	for _, pattern := range []string{"train-?.jsonl", "unseen-*.jsonl"} {
		list, err := filepath.Glob(filepath.Join(carts, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, list...)
	}
	slices.Sort(files)
	var out []string
	for _, name := range files {
		list, err := readSaid(name)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

func readSaid(name string) ([]string, error) {
	f, err := os.Open(name) //nolint:gosec // the caller's own file
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	var out []string
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var s said
		if err := json.Unmarshal(in.Bytes(), &s); err != nil {
			return nil, err
		}
		if s.Text != "" && s.Split == "val" {
			out = append(out, s.Text)
		}
		if s.Want.About != "material" {
			out = append(out, s.Said...)
		}
	}
	return out, in.Err()
}
