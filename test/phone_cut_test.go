package test

import (
	"strings"
	"testing"
)

// offer is a model that offers the loafers after the blouse's price.
func offer(t *testing.T) *model {
	return startModel(t,
		text("the blouse", "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I also add the brown loafers in size nine?"),
		text("yes", "Do you mean the ivory silk blouse?"),
		rule{"answer": map[string]any{"text": "Hello."}})
}

// last is the body of the newest request.
func (m *model) last() string {
	m.t.Helper()
	list := m.requests()
	return string(list[len(list)-1].Body)
}

// By telephone: what was spoken over is remembered as far as it was heard, also where that is nothing, or where the
// platform's account of it is odd; a yes to it puts nothing into the cart.
func TestPhoneTalksOverTheOffer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		played, until []string // fragments that the platform tells, then the one of the interruption
		heard         string
	}{
		"a part":             {[]string{"The ivory silk blouse is eighty-nine"}, []string{"The ivory silk blouse is eighty-nine"}, "The ivory silk blouse is eighty-nine"},
		"the part alone":     {nil, []string{"The ivory silk blouse is eighty-nine"}, "The ivory silk blouse is eighty-nine"},
		"a part in the next": {[]string{"The ivory silk blouse is eighty-nine dollars and fifty cents."}, []string{"Shall I"}, "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I"},
		"nothing":            {nil, []string{""}, ""},
		"other words":        {nil, []string{"I will gladly give it to you for free"}, ""},
		"more than was said": {[]string{"The ivory silk blouse is"}, []string{"The ivory silk blouse is " + strings.Repeat("much too cheap ", 500)}, "The ivory silk blouse is"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := offer(t)
			s := start(t, withPhone(m.with("openai")))
			p, _ := s.ring(t, "+15550100001")
			id := s.only()
			p.say("tell me about the blouse")
			p.wait()
			for _, f := range c.played {
				p.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": f})
			}
			p.send(map[string]any{"type": "interrupt", "utteranceUntilInterrupt": c.until[0], "durationUntilInterruptMs": "684"})
			p.held = nil
			p.ask("yes")
			turns := s.transcript(id)
			if v := turns[len(turns)-2]; v.Heard == nil || *v.Heard != c.heard {
				t.Errorf("heard %v, not %q", v.Heard, c.heard)
			}
			body := m.last()
			if strings.Contains(body, "loafers") || c.heard != "" && !strings.Contains(body, c.heard) || c.heard == "" && strings.Contains(body, "eighty-nine") {
				t.Errorf("the model is told %.3000s", body)
			}
			if cart := s.session(id).Cart; !cart.is("") {
				t.Errorf("in the cart: %s", cart)
			}
			m.wantNo400()
		})
	}
}

// By telephone: what a tool had done when the caller spoke over the answer stays done, is told to the model, and is not
// done again.
func TestPhoneCutsAfterATool(t *testing.T) {
	t.Parallel()
	m := startModel(t,
		calls("candle", call("add_to_cart", map[string]any{"sku": "CND-CAF", "quantity": 1})),
		rule{"when": map[string]any{"says": "candle", "step": 1}, "answer": map[string]any{"hold": "tell", "hold_at": 5,
			"pieces": []string{"It smells of strong coffee. ", "It burns for forty hours. ", "Is there ", "anything else?"}}},
		rule{"answer": map[string]any{"text": "Hello."}})
	s := start(t, withPhone(m.with("openai")))
	p, _ := s.ring(t, "+15550100001")
	id := s.only()
	p.say("add the candle and tell me about it")
	m.awaitHeld("tell")
	for said := ""; !strings.Contains(said, "It smells of strong coffee."); { // a filler may come first
		f, err := p.next()
		if err != nil || f.Last {
			t.Fatalf("%+v %v after %q", f, err, said)
		}
		said += f.Token
	}
	p.send(map[string]any{"type": "info", "name": "tokensPlayed", "value": "It smells of"})
	p.send(map[string]any{"type": "interrupt", "utteranceUntilInterrupt": "It smells of", "durationUntilInterruptMs": 400})
	p.say("wait, how much was that?")
	got := p.wait()
	m.release("tell")
	if !strings.HasSuffix(got, "Hello.") {
		t.Errorf("%q", got)
	}
	turns := s.transcript(id)
	if v := turns[len(turns)-2]; v.Heard == nil || *v.Heard != "It smells of" {
		t.Errorf("heard %v", v.Heard)
	}
	if cart := s.session(id).Cart; !cart.is("CND-CAF 1") {
		t.Errorf("in the cart: %s", cart)
	}
	if body := m.last(); !strings.Contains(body, "add_to_cart") || strings.Contains(body, "forty hours") || !strings.Contains(body, "CND-CAF") {
		t.Errorf("the model is told %.3000s", body)
	}
	m.wantNo400()
}

// A call goes on with another node when its own is killed in the middle of it.
func TestPhoneChangesNodes(t *testing.T) {
	t.Parallel()
	c := newCell(t)
	nodes := c.nodes(2, withPhone(config{}))
	p, _ := nodes[0].ring(t, "+15550100001")
	p.ask("add two scarves")
	id := nodes[0].only()
	p.say("what is in my cart")
	said := p.wait()
	nodes[0].kill()
	p.s = nodes[1]
	back := p.again()
	if !strings.HasPrefix(back, "Sorry, I was cut off there.") {
		t.Errorf("%q after %q", back, said)
	}
	contains(t, p.ask("add the candle"), "andle")
	if got := nodes[1].session(id); !got.Cart.is("CND-CAF 1, SCF-RED 2") {
		t.Errorf("in the cart: %s", got.Cart)
	}
	if nodes[1].only() != id {
		t.Error("the call has another session")
	}
	p.hangUp()
	c.doctor()
}
