package app

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

// Config is all that a server can be told. Values come from flags, then EVERCART_* environment, then evercart.toml; a key
// that is in none of the tags below is an error. Options reads the tags: they are the one list of what there is.
type Config struct {
	Addr     string `group:"Where it listens and what it keeps" key:"addr" value:"ADDRESS" default:"127.0.0.1:8080" help:"address to listen on; without API keys it must be a loopback address"`
	Data     string `key:"data" value:"DIR" default:"./evercart-data" help:"folder of the database, the shoppers' keys and the secrets"`
	Postgres string `key:"postgres" value:"URL" help:"PostgreSQL database that keeps the data, instead of a file in the folder; evercart migrate makes its tables. Keep a password in PGPASSFILE or the environment"`
	Keys     string `key:"keys" value:"URL" help:"another PostgreSQL database that keeps the shoppers' keys, instead of a file in the folder, so that several nodes can share them; evercart migrate makes its tables"`
	Master   string `key:"master-key" value:"FILE" help:"file of the master key, which wraps the shoppers' keys; the same for every node; default: master.key in the data folder"`
	Redis    string `key:"redis" value:"URL" help:"Redis that nodes share, for copies of sessions, news of each other and rates; it may be away or lose everything at any time. redis://, rediss://, redis+sentinel:// or redis+cluster:// (docs/redis.md). Keep a password in the environment"`
	Replicas int    `key:"replicas" value:"N" default:"0" help:"synchronous standbys that every commit must have reached; a database that waits for fewer is refused"`

	Catalog        []string      `group:"What it sells" key:"catalog" value:"FILE|URL" help:"catalogue feed: Shopify CSV, Google Merchant XML or TSV, plain CSV, our JSON; may be given several times; default: the sample shop"`
	CatalogRefresh time.Duration `key:"catalog-refresh" value:"TIME" default:"5m" help:"how often the feeds are checked again"`
	PriceUnit      string        `key:"price-unit" value:"UNIT" default:"major" help:"unit of the prices in a plain CSV: major (89.50) or minor (8950)"`
	Shop           string        `key:"shop" value:"DIR" help:"folder of the shop's own words: shop.toml, answers/*.md, prompt.md (evercart init writes an example); it then decides name, currency and locale"`
	Name           string        `key:"name" value:"NAME" default:"Evercart" help:"name of the shop, as it is spoken"`
	Currency       string        `key:"currency" value:"CODE" default:"USD" help:"ISO 4217 currency of the shop's carts and prices"`
	Locale         string        `key:"locale" value:"TAG" default:"en-US" help:"language that is spoken if the caller gives none (BCP 47)"`

	Brain            string        `group:"Who thinks" key:"brain" value:"BRAINS" default:"auto" help:"anthropic, openai, rules, or a chain such as anthropic,rules, in which the next one answers if the one before cannot; auto: anthropic,rules if ANTHROPIC_API_KEY is set, otherwise rules"`
	Model            string        `key:"model" value:"MODELS" help:"models, by the names that their server uses; the first that is available answers. A name with anthropic: or openai: before it is for that brain only; default for anthropic: claude-haiku-5-5"`
	AnthropicBaseURL string        `key:"anthropic-base-url" value:"URL" env:"ANTHROPIC_BASE_URL" default:"https://api.anthropic.com" help:"base URL of Claude's server"`
	AnthropicKey     string        `key:"anthropic-api-key" env:"ANTHROPIC_API_KEY" secret:"true" help:"API key of Claude's server; if it is set, the brain auto asks Claude"`
	OpenAIBaseURL    string        `key:"openai-base-url" value:"URL" env:"OPENAI_BASE_URL" help:"base URL of an OpenAI-compatible server, such as http://127.0.0.1:11434/v1"`
	OpenAIKey        string        `key:"openai-api-key" env:"OPENAI_API_KEY" secret:"true" help:"API key of the OpenAI-compatible server, if it wants one"`
	Thinking         string        `key:"thinking" value:"MODE" default:"off" help:"whether Claude thinks before it speaks: off, on (when it finds that necessary) or auto (the model's own default)"`
	Effort           string        `key:"effort" value:"LEVEL" default:"low" help:"how much effort Claude puts into an answer: low, medium, high, xhigh, max, or none to leave it to the model"`
	FirstWord        time.Duration `key:"first-word" value:"TIME" default:"3s" help:"how long a model may take to its first word if the next brain of the chain could answer instead"`
	Prices           []string      `key:"price" value:"MODEL=IN/OUT" help:"what a model costs in US dollars for a million tokens: MODEL=IN/OUT, IN/CACHED/OUT or IN/CACHED/WRITTEN/OUT; may be given several times; Claude's list prices are known"`
	BudgetDay        string        `key:"budget-day" value:"USD" help:"US dollars that models may cost in a day (UTC), nodes that share a Redis together, others each for itself; after that, the next brain of the chain answers"`
	BudgetCall       string        `key:"budget-call" value:"USD" help:"US dollars that models may cost in one session; after that, the next brain of the chain answers"`
	Tools            string        `key:"tools" value:"blueprint" help:"also offer brains read_state, write_state and summarize_state; a list in shop.toml still decides which tools may be called"`
	TurnLimit        time.Duration `key:"turn-limit" value:"TIME" default:"60s" help:"how long a turn may hold its session; a node ends its own turns after half of it"`

	APIKeys   []string `group:"Who may speak" key:"api-keys" secret:"true" help:"keys of the shop's own programs, which may make sessions; comma-separated, 16 characters or more each"`
	AdminKeys []string `key:"admin-keys" secret:"true" help:"keys that may also read, change and erase everything; comma-separated, 16 characters or more each"`
	Proxies   []string `key:"proxies" value:"CIDR" help:"proxies and balancers in front, such as 10.0.0.0/8, whose X-Forwarded-For is believed; without them all callers behind one share its rate; may be given several times"`
	Origins   []string `key:"origins" value:"URL" help:"further origins, such as https://shop.example.com, whose pages may speak; may be given several times"`
	Hosts     []string `key:"hosts" value:"NAME" help:"further host names to which a server without keys answers; may be given several times"`

	Public        string   `group:"The telephone" key:"public-url" value:"URL" help:"this server's public address, such as https://shop.example.com; voice platforms call it there and sign that address"`
	TwilioAccount string   `key:"twilio-account" value:"SID" help:"AccountSid (AC…) of the Twilio account whose calls are answered; needs twilio-auth-token and public-url"`
	TwilioTokens  []string `key:"twilio-auth-token" env:"TWILIO_AUTH_TOKEN" secret:"true" help:"auth token of that account; while you replace it, the new and the old one, comma-separated"`
	TwilioCallers string   `key:"twilio-callers" value:"WHOSE" default:"any" help:"whose number leads to the cart of earlier calls: any (the number as shown), attested (only if the network vouches for it), nobody"`

	VoiceKeys    []string `group:"Other voice platforms" key:"voice-keys" secret:"true" help:"keys with which voice platforms ask for answers at /v1/chat/completions, comma-separated, 16 characters or more each; they open nothing else, and api-keys open it too"`
	VoiceCallers string   `key:"voice-callers" value:"WHOSE" default:"any" help:"whose number, as such a platform gives it, leads to the cart of earlier calls: any, nobody"`

	StoreWait  time.Duration `group:"How it runs" key:"store-wait" value:"TIME" default:"8s" help:"how long a change waits, after a spoken 'one moment', for a database that is away before it is refused; never longer than a turn may take"`
	JoinWindow time.Duration `key:"join-window" value:"TIME" default:"600ms" help:"how soon the next part of a sentence must follow if a webhook numbers its parts; an answer to such words waits as long"`
	Drain      time.Duration `key:"drain" value:"TIME" default:"10s" help:"how long running turns may take to end after SIGTERM"`
	LogLevel   string        `key:"log-level" value:"LEVEL" default:"info" help:"debug, info, warn or error"`
	LogFormat  string        `key:"log-format" value:"FORMAT" default:"text" help:"text or json"`

	// Version is the program's own; it is not configured.
	Version string

	// said are the keys that somebody set; the others have their defaults.
	said []string

	// Clock is brought by trials, in which hours pass at once; nil = the machine's.
	Clock evercart.Clock
}

