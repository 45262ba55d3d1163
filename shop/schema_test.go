package shop_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/evercart/evercart"
)

// exact are calls that are right, so that each argument of each tool stands in one of them.
var exact = map[string][]string{
	"search_products":  {`{"query":"scarf","limit":2,"under":50,"over":1}`, `{"refine":true,"under":50}`, `{"more":true}`},
	"get_product":      {`{"product":"scarf"}`, `{"sku":"SCF-RED"}`},
	"view_cart":        {`{}`},
	"add_to_cart":      {`{"sku":"SCF-RED","quantity":1,"keep":true}`},
	"change_cart_line": {`{"line":1,"quantity":2,"to_sku":"SCF-RED"}`, `{"sku":"SCF-RED","quantity":2}`},
	"remove_from_cart": {`{"line":1,"quantity":1}`, `{"sku":"SCF-RED"}`},
	"keep_for_later":   {`{"line":1}`, `{"sku":"SCF-RED"}`},
	"bring_back":       {`{"line":1}`, `{"sku":"SCF-RED"}`},
	"keep_in_cart":     {`{"line":1}`, `{"sku":"SCF-RED"}`},
	"clear_cart":       {`{"confirmed":false}`},
	"undo":             {`{}`},
	"set_context":      {`{"values":{"shoe size":"nine"},"intent":"buy"}`},
	"answer_question":  {`{"question":"returns"}`},
	"hand_off":         {`{"reason":"asked","summary":"a gift","number":"555 0142","when":"tomorrow"}`},
	"read_state":       {`{"part":"cart"}`},
	"write_state":      {`{"patch":{"context":{"shoe size":"nine"},"notes":{"gift":"ribbon"}}}`},
	"summarize_state":  {`{}`},
}

// everyTool is a bench with all tools that there are.
func everyTool(t *testing.T) *bench {
	t.Helper()
	b := openHouse(t, shopText, "10:00")
	maps.Copy(b.tools, openBlueprint(t).tools)
	turn := b.open()
	b.fold(turn, &evercart.FocusSet{SKUs: []evercart.SKU{"SCF-RED"}, Looked: &evercart.Looked{Terms: []string{"scarf"}, All: 2, Told: 1}})
	b.close(turn)
	b.do("add_to_cart", `{"sku":"SCF-RED","quantity":2}`)
	return b
}

// A schema and the tool behind it agree: what is right is taken by both, what has an unknown key or another type by neither, however
// deep it stands.
func TestSchemasAndToolsAgree(t *testing.T) {
	t.Parallel()
	b := everyTool(t)
	if len(b.tools) != len(exact) {
		t.Fatalf("%d tools, %d in the table", len(b.tools), len(exact))
	}
	for name, tool := range b.tools {
		var s jsonschema.Schema
		if err := json.Unmarshal(tool.Spec().Schema, &s); err != nil {
			t.Fatal(err)
		}
		resolved, err := s.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		prepared := func(args string) evercart.Code {
			_, err := tool.Prepare(t.Context(), b.state, evercart.ToolCall{ID: "1.1", Tool: name, Args: evercart.PersonalJSON(args)})
			return evercart.CodeOf(err)
		}
		used := map[string]bool{}
		for _, args := range exact[name] {
			right := map[string]any{}
			if err := json.Unmarshal([]byte(args), &right); err != nil {
				t.Fatal(err)
			}
			if err := resolved.Validate(right); err != nil || prepared(args) != "" {
				t.Errorf("%s %s is refused: %v, %q", name, args, err, prepared(args))
			}
			for wrong := range spoilt(&s, right) {
				used[wrong.key] = true
				if resolved.Validate(wrong.args) == nil {
					t.Errorf("the schema of %s takes %s", name, wrong)
				}
				if code := prepared(wrong.String()); code != evercart.Invalid {
					t.Errorf("%s takes %s: %q", name, wrong, code)
				}
			}
		}
		for key := range s.Properties {
			if !used[key] {
				t.Errorf("%s: no call of the table has %s", name, key)
			}
		}
	}
}

// bad is a call with one thing wrong in it.
type bad struct {
	key  string // of the outermost object
	args map[string]any
}

func (b bad) String() string { raw, _ := json.Marshal(b.args); return string(raw) }

// spoilt gives what a call becomes with one key too many, or one value of another type.
func spoilt(s *jsonschema.Schema, right map[string]any) func(func(bad) bool) {
	samples := []any{nil, true, 1.5, -1, "\u0001", []any{}, []any{"cart"}, map[string]any{"unknown": 1}}
	with := func(key string, v any) bad {
		args := maps.Clone(right)
		args[key] = v
		return bad{key, args}
	}
	return func(yield func(bad) bool) {
		if s.Properties != nil && !yield(with("unknown", "x")) {
			return
		}
		for key, was := range right {
			of := s.Properties[key]
			if of == nil {
				of = s.AdditionalProperties
			}
			for _, v := range samples {
				if !fits(of, v) && !yield(with(key, v)) {
					return
				}
			}
			if inner, ok := was.(map[string]any); ok {
				for wrong := range spoilt(of, inner) {
					if !yield(with(key, wrong.args)) {
						return
					}
				}
			}
		}
	}
}

// fits says that a value is of a property's type.
func fits(s *jsonschema.Schema, v any) bool {
	switch v.(type) {
	case bool:
		return s.Type == "boolean"
	case float64:
		return s.Type == "number"
	case string:
		return s.Type == "string" && len(s.Enum) == 0
	}
	return false // also −1: no tool takes less than nothing
}

var inCode = regexp.MustCompile("`([a-z_]+)`")

func named(cell string) []string {
	var out []string
	for _, m := range inCode.FindAllStringSubmatch(cell, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return out
}

// The page of the tools has each of them, with its arguments, and no other.
func TestToolsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string][]string{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			for _, name := range named(cells[1]) {
				told[name] = named(cells[2])
			}
		}
	}
	for name, tool := range everyTool(t).tools {
		var s jsonschema.Schema
		if err := json.Unmarshal(tool.Spec().Schema, &s); err != nil {
			t.Fatal(err)
		}
		args, there := told[name]
		if want := slices.Sorted(maps.Keys(s.Properties)); !there || !slices.Equal(args, want) {
			t.Errorf("%s: the page has it %v, with %v, not %v", name, there, args, want)
		}
		delete(told, name)
	}
	for name := range told {
		t.Errorf("the page has %s, and there is no such tool", name)
	}
}
