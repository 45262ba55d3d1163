package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/shop/house"
)

// maxPrompts is how many fixed prompts a data folder keeps; the oldest go first.
const maxPrompts = 200

func (f folder) prompts() string { return filepath.Join(string(f), "prompts") }

// keepPrompt files what brains are told in every turn, by its hash, so that it can be read when the shop has long changed it.
func (s *Server) keepPrompt(p agent.FixedPrompt) {
	path := filepath.Join(s.folder.prompts(), p.Hash+".md")
	err := os.MkdirAll(s.folder.prompts(), 0o700)
	if _, there := os.Stat(path); err == nil && there == nil {
		now := s.config.clock().Now()
		err = os.Chtimes(path, now, now) // it is the newest again
	} else if err == nil {
		err = writeWhole(path, []byte(p.Text))
	}
	if err == nil {
		err = s.folder.prune()
	}
	if err != nil {
		s.log.Warn("a prompt is not kept", slog.String("hash", p.Hash), slog.Any("err", err))
	}
}

// kept lists the hashes of the prompts that are kept, the newest first.
func (f folder) kept() ([]string, error) {
	list, err := os.ReadDir(f.prompts())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	when := map[string]time.Time{}
	var out []string
	for _, e := range list {
		hash, ok := strings.CutSuffix(e.Name(), ".md")
		info, err := e.Info()
		if !ok || err != nil {
			continue
		}
		when[hash] = info.ModTime()
		out = append(out, hash)
	}
	slices.SortStableFunc(out, func(a, b string) int { return when[b].Compare(when[a]) })
	return out, err
}

func (f folder) prune() error {
	list, err := f.kept()
	for _, hash := range list[min(len(list), maxPrompts):] {
		err = errors.Join(err, os.Remove(filepath.Join(f.prompts(), hash+".md")))
	}
	return err
}

// PromptNow is what brains are told in every turn by this program, with the shop's folder as it is now.
func PromptNow(c Config) (agent.FixedPrompt, error) {
	own, allows := "", func(string) bool { return true }
	sc := shop.Config{Shop: c.shop, Clock: c.clock(), Blueprint: c.Tools == toolsBlueprint}
	if c.Shop != "" {
		f, err := house.OpenFolder(c.Shop, slog.New(slog.DiscardHandler))
		if err != nil {
			return agent.FixedPrompt{}, fmt.Errorf("shop %s: %w", c.Shop, err)
		}
		front := f.Front()
		sc.Front, own, allows = f.Front, front.Prompt, front.Allows
	}
	var specs []evercart.ToolSpec
	for _, t := range shop.New(sc) {
		if spec := t.Spec(); allows(spec.Name) {
			specs = append(specs, spec)
		}
	}
	return agent.Fixed(specs, own), nil
}

// PromptDiff is what differs between two fixed prompts.
type PromptDiff struct {
	Old   string   `json:"old"` // hashes
	New   string   `json:"new"`
	Same  bool     `json:"same"`
	Lines []string `json:"lines"` // "+", "-" or " " and a line; two unchanged ones around each change
}

// DiffPrompts compares prompts by their hashes, or the beginnings of those: of one that turns were answered with, and of another
// ("" = as it is now). Without old it is the newest that differs from new. NotFound.
func DiffPrompts(c Config, old, new string) (PromptDiff, error) {
	f := folder(c.Data)
	after, err := f.prompt(c, new)
	if err != nil {
		return PromptDiff{}, err
	}
	if old == "" {
		list, err := f.kept()
		if err != nil {
			return PromptDiff{}, err
		}
		if i := slices.IndexFunc(list, func(h string) bool { return h != after.Hash }); i >= 0 {
			old = list[i]
		} else if len(list) > 0 {
			old = after.Hash
		} else {
			return PromptDiff{}, evercart.Errorf(evercart.NotFound, "prompt", "no turn was answered on this data folder yet: there is nothing to compare with")
		}
	}
	before, err := f.prompt(c, old)
	if err != nil {
		return PromptDiff{}, err
	}
	d := PromptDiff{Old: before.Hash, New: after.Hash, Same: before.Hash == after.Hash, Lines: []string{}}
	if !d.Same {
		d.Lines = around(diff(strings.Split(before.Text, "\n"), strings.Split(after.Text, "\n")), 2)
	}
	return d, nil
}

// prompt reads the one whose hash begins so; "" = as it is now.
func (f folder) prompt(c Config, hash string) (agent.FixedPrompt, error) {
	now, err := PromptNow(c)
	if err != nil || hash == "" || hash == now.Hash {
		return now, err
	}
	list, err := f.kept()
	if err != nil {
		return now, err
	}
	list = slices.DeleteFunc(list, func(h string) bool { return !strings.HasPrefix(h, hash) })
	if len(list) != 1 {
		return now, evercart.Errorf(evercart.NotFound, "prompt", "%d of the prompts that are kept begin with %q", len(list), hash)
	}
	b, err := os.ReadFile(filepath.Join(f.prompts(), list[0]+".md"))
	return agent.FixedPrompt{Hash: list[0], Text: string(b)}, err
}

// diff marks each line as gone ("-"), new ("+") or in both (" "), by the longest run of lines that both have.
func diff(a, b []string) []string {
	long := make([][]int, len(a)+1)
	for i := range long {
		long[i] = make([]int, len(b)+1)
	}
	for i, v := range slices.Backward(a) {
		for j := len(b) - 1; j >= 0; j-- {
			if long[i][j] = max(long[i+1][j], long[i][j+1]); v == b[j] {
				long[i][j] = long[i+1][j+1] + 1
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out, i, j = append(out, " "+a[i]), i+1, j+1
		case j == len(b) || i < len(a) && long[i+1][j] >= long[i][j+1]:
			out, i = append(out, "-"+a[i]), i+1
		default:
			out, j = append(out, "+"+b[j]), j+1
		}
	}
	return out
}

// around keeps the lines that changed and so many around them.
func around(lines []string, n int) []string {
	keep := make([]bool, len(lines))
	for i, l := range lines {
		if l[0] != ' ' {
			for k := max(0, i-n); k <= min(len(lines)-1, i+n); k++ {
				keep[k] = true
			}
		}
	}
	out := []string{}
	for i, l := range lines {
		if keep[i] {
			out = append(out, l)
		} else if i > 0 && keep[i-1] {
			out = append(out, " …")
		}
	}
	return out
}