// says tells whether somebody set a key.
func (c Config) says(key string) bool { return slices.Contains(c.said, key) }

// toolsBlueprint asks for the three tools that read, patch and sum up the state.
const toolsBlueprint = "blueprint"

// Option is one key of Config.
type Option struct {
	Key     string // "catalog-refresh": the flag, and with _ for - the key in evercart.toml
	Env     string // "EVERCART_CATALOG_REFRESH"
	Group   string // "What it sells": the heading above it in --help
	Value   string // "TIME": what kind of thing it takes
	Default string
	Help    string
	Secret  bool // no flag: a command line can be read by every process of the machine
	field   int
	kind    reflect.Type
}

// Many says that the option may be given several times.
func (o Option) Many() bool { return o.kind.Kind() == reflect.Slice }

// Options lists what can be configured, in reading order.
func Options() []Option {
	t := reflect.TypeFor[Config]()
	out, group := make([]Option, 0, t.NumField()), ""
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("key") == "" {
			continue
		}
		if g := f.Tag.Get("group"); g != "" { // it holds for the fields below as well
			group = g
		}
		o := Option{Key: f.Tag.Get("key"), Env: f.Tag.Get("env"), Group: group, Value: f.Tag.Get("value"), Default: f.Tag.Get("default"),
			Help: f.Tag.Get("help"), Secret: f.Tag.Get("secret") != "", field: i, kind: f.Type}
		if o.Env == "" {
			o.Env = envOf(o.Key)
		}
		out = append(out, o)
	}
	return out
}

