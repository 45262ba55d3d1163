package house

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/startstop"
	"github.com/evercart/evercart/speak"
)

// PromptFile is what a shop tells its model brains, after the policy.
const PromptFile = "prompt.md"

const maxPrompt = 32 << 10 // bytes

// Front is all that a shop says of itself at one moment. It never changes.
type Front struct {
	*House
	Answers *Answers
	Prompt  string // persona and prompt.md, for model brains
}

// LoadFront reads a shop's folder: shop.toml, answers/*.md, prompt.md. Only shop.toml must be there.
func LoadFront(dir fs.FS) (*Front, error) {
	h, err := Load(dir)
	if err != nil {
		return nil, err
	}
	answers, err := LoadAnswers(dir)
	if err != nil {
		return nil, err
	}
	raw, err := readFile(dir, PromptFile, maxPrompt, "house.LoadFront")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	prompt := strings.TrimSpace(strings.TrimSpace(h.Persona) + "\n\n" + strings.TrimSpace(evercart.Clean(string(raw))))
	return &Front{House: h, Answers: answers, Prompt: prompt}, nil
}

// Folder follows a shop's folder: an edit counts from the next turn on. An edit that cannot be read leaves the last good state
// standing, is logged, and counted.
type Folder struct {
	dir    fs.FS
	log    *slog.Logger
	broken atomic.Int64
	front  atomic.Pointer[Front]
	svc    startstop.Service

	mu   sync.Mutex // guards seen
	seen string
}

// lookEvery is how soon an edit is seen.
const lookEvery = 500 * time.Millisecond

// OpenFolder reads the folder. Invalid, with the line, where it cannot be read as it should.
func OpenFolder(path string, log *slog.Logger) (*Folder, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	f := &Folder{dir: os.DirFS(path), log: log}
	f.seen = f.look()
	front, err := LoadFront(f.dir)
	if err != nil {
		return nil, err
	}
	f.front.Store(front)
	return f, nil
}

// Front is the shop as it is now.
func (f *Folder) Front() *Front { return f.front.Load() }

// Broken counts edits that could not be taken over.
func (f *Folder) Broken() int64 { return f.broken.Load() }

// Start begins to follow.
func (f *Folder) Start(ctx context.Context) error {
	return f.svc.Start(ctx, func(ctx context.Context) {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				f.Refresh()
			}
		}
	})
}

// Stop ends following; it blocks, and may be called again.
func (f *Folder) Stop(ctx context.Context) error { return f.svc.Stop(ctx) }

// Refresh takes an edit over now; false = nothing was edited, or it cannot be read.
func (f *Folder) Refresh() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.look()
	if now == f.seen {
		return false
	}
	front, err := LoadFront(f.dir)
	if again := f.look(); again != now { // edited while it was read: looked at again next time
		return false
	}
	f.seen = now
	if err != nil {
		f.broken.Add(1)
		f.log.Error("the shop's folder cannot be read; what was good before stands", slog.Any("error", err))
		return false
	}
	f.front.Store(front)
	f.log.Info("the shop's own words were read anew", slog.String("shop", front.Name), slog.Int("files", len(front.Answers.Files())))
	return true
}

// look is what tells one state of the folder from another: names, sizes, times.
func (f *Folder) look() string {
	files, err := fs.Glob(f.dir, AnswersDir+"/*.md")
	if err != nil {
		files = nil
	}
	var b strings.Builder
	for _, name := range append(files, File, PromptFile) {
		info, err := fs.Stat(f.dir, name)
		if err != nil {
			_, _ = fmt.Fprintf(&b, "%s -\n", name)
			continue
		}
		_, _ = fmt.Fprintf(&b, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}

// Study holds a question against the shop's answers, by weights that may be others than those in use.
func (f *Front) Study(question string, by *Weights) Studied {
	return f.Answers.Study(f.Meant(question), by)
}

// Ask finds what the shop's answers say to a question, with the words that a recogniser wrote as they sound put right first.
func (f *Front) Ask(question string) Found { return f.Answers.Ask(f.Meant(question)) }

// Knows says that the shop's own words answer a question.
func (f *Front) Knows(question string, at time.Time) bool {
	if f.Ask(question).Text != "" {
		return true
	}
	v := speak.For("en")
	if _, ok := f.Contact(question, v); ok {
		return true
	}
	_, ok := f.OpeningHours(question, at, v)
	return ok
}

// Put is how likely it is, by its words, that a turn is put to the shop itself, and neither to its catalogue nor to the cart.
func (f *Front) Put(turn string) float64 { return f.Answers.Put(f.Meant(turn)) }
