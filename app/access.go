package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/keys"
)

// access gathers who may speak. Where keys are configured, a further admin key of this start alone lets this machine's own
// commands in: it stands in the data folder, for its owner only.
func (s *Server) access() gateway.Keys {
	k := gateway.Keys{API: s.config.APIKeys, Admin: s.config.AdminKeys}
	if !k.Anonymous() {
		k.Admin = append(append([]string(nil), k.Admin...), randomText(24))
	}
	return k
}

// signing is what session tokens are signed with: of the folder, or of the shop where nodes share their keys, since a token that
// one node made is shown to another.
func (s *Server) signing(ctx context.Context, ring *keys.Ring) (k []gateway.SigningKey, err error) {
	var secret []byte
	if s.config.Keys != "" {
		secret, err = ring.Shop(ctx, "token")
	} else {
		secret, err = s.folder.secret("token.key", 32)
	}
	return []gateway.SigningKey{{ID: "1", Secret: secret}}, err
}

// proxies are the networks whose X-Forwarded-For is believed; a bare address is one of its own.
func (c Config) proxies() ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range c.Proxies {
		p, err := netip.ParsePrefix(text)
		if ip, alone := netip.ParseAddr(text); alone == nil {
			p, err = netip.PrefixFrom(ip.Unmap(), ip.Unmap().BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("proxies: not a network such as 10.0.0.0/8: %q", text)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

func (c Config) checkOrigins() error {
	for _, o := range c.Origins {
		if err := http.NewCrossOriginProtection().AddTrustedOrigin(o); err != nil {
			return fmt.Errorf("origins: not an origin such as https://shop.example.com: %q", o)
		}
	}
	return nil
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
