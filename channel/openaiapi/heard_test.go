package openaiapi_test

import (
	"testing"
)

// What the next request says of an answer is what was heard of it, whatever became of case, punctuation and fillers.
func TestHeard(t *testing.T) {
	t.Parallel()
	whole := "You said boots. " + all
	for account, want := range map[string]string{
		whole: "all",
		"you said boots and that is really all of it":                       "all",
		"One moment, I am looking for that now. you said boots and that is": "You said boots. And that is",
		"You said boots.": "You said boots.",
		"You":             "You",
		"":                "",
		"We sell a thousand things and ship them all over the world": "all", // none of our words: it tells nothing
	} {
		b := newBench(t)
		b.want(whole, request(list("system", "x", "user", "boots")))
		messages := list("system", "x", "user", "Boots.", "assistant", account, "user", "socks")
		if account == "" { // the platform keeps nothing of it, but its greeting
			messages = list("assistant", "Hello, this is the shop.", "user", "boots", "user", "socks")
		}
		b.want("You said socks. "+all, request(messages))
		v := b.turns(call("c-1"))[0]
		got := "all"
		if v.Heard != nil {
			got = v.Heard.Reveal()
		}
		if got != want {
			t.Errorf("%q: heard %q, want %q", account, got, want)
		}
	}
}

// A turn that the platform's list does not have was not heard; one of another call, or of no kept history, is left alone.
func TestNotTold(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.want("You said boots. "+all, request(list("user", "boots")))
	b.want("You said I want. "+all, request(list("user", "boots", "assistant", "You said boots. "+all, "user", "I want")))
	b.want("You said I want socks. "+all, request(list("user", "boots", "assistant", "You said boots. "+all, "user", "I want socks")))
	turns := b.turns(call("c-1"))
	if len(turns) != 3 || turns[0].Heard != nil || turns[1].Heard == nil || *turns[1].Heard != "" || turns[2].Heard != nil {
		t.Errorf("%+v", turns)
	}
	u := newBench(t) // words alone, in every request
	for _, w := range []string{"boots", "socks"} {
		u.ask(request(list("user", w)))
	}
	u.ask(request(list("user", "boots", "user", "socks", "user", "gloves")))
	for _, v := range u.turns(call("c-1")) {
		if v.Heard != nil {
			t.Errorf("%+v", v)
		}
	}
}

// Nothing new was said: nothing is done, and nothing said, but where a transfer failed.
func TestNothingNew(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.want("", request(list("user", "boots", "assistant", "You said boots.")))
	b.want("", request(list("user", "bye", "tool", `{"result":"ended"}`)))
	if g := b.ask(request(list("user", "person", "tool", "transfer failed"))); g.text == "" {
		t.Error("a failed transfer is not spoken of")
	}
	if g := b.want("", request(list("user", "uh"))); g.finish != "stop" {
		t.Errorf("%+v", g)
	}
	if n := len(b.turns(call("c-1"))); n != 0 {
		t.Errorf("%d turns", n)
	}
}

func offered(name string, properties obj, required ...string) []obj {
	return []obj{{"type": "function", "function": obj{"name": name, "parameters": obj{"type": "object", "properties": properties, "required": required}}}}
}

// The platform's own tools put a caller through, and end the call, where they are offered and can take what we have.
func TestTools(t *testing.T) {
	t.Parallel()
	text := obj{"type": "string"}
	transfer := offered("transferCall", obj{"destination": obj{"type": "string", "enum": []string{"+15550100"}}}, "destination")
	for name, c := range map[string]struct {
		words      string
		tools      any
		choice     any
		tool, args string
	}{
		"Vapi's transfer":       {"person", transfer, "auto", "transferCall", `{"destination":"+15550100"}`},
		"ElevenLabs' transfer":  {"person", offered("transfer_to_number", obj{"transfer_number": text, "client_message": text, "reason": text}, "transfer_number", "client_message"), nil, "transfer_to_number", `{"client_message":"","reason":"The caller asks for a person.","transfer_number":"+15550100"}`},
		"one without arguments": {"person", offered("transfer_call", obj{}), nil, "transfer_call", "{}"},
		"another number":        {"person", offered("transferCall", obj{"destination": obj{"type": "string", "enum": []string{"+15550199"}}}), nil, "", ""},
		"a number that is one":  {"person", offered("transferCall", obj{"destination": obj{"type": "integer"}}), nil, "", ""},
		"not to be called":      {"person", transfer, "none", "", ""},
		"none":                  {"person", nil, nil, "", ""},
		"an end":                {"goodbye", offered("end_call", obj{"reason": text, "message": text}, "reason"), nil, "end_call", `{"reason":"The caller said goodbye."}`},
		"no end":                {"boots", offered("endCall", obj{}), nil, "", ""},
	} {
		for _, stream := range []bool{true, false} {
			b := newBench(t)
			g := b.ask(request(list("user", c.words), "tools", c.tools, "tool_choice", c.choice, "stream", stream))
			finish := "stop"
			if c.tool != "" {
				finish = "tool_calls"
			}
			if g.tool != c.tool || g.args != c.args || g.finish != finish || g.text == "" {
				t.Errorf("%s: %+v", name, g)
			}
		}
	}
}
