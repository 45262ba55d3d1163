package test

import (
	"os"
	"strings"
	"testing"
)

// Where keys are configured, the start does not lead to a page that lets nobody in, and the token comes with the link that does.
func TestTheWayToThePageWithKeys(t *testing.T) {
	t.Parallel()
	s := start(t, config{env: []string{"EVERCART_API_KEYS=a-key-of-the-shop-itself"}})
	if said := s.out.String(); !strings.Contains(said, "Talk to it:    evercart token --data "+s.data) {
		t.Errorf("the start says %s", said)
	}
	out, errs, code := evercart(t, nil, "", "token", "--data", s.data)
	link := s.url + "/#session="
	if code != 0 || !strings.Contains(out, "page    "+link) || !strings.Contains(out, "&token=evt1.") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	for page, want := range map[string]string{"../README.md": "/#session=", "../docs/interface.md": "/#session="} {
		if raw, err := os.ReadFile(page); err != nil || !strings.Contains(string(raw), want) {
			t.Errorf("%s does not tell of the link: %v", page, err)
		}
	}
}
