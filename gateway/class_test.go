package gateway

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/evercart/evercart"
)

func TestStrangersAreCountedApart(t *testing.T) {
	key := "an-api-key-of-24-letters"
	g := &Gateway{keys: Keys{API: []string{key}}, mounted: map[string]bool{"/hooks/voice": true}, clock: evercart.SystemClock{}}
	for name, c := range map[string]struct{ path, bearer, want string }{
		"nothing shown":    {"/nope", "", "stranger "},
		"a key made up":    {"/v1/sessions", "another-key-of-24-letters", "stranger "},
		"a key":            {"/v1/sessions", key, ""},
		"a platform's own": {"/hooks/voice", "", "platform "},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, http.NoBody)
		if c.bearer != "" {
			r.Header.Set("Authorization", "Bearer "+c.bearer)
		}
		if got := g.class(r); got != c.want {
			t.Errorf("%s: counted as %q, not %q", name, got, c.want)
		}
	}
}
