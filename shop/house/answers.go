package house

import (
	"errors"
	"io/fs"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/words"
)

// AnswersDir is the folder of a shop's answers: a Markdown file a topic.
const AnswersDir = "answers"

// Bounds on what a shop may say.
const (
	maxAnswerFile  = 256 << 10 // bytes of one file
	maxAnswerFiles = 1000
)

// Answers are a shop's policies, ready to be asked. What they say never changes; it is safe to ask from many sides at once.
type Answers struct {
	lex       *lexicon
	passages  []passage
	sentences int
	known     map[string]float64  // stem or class → how telling it is
	sounds    map[string][]string // what stems sound like
	written   map[string]string   // words as they are written → their stems
	means     *meanings
	memory    *Memory
	asked     *lately
}

// passage is one paragraph of a file.
type passage struct {
	file      string // "returns.md"
	title     bag    // of the file, and of the headings above
	titleRows []int32
	sentences []sentence
	all       bag
	first     bool // of its file: the general rule stands there

	rows       []int32 // of meanings
	centre     [words.Dims]float32
	fileCentre *[words.Dims]float32
}

// sentence is one sentence with what it holds.
type sentence struct {
	text  string
	words bag
	plain kinds // facts that it states
	soft  kinds // those and hints: "free", "until"

	narrow []string // conditions that it names
	length int      // in words
	leans  bool     // it does not stand alone: "It …"

	rows   []int32 // of meanings
	lead   []int32 // of the first of its words that say something
	links  []link  // to what answered before
	centre [words.Dims]float32
}

// LoadAnswers reads the answers of a shop's folder; a folder without any has none.
func LoadAnswers(dir fs.FS) (*Answers, error) { return LoadAnswersBy(dir, AllWords, remembered()) }

// LoadAnswersBy is LoadAnswers with a lexicon and a memory to choose.
func LoadAnswersBy(dir fs.FS, by Words, memory *Memory) (*Answers, error) {
	files, err := fs.Glob(dir, AnswersDir+"/*.md")
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Invalid, "house.LoadAnswers")
	}
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasPrefix(path.Base(f), ".") }) // an editor's own, while it edits
	if len(files) > maxAnswerFiles {
		return nil, evercart.Errorf(evercart.TooLarge, "house.LoadAnswers", "%s: at most %d files", AnswersDir, maxAnswerFiles)
	}
	slices.Sort(files)
	texts := make(map[string]string, len(files))
	for _, f := range files {
		raw, err := readFile(dir, f, maxAnswerFile, "house.LoadAnswers")
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &evercart.Error{Code: evercart.Invalid, Op: "house.LoadAnswers", Message: f + " leads nowhere", Err: err}
		}
		if err != nil {
			return nil, err
		}
		texts[path.Base(f)] = evercart.Clean(string(raw))
	}
	return newAnswers(texts, by, memory), nil
}

// NewAnswers indexes texts by the names of their files.
func NewAnswers(texts map[string]string) *Answers { return newAnswers(texts, AllWords, remembered()) }

func newAnswers(texts map[string]string, by Words, memory *Memory) *Answers {
	a := &Answers{lex: english[by](), memory: memory, asked: newLately(), known: map[string]float64{}, sounds: map[string][]string{}, written: map[string]string{}}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		a.add(name, texts[name])
	}
	a.weigh()
	return a
}

// Empty says that there is nothing to answer from.
func (a *Answers) Empty() bool { return a == nil || len(a.passages) == 0 }

// add cuts a file into passages. Headings are no sentences: they tell what stands below them.
func (a *Answers) add(file, text string) {
	title, sub := strings.TrimSuffix(file, path.Ext(file)), ""
	title = strings.ReplaceAll(title, "-", " ")
	var para []string
	flush := func() {
		if len(para) > 0 {
			a.passage(file, title+" "+sub, strings.Join(para, " "))
			para = nil
		}
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "# "):
			flush()
			title += " " + strings.TrimSpace(line[2:])
		case strings.HasPrefix(line, "#"):
			flush()
			sub = strings.TrimSpace(strings.TrimLeft(line, "#"))
		case strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* "): // an item is a sentence of its list
			para = append(para, ended(strings.TrimSpace(line[2:])))
		default:
			para = append(para, line)
		}
	}
	flush()
}

