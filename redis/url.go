package redis

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/evercart/evercart"
)

// Forms says which URLs Open takes.
const Forms = "redis://[user[:password]@]host[:6379][/db], redis+sentinel://…host[:26379],…/master[/db][?sentinel_user=&sentinel_password=], " +
	"redis+cluster://…host[:6379],…; with rediss in place of redis: TLS, [?ca=FILE&server_name=NAME]"

// CheckURL says whether Open takes a URL; it does not connect. Invalid.
func CheckURL(raw string) error {
	_, err := parse(raw)
	return err
}

// parse reads a URL. Invalid; its text never goes into an error, since there is a password in it.
func parse(raw string) (*redis.UniversalOptions, error) {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return nil, bad("this is no URL; it is one of: %s", Forms)
	}
	secure := strings.HasPrefix(scheme, "rediss")
	kind := strings.TrimPrefix(strings.TrimPrefix(scheme, "rediss"), "redis")
	port := "6379"
	switch kind {
	case "", "+cluster":
	case "+sentinel":
		port = "26379"
	default:
		return nil, bad("no such kind of URL; it is one of: %s", Forms)
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	o := &redis.UniversalOptions{IsClusterMode: kind == "+cluster"}
	hosts := authority
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		hosts = authority[at+1:]
		if err := user(o, authority[:at]); err != nil {
			return nil, err
		}
	}
	var err error
	if o.Addrs, err = addresses(hosts, port); err != nil {
		return nil, err
	}
	if kind == "" && len(o.Addrs) > 1 {
		return nil, bad("several hosts are a redis+sentinel:// or redis+cluster:// URL")
	}
	if err := within(o, kind, path); err != nil {
		return nil, err
	}
	return o, options(o, kind, secure, query)
}

func user(o *redis.UniversalOptions, info string) (err error) {
	name, password, _ := strings.Cut(info, ":")
	if o.Username, err = url.PathUnescape(name); err == nil {
		o.Password, err = url.PathUnescape(password)
	}
	if err != nil {
		return bad("user and password are percent-encoded")
	}
	return nil
}

func addresses(hosts, port string) ([]string, error) {
	var out []string
	for h := range strings.SplitSeq(hosts, ",") {
		host, p, err := net.SplitHostPort(h)
		if err != nil { // without a port
			host, p = strings.Trim(h, "[]"), port
		}
		if n, err := strconv.ParseUint(p, 10, 16); err != nil || n == 0 || host == "" {
			return nil, bad("a host is NAME[:PORT] or [IPv6]:PORT")
		}
		out = append(out, net.JoinHostPort(host, p))
	}
	return out, nil
}

// within reads what stands after the hosts: the name of a Sentinel's master and the number of the database.
func within(o *redis.UniversalOptions, kind, path string) error {
	path = strings.TrimSuffix(path, "/")
	if kind == "+sentinel" {
		o.MasterName, path, _ = strings.Cut(path, "/")
		if o.MasterName == "" {
			return bad("a redis+sentinel:// URL ends with the name of the master: …/mymaster")
		}
	}
	if path == "" {
		return nil
	}
	n, err := strconv.ParseUint(path, 10, 16)
	if err != nil || kind == "+cluster" && n != 0 {
		return bad("the database is a number; a Cluster has only 0")
	}
	o.DB = int(n)
	return nil
}

func options(o *redis.UniversalOptions, kind string, secure bool, query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return bad("what follows the ? cannot be read")
	}
	if secure {
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	for key, v := range values {
		switch {
		case key == "sentinel_user" && kind == "+sentinel":
			o.SentinelUsername = v[0]
		case key == "sentinel_password" && kind == "+sentinel":
			o.SentinelPassword = v[0]
		case key == "server_name" && secure:
			o.TLSConfig.ServerName = v[0]
		case key == "ca" && secure:
			if o.TLSConfig.RootCAs, err = authority(v[0]); err != nil {
				return err
			}
		default:
			return bad("no such option for this kind of URL: %q", key)
		}
	}
	return nil
}

func authority(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, &evercart.Error{Code: evercart.Invalid, Op: "redis.Open", Message: "the file of the certificate authority cannot be read", Err: err}
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, bad("the file of the certificate authority holds no certificate in PEM")
	}
	return pool, nil
}

func bad(format string, args ...any) error {
	return evercart.Errorf(evercart.Invalid, "redis.Open", format, args...)
}
