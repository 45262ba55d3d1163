package gateway_test

import (
	"net/http"
	"testing"

	"github.com/evercart/evercart"
)

// Who asks for a socket without asking for the upgrade is told so in the house's form.
func TestSocketWithoutUpgrade(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, header := range [][]string{nil, {"Connection", "Upgrade", "Upgrade", "websocket"}, {"Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "8"}} {
		b.want(http.StatusUpgradeRequired, evercart.Invalid, "GET", "/ws/"+adaSession, "", "", header...)
	}
	if _, _, h := b.call("GET", "/ws/"+adaSession, "", ""); h.Get("Upgrade") != "websocket" {
		t.Errorf("headers %v", h)
	}
}
