package app

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
)

// access gathers who may speak. Where keys are configured, a further admin key of this start alone lets this machine's own
// commands in: it stands in the data folder, for its owner only.
func (s *Server) access() (gateway.Keys, error) {
	if err := s.folder.make(); err != nil {
		return gateway.Keys{}, err
	}
	signing, err := s.folder.secret("token.key", 32)
	if err != nil {
		return gateway.Keys{}, err
	}
	k := gateway.Keys{Signing: []gateway.SigningKey{{ID: "1", Secret: signing}}, API: s.config.APIKeys, Admin: s.config.AdminKeys}
	if !k.Anonymous() {
		k.Admin = append(append([]string(nil), k.Admin...), randomText(24))
	}
	return k, nil
}

// newNode names a process start.
func newNode() evercart.NodeID { return evercart.NodeID("n-" + randomText(12)) }

func randomText(bytes int) string {
	b := make([]byte, bytes)
	if _, err := io.ReadFull(rand.Reader, b); err != nil {
		panic(fmt.Sprintf("the system gives no random bytes: %v", err)) // nothing can be done safely without them
	}
	return hex.EncodeToString(b)
}
