package test

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"

	"github.com/evercart/evercart/internal/pgtest"
)

var composeSecrets = []string{"POSTGRES_PASSWORD=aaaa", "OWNER_PASSWORD=bbbb", "SHOP_PASSWORD=cccc", "REDIS_PASSWORD=dddd",
	"API_KEYS=programs-of-the-shop-1", "ADMIN_KEYS=operators-of-the-shop-1"}

func loadCompose(t *testing.T, env ...string) (*types.Project, error) {
	t.Helper()
	o, err := cli.NewProjectOptions([]string{"../compose.yaml"}, cli.WithEnv(env), cli.WithDiscardEnvFile)
	if err != nil {
		t.Fatal(err)
	}
	return o.LoadProject(t.Context())
}

// No secret has a default: each that is missing is named.
func TestComposeWantsSecrets(t *testing.T) {
	t.Parallel()
	if _, err := loadCompose(t, composeSecrets...); err != nil {
		t.Fatal(err)
	}
	for i, secret := range composeSecrets {
		name, _, _ := strings.Cut(secret, "=")
		_, err := loadCompose(t, slices.Delete(slices.Clone(composeSecrets), i, i+1)...)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	sample, err := os.ReadFile("../compose.env")
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range composeSecrets {
		name, _, _ := strings.Cut(secret, "=")
		if !strings.Contains(string(sample), "\n"+name+"=\n") {
			t.Errorf("compose.env has no %s", name)
		}
	}
}

// What the file says of the services is what the promises need, and what the program understands.
func TestCompose(t *testing.T) {
	t.Parallel()
	p, err := loadCompose(t, composeSecrets...)
	if err != nil {
		t.Fatal(err)
	}
	for name, image := range map[string]string{"postgres": "postgres:16", "redis": "redis:7.2"} {
		if got := p.Services[name].Image; got != image {
			t.Errorf("%s is %q", name, got)
		}
	}
	if c := strings.Join(p.Services["redis"].Command, " "); !strings.Contains(c, "--appendonly yes") || !strings.Contains(c, "--requirepass dddd") {
		t.Errorf("redis is started as %s", c)
	}
	for _, name := range []string{"postgres", "redis", "evercart"} {
		s := p.Services[name]
		if s.HealthCheck == nil || len(s.HealthCheck.Test) < 2 || s.Restart != "unless-stopped" {
			t.Errorf("%s: health check %v, restart %q", name, s.HealthCheck, s.Restart)
		}
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s is open to everybody: %+v", name, port)
			}
		}
	}
	if d := p.Services["evercart"].DependsOn; d["migrate"].Condition != types.ServiceConditionCompletedSuccessfully {
		t.Errorf("the server waits for %+v", d)
	}
	for name := range p.Volumes {
		if !strings.Contains(volumesOf(p), " "+name+" ") {
			t.Errorf("nobody uses the volume %s", name)
		}
	}
	for name, command := range map[string]string{"evercart": "serve", "migrate": "migrate"} {
		s := p.Services[name]
		help, _, _ := evercart(t, nil, "", command, "--help")
		for _, arg := range s.Command {
			if strings.HasPrefix(arg, "--") && !strings.Contains(help, arg+" ") {
				t.Errorf("%s: evercart %s has no %s", name, command, arg)
			}
		}
		for key := range s.Environment {
			if !known[key] && !strings.Contains(help, "["+key+"]") && !strings.Contains(help, " "+key+" ") {
				t.Errorf("%s: evercart %s reads no %s", name, command, key)
			}
		}
	}
}

// With --scale, each server has a port and a data folder of its own, and all have one master key.
func TestComposeScales(t *testing.T) {
	t.Parallel()
	p, err := loadCompose(t, composeSecrets...)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Services["evercart"]
	if s.ContainerName != "" {
		t.Errorf("two cannot be called %s", s.ContainerName)
	}
	for _, port := range s.Ports {
		if first, last, ok := strings.Cut(port.Published, "-"); !ok || len(first) != len(last) || first >= last {
			t.Errorf("two cannot have the port %q", port.Published)
		}
	}
	shared := map[string]bool{}
	for _, v := range s.Volumes {
		shared[v.Target] = v.Source != ""
	}
	if own, there := shared["/var/lib/evercart"]; own || !there || !shared["/var/lib/evercart-master"] {
		t.Errorf("shared are %v", shared)
	}
}

