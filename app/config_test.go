package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
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
		"brain":             {env: []string{"EVERCART_BRAIN=magic"}, want: "EVERCART_BRAIN: anthropic, openai, rules"},
		"brain twice":       {env: []string{"EVERCART_BRAIN=rules,rules"}, want: "twice"},
		"openai, no URL":    {env: []string{"EVERCART_BRAIN=openai"}, want: "OPENAI_BASE_URL"},
		"anthropic, no key": {env: []string{"EVERCART_BRAIN=anthropic,rules"}, want: "ANTHROPIC_API_KEY"},
		"a price":           {env: []string{"EVERCART_PRICE=m=1"}, want: "EVERCART_PRICE: MODEL=IN/OUT"},
		"a price of words":  {env: []string{"EVERCART_PRICE=m=one/two"}, want: "not an amount"},
		"a budget of words": {env: []string{"EVERCART_BUDGET_DAY=much"}, want: "EVERCART_BUDGET_DAY: an amount"},
		"a budget of none":  {env: []string{"EVERCART_BUDGET_CALL=0"}, want: "EVERCART_BUDGET_CALL: an amount"},
		"budget, no price":  {env: []string{"EVERCART_BUDGET_DAY=5", "EVERCART_BRAIN=openai", "OPENAI_BASE_URL=http://127.0.0.1:1/v1", "EVERCART_MODEL=big"}, want: "--price big=IN/OUT"},
		"tools":             {env: []string{"EVERCART_TOOLS=all"}, want: "EVERCART_TOOLS: blueprint or nothing"},
		"first word":        {env: []string{"EVERCART_FIRST_WORD=1ms"}, want: "EVERCART_FIRST_WORD: 100ms to 1m"},
		"broken toml":       {file: "name = \"x\"\n\naddr = \n", want: "evercart.toml: line 3: "},
		"a currency":        {file: "name = \"x\"\n# currency\ncurrency = \"Euro\"\n", want: `evercart.toml: line 3: currency: three letters of ISO 4217, such as USD, not "Euro"`},
		"its own line":      {file: "catalog_refresh = \"5m\"\ncatalog = \"ftp://example.com/feed\"\n", want: "evercart.toml: line 2: catalog: a feed's address"},
		"no name":           {file: "name = \" \"", want: "evercart.toml: line 1: name: a name is needed"},
		"a locale":          {env: []string{"EVERCART_LOCALE=foo_bar_baz"}, want: `EVERCART_LOCALE: a language tag such as en-US, not "foo_bar_baz"`},
		"replicas":          {env: []string{"EVERCART_REPLICAS=-1"}, want: "EVERCART_REPLICAS: 0 or more, not -1"},
		"drain":             {env: []string{"EVERCART_DRAIN=-1s"}, want: "EVERCART_DRAIN: 0s or more"},
		"an address":        {env: []string{"EVERCART_ADDR=8080"}, want: `EVERCART_ADDR: an address is HOST:PORT, such as 127.0.0.1:8080, not "8080"`},
		"a port too high":   {env: []string{"EVERCART_ADDR=127.0.0.1:80800"}, want: "EVERCART_ADDR: an address is HOST:PORT"},
		"a database":        {env: []string{"EVERCART_POSTGRES=host=a port=x"}, want: "EVERCART_POSTGRES: this is no URL of a PostgreSQL database"},
		"of keys":           {env: []string{"EVERCART_KEYS=host=a port=x"}, want: "EVERCART_KEYS: this is no URL of a PostgreSQL database"},
		"redis":             {env: []string{"EVERCART_REDIS=localhost"}, want: "EVERCART_REDIS: this is no URL"},
		"a base":            {env: []string{"OPENAI_BASE_URL=localhost:1"}, want: "OPENAI_BASE_URL: an address begins with"},
		"its own address":   {env: []string{"EVERCART_PUBLIC_URL=shop.example.com"}, want: "EVERCART_PUBLIC_URL: an address begins with"},
		"thinking":          {env: []string{"EVERCART_THINKING=hard"}, want: `EVERCART_THINKING: off, on or auto, not "hard"`},
		"effort":            {env: []string{"EVERCART_EFFORT=some"}, want: "EVERCART_EFFORT: none, low, medium, high, xhigh or max"},
		"callers":           {env: []string{"EVERCART_TWILIO_CALLERS=all"}, want: "EVERCART_TWILIO_CALLERS: any, attested or nobody"},
		"a log level":       {env: []string{"EVERCART_LOG_LEVEL=loud"}, want: `EVERCART_LOG_LEVEL: debug, info, warn or error, not "loud"`},
		"a log format":      {env: []string{"EVERCART_LOG_FORMAT=xml"}, want: `EVERCART_LOG_FORMAT: text or json, not "xml"`},
		"unit":              {env: []string{"EVERCART_PRICE_UNIT=dimes"}, want: "EVERCART_PRICE_UNIT: major or minor"},
	} {
		file := filepath.Join(t.TempDir(), "evercart.toml")
		if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := app.Load(nil, c.env, file)
		if err == nil || !strings.Contains(err.Error(), c.want) || evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, ok := errors.AsType[*app.Misconfigured](err); !ok {
			t.Errorf("%s: %v is not told from what went wrong", name, err)
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
