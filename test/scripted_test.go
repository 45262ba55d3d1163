package test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/fakemodel"
)

// inBoth runs a scenario once for each dialect, with a model and a server of its own.
func inBoth(t *testing.T, scenario func(t *testing.T, brain string)) {
	t.Helper()
	for _, brain := range []string{"anthropic", "openai"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			scenario(t, brain)
		})
	}
}

// scripted is a scripted model in this process: it costs no start, can go away and come back at the same address, and its requests are
// read in one form for both dialects.
type scripted struct {
	*model
	fake *fakemodel.Server
	addr string
	http *http.Server
}

func newScripted(t *testing.T, script ...rule) *scripted {
	t.Helper()
	fake, err := fakemodel.New(written(t, script))
	if err != nil {
		t.Fatal(err)
	}
	m := &scripted{fake: fake, addr: "127.0.0.1:0"}
	m.back(t)
	m.model = &model{t: t, base: "http://" + m.addr}
	t.Cleanup(func() { _ = m.http.Close() })
	return m
}

func written(t *testing.T, script []rule) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	for _, r := range script {
		if err := json.NewEncoder(&b).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	return &b
}

// back lets the model listen, at the address that it had.
func (m *scripted) back(t *testing.T) {
	t.Helper()
	var l net.Listener
	until(t, "the model listens", func() (ok bool) { // its port may have gone to somebody's connection meanwhile
		var err error
		l, err = net.Listen("tcp", m.addr)
		return err == nil
	})
	m.addr, m.http = l.Addr().String(), &http.Server{Handler: m.fake}
	go func(s *http.Server) { _ = s.Serve(l) }(m.http)
}

// away closes the model's door: connections are refused.
func (m *scripted) away() { _ = m.http.Close() }

// play begins another script.
func (m *scripted) play(script ...rule) {
	m.t.Helper()
	if err := m.fake.Play(written(m.t.(*testing.T), script)); err != nil {
		m.t.Fatal(err)
	}
}

// sent is what the requests said, oldest first.
func (m *scripted) sent() []fakemodel.Sent {
	var out []fakemodel.Sent
	for _, k := range m.fake.Requests() {
		out = append(out, k.Sent())
	}
	return out
}

// askedFor are the requests that have these words as the newest that the shopper said.
func (m *scripted) askedFor(words string) (out []fakemodel.Kept) {
	for _, k := range m.fake.Requests() {
		last := ""
		for _, msg := range k.Sent().Messages {
			if msg.Role == "user" {
				last = msg.Text
			}
		}
		if last == words {
			out = append(out, k)
		}
	}
	return out
}

// results are the results of calls in a request, oldest first.
func results(s fakemodel.Sent) (out []string) {
	for _, msg := range s.Messages {
		if msg.Role == "tool" {
			out = append(out, msg.Text)
		}
	}
	return out
}

// system is the system message of a request.
func system(s fakemodel.Sent) string {
	i := slices.IndexFunc(s.Messages, func(m fakemodel.SentMessage) bool { return m.Role == "system" })
	if i < 0 {
		return ""
	}
	return s.Messages[i].Text
}

// wantOneTurn: the words stand once in the transcript, and their turn is over. It is given.
func (s *server) wantOneTurn(id, words string) turn {
	s.t.Helper()
	var found []turn
	for _, v := range s.transcript(id) {
		if v.Said == words {
			found = append(found, v)
		}
	}
	if len(found) != 1 || found[0].Closed == 0 {
		s.t.Errorf("%q stands %d times in the transcript, or is not over: %+v", words, len(found), found)
		return turn{}
	}
	return found[0]
}

// sumInWords is 33.33 as it is said.
const sumInWords = "thirty-three dollars and thirty-three cents"

// halfASum says that an amount was cut: "thirty-" and then something else than the rest of it.
var halfASum = regexp.MustCompile(`(?i)fifty-(\W|$|[^s])`)

// says says that one of the pieces has the words in it, in capitals or not.
func says(list []string, words string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(words)) })
}