// Check refuses what cannot work, with the key's name.
func (c Config) Check() error {
	if c.Data == "" {
		return fmt.Errorf("data: a folder is needed")
	}
	if c.Keys != "" && c.Postgres != "" && c.shared().Is(c.Postgres) {
		return fmt.Errorf("keys: a database of its own is needed, not the one of the data: a dump of the data would carry the keys")
	}
	if c.TurnLimit < 2*time.Second || c.TurnLimit > 10*time.Minute {
		return fmt.Errorf("turn-limit: 2s to 10m")
	}
	if c.JoinWindow < 0 || c.JoinWindow > 10*time.Second {
		return fmt.Errorf("join-window: 0s to 10s")
	}
	if c.StoreWait <= 0 {
		return fmt.Errorf("store-wait: a time")
	}
	if c.CatalogRefresh < time.Second {
		return fmt.Errorf("catalog-refresh: 1s or more")
	}
	if c.PriceUnit != "major" && c.PriceUnit != "minor" {
		return fmt.Errorf("price-unit: major or minor, not %q", c.PriceUnit)
	}
	for _, k := range slices.Concat(c.APIKeys, c.AdminKeys, c.VoiceKeys) {
		if len(k) < 16 {
			return fmt.Errorf("api-keys, admin-keys, voice-keys: each key has 16 characters or more")
		}
	}
	if _, err := c.proxies(); err != nil {
		return err
	}
	if err := c.checkOrigins(); err != nil {
		return err
	}
	if !slices.Contains([]string{"", "any", "nobody"}, c.VoiceCallers) {
		return fmt.Errorf("voice-callers: any or nobody, not %q", c.VoiceCallers)
	}
	if c.Tools != "" && c.Tools != toolsBlueprint {
		return fmt.Errorf("tools: %s or nothing, not %q", toolsBlueprint, c.Tools)
	}
	if err := c.checkPhone(); err != nil {
		return err
	}
	if c.FirstWord < 100*time.Millisecond || c.FirstWord > time.Minute {
		return fmt.Errorf("first-word: 100ms to 1m")
	}
	chain, err := c.brains()
	if err != nil {
		return err
	}
	if _, err := c.prices(); err != nil {
		return err
	}
	if _, err := c.budget(chain); err != nil {
		return err
	}
	return nil
}
