package braintest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/evercart/evercart/internal/fakemodel"
)

// sent is a request as the server got it, whatever its dialect.
type sent struct{ fakemodel.Sent }

// last is the newest request. A refused one is an error that tells why.
func (b *bench) last() (sent, string, error) {
	list := b.server.Requests()
	if len(list) == 0 {
		return sent{}, "", errors.New("the server was not asked")
	}
	k := list[len(list)-1]
	if k.Why != "" {
		return sent{}, string(k.Body), fmt.Errorf("the server refused the request: %s", k.Why)
	}
	return sent{k.Sent()}, string(k.Body), nil
}

// where tells in which roles a text stands.
func (s sent) where(text string) string {
	var roles []string
	for _, m := range s.Messages {
		if strings.Contains(m.Text, text) {
			roles = append(roles, m.Role)
		}
	}
	return strings.Join(roles, " ")
}
