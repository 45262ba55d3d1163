package fakemodel

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var variable = regexp.MustCompile(`\$\{([^{}]+(?:\{[^{}]*\}[^{}]*)*)\}`)

// source is what an answer may take from its request. In texts and in the strings of a call's args,
//
//	${1}, ${name}      is a group of the rule's match
//	${said}            is the last user text
//	${result.a.0.b}    is taken from the JSON of the last tool result: members by name, elements by number
//	${results.1.a}     the same from the second result of this turn
//	${find:REGEXP}     is the first place in all messages that fits, or its first group
//
// and a string that is ${int:…} of one of these as a whole becomes a number. What is not there is an error of the script.
type source struct {
	groups map[string]string
	turn   turn
	raw    json.RawMessage
}

func named(names, found []string) map[string]string {
	m := map[string]string{}
	for i, v := range found {
		m[strconv.Itoa(i)] = v
		if names[i] != "" {
			m[names[i]] = v
		}
	}
	return m
}

// text fills the variables of s in.
func (s source) text(in string) (string, error) {
	var failed error
	out := variable.ReplaceAllStringFunc(in, func(v string) string {
		got, err := s.value(strings.TrimPrefix(v[2:len(v)-1], "int:"))
		if err != nil {
			failed = err
		}
		return got
	})
	return out, failed
}

// args fills the variables of all strings of a JSON value in.
func (s source) args(in json.RawMessage) (json.RawMessage, error) {
	if len(in) == 0 {
		return json.RawMessage("{}"), nil
	}
	if !variable.Match(in) {
		return in, nil
	}
	var v any
	if err := json.Unmarshal(in, &v); err != nil {
		return nil, err
	}
	v, err := s.fill(v)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func (s source) fill(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case string:
		out, err := s.text(v)
		if err == nil && strings.HasPrefix(v, "${int:") && variable.FindString(v) == v {
			n, err := strconv.ParseInt(strings.TrimSpace(out), 10, 64)
			return n, err
		}
		return out, err
	case []any:
		for i := range v {
			if v[i], err = s.fill(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = s.fill(v[k]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

func (s source) value(name string) (string, error) {
	if g, ok := s.groups[name]; ok {
		return g, nil
	}
	head, rest, _ := strings.Cut(name, ".")
	switch {
	case name == "said":
		return s.turn.said, nil
	case strings.HasPrefix(name, "find:"):
		return s.find(strings.TrimPrefix(name, "find:"))
	case head == "result" && len(s.turn.results) > 0:
		return pick(s.turn.results[len(s.turn.results)-1], rest)
	case head == "results":
		no, path, _ := strings.Cut(rest, ".")
		if n, err := strconv.Atoi(no); err == nil && n >= 0 && n < len(s.turn.results) {
			return pick(s.turn.results[n], path)
		}
	}
	return "", fmt.Errorf("the script takes ${%s}, which is not there", name)
}

func (s source) find(expr string) (string, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return "", err
	}
	found := re.FindStringSubmatch(string(s.raw))
	if found == nil {
		return "", fmt.Errorf("the script looks for %q, which is not in the request", expr)
	}
	return found[min(1, len(found)-1)], nil
}

// pick walks a path into JSON; "" is all of it.
func pick(doc, path string) (string, error) {
	if path == "" {
		return doc, nil
	}
	var v any
	if err := json.Unmarshal([]byte(doc), &v); err != nil {
		return "", fmt.Errorf("the script picks %s from a result that is no JSON", path)
	}
	for key := range strings.SplitSeq(path, ".") {
		switch at := v.(type) {
		case map[string]any:
			v = at[key]
		case []any:
			if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < len(at) {
				v = at[n]
				continue
			}
			v = nil
		default:
			v = nil
		}
	}
	switch v := v.(type) {
	case nil:
		return "", fmt.Errorf("the script picks %s, which is not in the result", path)
	case string:
		return v, nil
	}
	b, err := json.Marshal(v)
	return string(b), err
}