var known = map[string]bool{"PGPASSWORD": true} // the database's own, read by its client

func volumesOf(p *types.Project) string {
	out := " "
	for _, s := range p.Services {
		for _, v := range s.Volumes {
			out += v.Source + " "
		}
	}
	return out
}

// The roles' script and both commands run as the file has them, on a private PostgreSQL: a shop that its least role serves.
func TestComposeRuns(t *testing.T) {
	t.Parallel()
	p, err := loadCompose(t, composeSecrets...)
	if err != nil {
		t.Fatal(err)
	}
	var own pgtest.Lazy
	t.Cleanup(own.Stop)
	pg := own.Server(t)
	pg.SQL(t, "postgres", `DROP DATABASE evercart`, `DROP ROLE evercart_owner`) // the script makes its own
	roles := exec.Command("../scripts/compose-roles.sh")
	at, err := url.Parse(pg.URL("postgres", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	roles.Env = append(cleanEnv(), "OWNER_PASSWORD=bbbb", "SHOP_PASSWORD=cccc", "PGHOST=127.0.0.1", "PGPORT="+at.Port())
	if out, err := roles.CombinedOutput(); err != nil {
		t.Fatalf("roles: %v %s", err, out)
	}
	env := func(service string) (out []string) {
		for key, value := range p.Services[service].Environment {
			if key != "EVERCART_REDIS" {
				out = append(out, key+"="+strings.Replace(*value, "@postgres:5432", "@"+at.Host, 1))
			}
		}
		return out
	}
	if out, stderr, code := evercart(t, env("migrate"), "", p.Services["migrate"].Command...); code != 0 {
		t.Fatalf("migrate: %d %s%s", code, out, stderr)
	}
	data := t.TempDir()
	args := strings.NewReplacer("/var/lib/evercart-master", filepath.Join(data, "m"), "/var/lib/evercart", data, "0.0.0.0:8080", "127.0.0.1:0")
	if err := os.Mkdir(filepath.Join(data, "m"), 0o700); err != nil {
		t.Fatal(err)
	}
	var command []string
	for _, arg := range p.Services["evercart"].Command[1:] {
		command = append(command, args.Replace(arg))
	}
	s := start(t, config{data: data, args: command, env: env("evercart"), catalog: "none"})
	var begun struct {
		SessionID string `json:"session_id"`
	}
	if status := s.call("POST", "/v1/sessions", map[string]any{"user_id": "u-ada", "cart": []map[string]any{{"sku": "SOC-3PK", "quantity": 1}}}, &begun); status/100 != 2 {
		t.Fatalf("begin: %d", status)
	}
	if got := s.session(begun.SessionID).Cart.packs(); got != 1 {
		t.Errorf("%d packs", got)
	}
	if status := s.call("GET", "/readyz", nil, nil); status != 200 {
		t.Errorf("ready: %d", status)
	}
	// The role that serves can do nothing beside that.
	const refused = `DO $$ BEGIN %; RAISE EXCEPTION 'taken'; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`
	for _, what := range []string{`CREATE ROLE x`, `CREATE TABLE public.x()`, `DROP TABLE public.head`, `ALTER TABLE public.head DISABLE ROW LEVEL SECURITY`} {
		pg.SQL(t, "evercart", "SET SESSION AUTHORIZATION shop; "+strings.Replace(refused, "%", what, 1))
	}
}

// The image is made by the Dockerfile: it builds with the Go of go.mod, and does not run as root.
func TestDockerfile(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := exec.Command("go", "mod", "edit", "-json", "../go.mod").Output()
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Go string }
	if err := json.Unmarshal(mod, &m); err != nil {
		t.Fatal(err)
	}
	from := regexp.MustCompile(`FROM golang:(\d+\.\d+)-`).FindStringSubmatch(string(b))
	if from == nil || !strings.HasPrefix(m.Go, from[1]+".") && m.Go != from[1] {
		t.Errorf("the image builds with %v, go.mod wants %s", from, m.Go)
	}
	if !regexp.MustCompile(`(?m)^USER evercart$`).Match(b) {
		t.Error("the image runs as root")
	}
}