func ended(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?:") {
		return s
	}
	return s + "."
}

func (a *Answers) passage(file, title, text string) {
	p := passage{file: file, title: a.lex.bag(title), first: len(a.passages) == 0 || a.passages[len(a.passages)-1].file != file}
	stems, written := a.lex.cut(title + " " + text)
	for i, w := range written {
		a.written[w] = stems[i]
	}
	for _, s := range sentencesOf(text) {
		one := sentence{text: s, words: a.lex.bag(s), length: len(strings.Fields(s)), leans: anaphor.MatchString(s)}
		one.plain, one.soft = a.lex.typesIn(s)
		one.narrow, one.links = narrowIn(one.words), a.memory.links(s)
		p.sentences, p.all = append(p.sentences, one), p.all.with(one.words)
		a.sentences++
	}
	if len(p.sentences) > 0 {
		a.passages = append(a.passages, p)
	}
}

// stop ends a sentence, unless it belongs to a short form: "p.m.", "U.S.", "e.g.".
var stop = regexp.MustCompile(`[.!?]+["')\]]*\s+`)

var shortForm = regexp.MustCompile(`(?i)(?:^|[\s(])(?:[ap]\.m|[a-z]\.[a-z]|e\.g|i\.e|no|st|mr|mrs|ms|dr|approx|incl|max|min)\.\s*$`)

func sentencesOf(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	var out []string
	from := 0
	for _, m := range stop.FindAllStringIndex(text, -1) {
		if shortForm.MatchString(text[from:m[1]]) && !startsAnew(text[m[1]:]) {
			continue
		}
		out, from = append(out, strings.TrimSpace(text[from:m[1]])), m[1]
	}
	if rest := strings.TrimSpace(text[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// startsAnew says that what follows "p.m. " begins a sentence: a capital that is no name of a time zone or a day.
func startsAnew(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	word = strings.Trim(word, ",.;:")
	if word == "" || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	return !slices.Contains([]string{"Eastern", "Central", "Mountain", "Pacific", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}, word)
}

// weigh counts in how many passages a word stands: the rarer, the more it tells.
func (a *Answers) weigh() {
	n := float64(len(a.passages))
	count := map[string]int{}
	for _, p := range a.passages {
		for w := range p.all.with(p.title) {
			count[w]++
		}
	}
	for w, c := range count {
		a.known[w] = math.Log(1 + n/float64(c))
		if !strings.HasPrefix(w, classMark) {
			s := soundOf(w)
			a.sounds[s] = append(a.sounds[s], w)
		}
	}
	for _, list := range a.sounds {
		slices.Sort(list)
	}
	a.place()
}

// place finds where everything stands among the meanings.
func (a *Answers) place() {
	a.means = &meanings{row: map[string]int32{}}
	forms := map[string][]string{}
	for _, w := range slices.Sorted(maps.Keys(a.written)) {
		forms[a.written[w]] = append(forms[a.written[w]], w)
	}
	for _, stem := range slices.Sorted(maps.Keys(a.known)) {
		if !strings.HasPrefix(stem, classMark) {
			a.means.learn(stem, forms[stem], a.known[stem])
		}
	}
	whole := map[string][]int32{}
	for i := range a.passages {
		p := &a.passages[i]
		p.titleRows, p.rows = a.rows(p.title), a.rows(p.all)
		p.centre = a.means.centre(p.rows)
		for j := range p.sentences {
			s := &p.sentences[j]
			s.rows, s.lead = a.rows(s.words), a.lead(s.text)
			s.centre = a.means.centre(s.rows)
		}
		whole[p.file] = append(whole[p.file], p.rows...)
	}
	centres := map[string]*[words.Dims]float32{}
	for file, rows := range whole {
		c := a.means.centre(rows)
		centres[file] = &c
	}
	for i := range a.passages {
		a.passages[i].fileCentre = centres[a.passages[i].file]
	}
}

// rarest is the weight of a word that stands nowhere.
func (a *Answers) rarest() float64 { return math.Log(1 + float64(max(len(a.passages), 1))) }

// Files lists what is answered from.
func (a *Answers) Files() []string {
	var out []string
	for _, p := range a.passages {
		if len(out) == 0 || out[len(out)-1] != p.file {
			out = append(out, p.file)
		}
	}
	return out
}
