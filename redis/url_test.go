package redis_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/redistest"
	"github.com/evercart/evercart/redis"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// works wants a client that keeps and gives back.
func works(t *testing.T, c *redis.Client) {
	t.Helper()
	ctx, k := context.Background(), evercart.CacheKey{Epoch: "e", Life: "l", Session: evercart.SessionID(rand.Text())}
	var lease evercart.Lease
	until(t, "Redis answers", func() bool {
		_, l, err := c.Get(ctx, k, 0)
		lease = l
		return evercart.CodeOf(err) == evercart.NotFound
	})
	if err := c.Fill(ctx, k, lease, evercart.Cached{Seq: 1, Body: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if got, _, err := c.Get(ctx, k, 1); err != nil || string(got.Body) != "x" {
		t.Fatalf("%q, %v", got.Body, err)
	}
	heard, stop := make(chan evercart.Note, 16), make(chan struct{})
	listening, cancel := context.WithCancel(ctx)
	go func() { defer close(stop); _ = c.Listen(listening, func(n evercart.Note) { heard <- n }) }()
	if n := <-heard; n.What != evercart.NoteLost {
		t.Errorf("first heard: %+v", n)
	}
	if err := c.Publish(ctx, evercart.Note{What: evercart.NoteGoods}); err != nil {
		t.Error(err)
	}
	if n := <-heard; n.What != evercart.NoteGoods {
		t.Errorf("heard: %+v", n)
	}
	cancel()
	<-stop
}

func TestPasswordAndDatabase(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t, "--user", "shop", "on", ">p@ss:w/rd", "~*", "&*", "+@all", "--user", "default", "off")
	for _, url := range []string{"redis://shop:p%40ss%3Aw%2Frd@" + s.Addr() + "/3", "redis://shop:p@ss:w%2Frd@" + s.Addr()} {
		works(t, open(t, url))
	}
	wrong := open(t, "redis://shop:no@"+s.Addr())
	if _, _, err := wrong.Get(context.Background(), evercart.CacheKey{}, 0); evercart.CodeOf(err) != evercart.Unavailable {
		t.Errorf("a wrong password: %v", err)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certificate(t, dir)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	_, port, _ := net.SplitHostPort(addr)
	_ = free.Close()
	redistest.Start(t, "--tls-port", port, "--tls-cert-file", filepath.Join(dir, "cert"), "--tls-key-file", filepath.Join(dir, "key"),
		"--tls-ca-cert-file", filepath.Join(dir, "cert"), "--tls-auth-clients", "no")
	works(t, open(t, "rediss://"+addr+"?ca="+filepath.Join(dir, "cert")))
	works(t, open(t, "rediss://"+addr+"?ca="+filepath.Join(dir, "cert")+"&server_name=redis.example.com"))
	for _, url := range []string{"rediss://" + addr, "rediss://" + addr + "?server_name=other.example.com&ca=" + filepath.Join(dir, "cert")} {
		if _, _, err := open(t, url).Get(context.Background(), evercart.CacheKey{}, 0); evercart.CodeOf(err) != evercart.Unavailable {
			t.Errorf("an unknown authority or another name: %v", err)
		}
	}
}

func certificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "redis"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"redis.example.com"}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: der}, "key": {Type: "EC PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCluster(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t, "--cluster-enabled", "yes", "--cluster-port", "0")
	s.Must(t, "CLUSTER", "ADDSLOTSRANGE", "0", "16383")
	until(t, "the cluster is whole", func() bool { return strings.Contains(s.Must(t, "CLUSTER", "INFO"), "cluster_state:ok") })
	works(t, open(t, "redis+cluster://"+s.Addr()))
}

func TestSentinel(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	conf := filepath.Join(t.TempDir(), "sentinel.conf")
	if err := os.WriteFile(conf, []byte("sentinel monitor shop 127.0.0.1 "+strconv.Itoa(s.Port)+" 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	watch := redistest.StartSentinel(t, conf)
	works(t, open(t, "redis+sentinel://"+watch.Addr()+",127.0.0.1:1/shop"))
}

// A URL that is wrong is refused with what is wrong, and never with its password.
func TestBadURLs(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"127.0.0.1:6379":             "no URL",
		"http://h":                   "no such kind",
		"redis+foo://h":              "no such kind",
		"redis://":                   "a host is",
		"redis://:s3cret@h:0":        "a host is",
		"redis://:s3cret@h:port":     "a host is",
		"redis://u:%zz@h":            "percent-encoded",
		"redis://:s3cret@a,b":        "several hosts",
		"redis://h/zero":             "database is a number",
		"redis+cluster://h/1":        "has only 0",
		"redis+sentinel://:s3cret@h": "name of the master",
		"redis://h?ca=x":             `"ca"`,
		"rediss://h?ca=/nowhere":     "cannot be read",
		"redis://:s3cret@h?sentinel_password=s3cret2": `"sentinel_password"`,
	} {
		_, err := redis.Open(redis.Config{URL: url})
		if evercart.CodeOf(err) != evercart.Invalid || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v, want %q", url, err, want)
		}
	}
	for _, url := range []string{"redis://h", "redis://[::1]:7000/2", "rediss://u:p@h/", "redis+sentinel://u:p@a,b:1/m/2?sentinel_user=x&sentinel_password=y", "rediss+cluster://a:1,b:2"} {
		c, err := redis.Open(redis.Config{URL: url})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		_ = c.Stop(context.Background())
	}
}
