package evercart_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/evercart/evercart"

// rooms says what each room may import of ours, directly. "." is the root package, "internal" any leaf below internal/,
// "parent" the room that a package stands in. A room that is not in this table is an error: give it a line and a reason.
var rooms = map[string][]string{
	".":           {},                                          // the glossary: standard library alone
	"hear":        {".", "internal"},                           // words from the ear
	"speak":       {".", "internal"},                           // words for the ear
	"catalog":     {".", "hear", "internal"},                   // goods: feeds, sample shop, index
	"shop":        {".", "hear", "speak", "internal"},          // the tools
	"rules":       {".", "hear", "speak", "rules", "internal"}, // the offline brain; rules: its tongues and models stand below it
	"model":       {".", "internal"},                           // the kit of the brains that ask a model server; vendors stay in their rooms
	"openai":      {".", "model", "internal"},
	"anthropic":   {".", "model", "internal"},
	"claims":      {".", "hear", "internal"},                    // what a reply says was done, held against what was
	"agent":       {".", "hear", "speak", "claims", "internal"}, // the turn loop
	"hot":         {".", "internal"},
	"tables":      {".", "internal"}, // what stores that keep tables have in common, without SQL: a leaf of internal/ may not know the nouns
	"sqlite":      {".", "tables", "internal"},
	"postgres":    {".", "tables", "internal"},
	"redis":       {".", "internal"}, // cache, bus and shared rates over the network
	"memory":      {".", "internal"}, // rates in one process: of use without Redis, and while it is away
	"cachetest":   {".", "internal"},
	"bustest":     {".", "internal"},
	"keys":        {".", "internal"},
	"jobs":        {".", "internal"},
	"wire":        {"."},
	"client":      {".", "wire"}, // the root for its error codes alone
	"gateway":     {".", "wire", "speak", "internal"},
	"dashboard":   {".", "wire", "speak", "internal"},
	"channel":     {".", "wire", "speak", "hear", "internal", "parent"},             // voice platforms: the kit, a codec each below it
	"trial":       {".", "wire", "client", "claims", "internal", "parent", "trial"}, // trial: chaos stands on the flaky proxy; claims: the check is scored by itself, no server has a part in it
	"storetest":   {".", "internal"},
	"braintest":   {".", "internal"},
	"fake":        {".", "internal"},
	"channeltest": {".", "agent", "catalog", "channel", "internal"}, // codecs are tested on a conversation
	"internal":    {"internal"},
	"app":         {"*"}, // everything wired in reading order; not the suites (see suites)
	"cmd":         {".", "app", "client", "trial"},
	"test":        {"*"},
}

// suites are imported from test files alone.
var suites = []string{"storetest", "braintest", "cachetest", "bustest", "channeltest", "fake", "test", "internal/testdata", "internal/pgtest", "internal/redistest", "internal/sifttest"}

// vendors names the rooms, or single packages below internal/, whose files may import a dependency: its types stop there.
var vendors = map[string][]string{
	"modernc.org/sqlite":            {"internal/litedb"},  // one way to open a file, for sqlite and keys
	"github.com/jackc/pgx":          {"postgres", "keys"}, // keys that several nodes share lie in a database of their own
	"github.com/redis/go-redis":     {"redis"},
	"github.com/coder/websocket":    {"gateway", "client", "trial", "channel"},
	"github.com/spf13/cobra":        {"cmd"},
	"github.com/knadh/koanf":        {"app"},
	"github.com/prometheus":         {"app", "gateway"},
	"github.com/chromedp":           {},
	"github.com/anishathalye":       {"trial"}, // porcupine: whether one order explains what was seen
	"github.com/compose-spec":       {},        // reads compose.yaml in a test
	"github.com/getkin/kin-openapi": {},
	"pgregory.net/rapid":            {},
	"go.uber.org/goleak":            {},
	"github.com/google/go-cmp":      {},

	"github.com/anthropics/anthropic-sdk-go": {"anthropic"},
}

func TestRooms(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "tools" || strings.HasPrefix(d.Name(), ".") && p != ".") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(p, ".go") {
			return nil
		}
		files++
		checkFile(t, filepath.ToSlash(p))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("only %d files seen: the walk is broken", files)
	}
}

func checkFile(t *testing.T, file string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(file), nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	dir := path.Dir(file)
	inTest := strings.HasSuffix(file, "_test.go") || slices.Contains(suites, room(dir)) || dir == "test"
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Error(err)
			continue
		}
		if why := forbidden(dir, imported, inTest, strings.HasSuffix(file, "_test.go")); why != "" {
			t.Errorf("%s imports %s: %s", file, imported, why)
		}
	}
}

// forbidden says why a package in dir may not import this; "" = it may.
func forbidden(dir, imported string, inTest, testFile bool) string {
	from := room(dir)
	allowed, known := rooms[from]
	if !known {
		return "the room " + from + " is not in the table"
	}
	to, ours := strings.CutPrefix(imported, module)
	to = strings.TrimPrefix(to, "/")
	if !ours {
		return vendorRule(from, dir, imported, inTest)
	}
	if to == "" {
		to = "."
	}
	if slices.Contains(suites, room(to)) || slices.Contains(suites, to) {
		if inTest {
			return ""
		}
		return "suites and doubles are imported from test files alone"
	}
	if testFile || room(to) == from && (to == dir || strings.HasPrefix(dir, to+"/") || strings.HasPrefix(to, dir+"/")) {
		return "" // a test may look sideways; a room may look inside itself
	}
	for _, a := range allowed {
		if a == "*" || a == room(to) || a == "parent" && to == path.Dir(dir) {
			return ""
		}
	}
	return "not in the table of rooms"
}

func vendorRule(from, dir, imported string, inTest bool) string {
	if from == "." && !inTest && strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
		return "the root package imports the standard library alone"
	}
	for prefix, only := range vendors {
		if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && !inTest && !slices.Contains(only, from) && !slices.Contains(only, dir) {
			return "this dependency belongs to other rooms: " + strings.Join(only, ", ")
		}
	}
	return ""
}

// room is the first part of a folder's path.
func room(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

// The table itself can fail: what it must refuse is refused.
func TestRoomsRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ dir, imported string }{
		{"gateway", module + "/sqlite"},
		{"openai", module + "/gateway"},
		{"hear", module + "/speak"},
		{".", module + "/speak"},
		{".", "golang.org/x/text/unicode/norm"},
		{"agent", module + "/fake"},
		{"agent", "modernc.org/sqlite"},
		{"nowhere", module},
	} {
		if forbidden(c.dir, c.imported, false, false) == "" {
			t.Errorf("%s may import %s", c.dir, c.imported)
		}
	}
}
