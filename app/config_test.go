package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/app"
)

func TestLoadPrecedence(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "evercart.toml")
	text := "addr = \"127.0.0.1:1\"\nname = \"From file\"\ncatalog_refresh = \"7m\"\ncatalog = [\"a.csv\", \"b.csv\"]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := app.Load(map[string][]string{"addr": {"127.0.0.1:3"}}, []string{"EVERCART_ADDR=127.0.0.1:2", "EVERCART_NAME=From env", "HOME=/x",
		"EVERCART_SERVICE_HOST=10.0.0.1", "EVERCART_SERVICE_PORT_HTTP=80", "EVERCART_PORT=tcp://10.0.0.1:80", "EVERCART_PORT_80_TCP_ADDR=10.0.0.1", "EVERCART_DB_PORT_80_TCP=tcp://10.0.0.1:80"}, file)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "127.0.0.1:3" || c.Name != "From env" || c.CatalogRefresh != 7*time.Minute || len(c.Catalog) != 2 || c.Currency != "USD" {
		t.Errorf("%+v", c)
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env  []string
		file string
		want string
	}{
		"unknown key":       {file: "addr = \"127.0.0.1:1\"\n\nadr = \"x\"\n", want: `line 3: unknown key "adr"`},
		"unknown table":     {file: "[server]\naddr = \"x\"\n", want: `unknown key "server"`},
		"unknown env":       {env: []string{"EVERCART_ADRESS=x"}, want: "EVERCART_ADRESS"},
		"a port":            {env: []string{"EVERCART_PORT=9000"}, want: "EVERCART_PORT"},
		"bad duration":      {env: []string{"EVERCART_DRAIN=soon"}, want: "EVERCART_DRAIN: not a duration"},
		"short key":         {env: []string{"EVERCART_API_KEYS=short"}, want: "16 characters"},
		"brain":             {env: []string{"EVERCART_BRAIN=magic"}, want: "brain"},
		"brain twice":       {env: []string{"EVERCART_BRAIN=rules,rules"}, want: "twice"},
		"openai, no URL":    {env: []string{"EVERCART_BRAIN=openai"}, want: "OPENAI_BASE_URL"},
		"anthropic, no key": {env: []string{"EVERCART_BRAIN=anthropic,rules"}, want: "ANTHROPIC_API_KEY"},
		"a price":           {env: []string{"EVERCART_PRICE=m=1"}, want: "price: MODEL=IN/OUT"},
		"a price of words":  {env: []string{"EVERCART_PRICE=m=one/two"}, want: "not an amount"},
		"a budget of words": {env: []string{"EVERCART_BUDGET_DAY=much"}, want: "budget-day"},
		"a budget of none":  {env: []string{"EVERCART_BUDGET_CALL=0"}, want: "budget-call"},
		"budget, no price":  {env: []string{"EVERCART_BUDGET_DAY=5", "EVERCART_BRAIN=openai", "OPENAI_BASE_URL=http://127.0.0.1:1/v1", "EVERCART_MODEL=big"}, want: "--price big=IN/OUT"},
		"tools":             {env: []string{"EVERCART_TOOLS=all"}, want: "tools: blueprint or nothing"},
		"first word":        {env: []string{"EVERCART_FIRST_WORD=1ms"}, want: "first-word"},
		"broken toml":       {file: "addr = ", want: "evercart.toml"},
		"unit":              {env: []string{"EVERCART_PRICE_UNIT=dimes"}, want: "price-unit"},
	} {
		file := filepath.Join(t.TempDir(), "evercart.toml")
		if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := app.Load(nil, c.env, file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestEveryOptionIsDocumented(t *testing.T) {
	t.Parallel()
	for _, o := range app.Options() {
		if o.Key == "" || len(o.Help) < 10 {
			t.Errorf("%+v lacks its words", o)
		}
	}
}
