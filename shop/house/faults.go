package house

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/evercart/evercart"
)

// fault is something in a shop.toml that cannot work, and the key at which it stands.
type fault struct {
	key []string // of [[tables]] also which one: "holidays", "0", "date"
	say string
}

func (f *fault) Error() string { return written(f.key) + ": " + f.say }

// faulty says what is wrong at a key.
func faulty(say string, key ...string) error { return &fault{key, say} }

// below puts a key before that of a fault.
func below(err error, key ...string) error {
	if f, ok := errors.AsType[*fault](err); ok {
		return &fault{slices.Concat(key, f.key), f.say}
	}
	return err
}

// written is a key as it is written; which one of [[tables]] it is, is told by the line.
func written(key []string) string {
	words := slices.DeleteFunc(slices.Clone(key), func(s string) bool { _, err := strconv.Atoi(s); return err == nil })
	return strings.Join(words, ".")
}

// explain says what is wrong in the words of who wrote the file, and on which line.
func explain(raw []byte, err error) error {
	say := func(row int, what string) error {
		where := File
		if row > 0 {
			where = fmt.Sprintf("%s: line %d", File, row)
		}
		return evercart.Errorf(evercart.Invalid, "house.Parse", "%s: %s", where, what)
	}
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		e := strict.Errors[0]
		row, _ := e.Position()
		return say(row, fmt.Sprintf("unknown key %q", strings.Join(e.Key(), ".")))
	}
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, _ := bad.Position()
		if wants := wanted(bad.Key()); wants != "" && toml.Unmarshal(raw, new(map[string]any)) == nil { // it is TOML, but of another kind
			return say(row, fmt.Sprintf("%s: %s is needed here", strings.Join(bad.Key(), "."), wants))
		}
		return say(row, strings.TrimPrefix(bad.Error(), "toml: "))
	}
	if f, ok := errors.AsType[*fault](err); ok {
		return say(lineOf(raw, f.key), f.Error())
	}
	return &evercart.Error{Code: evercart.Invalid, Op: "house.Parse", Message: File + " cannot be read", Err: err}
}

// wanted says what kind of value a key takes; "" = there is no such key.
func wanted(key []string) string {
	if len(key) == 0 {
		return ""
	}
	t := reflect.TypeFor[House]()
	for _, k := range key {
		for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			f, ok := t.FieldByNameFunc(func(name string) bool { f, _ := t.FieldByName(name); return f.Tag.Get("toml") == k })
			if !ok {
				return ""
			}
			t = f.Type
		default:
			return ""
		}
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return `text in "quotes"`
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.String {
			return `a list such as ["one", "two"]`
		}
		return "[[" + strings.Join(key, ".") + "]], once for each,"
	case reflect.Map, reflect.Struct:
		return "a table [" + strings.Join(key, ".") + "]"
	}
	return ""
}

// lineOf is the line on which a key stands, or where it does not, the one above it; 0 = neither does.
func lineOf(raw []byte, key []string) int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(raw)
	var table []string
	count := map[string]int{}
	for p.NextExpression() {
		e := p.Expression()
		var own []string
		row := 0
		for it := e.Key(); it.Next(); {
			own = append(own, string(it.Node().Data))
			if row == 0 {
				row = p.Shape(it.Node().Raw).Start.Line
			}
		}
		switch e.Kind {
		case unstable.Table:
			table, own = own, nil
		case unstable.ArrayTable:
			name := join(own)
			table, own = append(own, strconv.Itoa(count[name])), nil
			count[name]++
		}
		if at := join(slices.Concat(table, own)); lines[at] == 0 {
			lines[at] = row
		}
	}
	for n := len(key); n > 0; n-- {
		if row := lines[join(key[:n])]; row > 0 {
			return row
		}
	}
	return 0
}

func join(key []string) string { return strings.Join(key, "\x00") }
