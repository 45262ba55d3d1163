package gateway_test

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/evercart/evercart/dashboard/talk"
	"github.com/evercart/evercart/gateway"
)

// A page that is not let in says what it needs, goes on saying so, and promises nothing; a link with a token opens it, in the same tab.
func TestTalkPageWithKeys(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := setup(t, keyed, func(c *gateway.Config) { c.Page = talk.Files() })
	b.do(chromedp.Navigate(s.server.URL + "/"))
	b.shows("This shop needs to know who speaks.")
	b.shows("/#session=…&token=…")
	b.until("document.querySelector('#link').textContent === 'not let in'")
	b.value("(() => { window.told = []; new MutationObserver(() => told.push(document.querySelector('#link').textContent)).observe(document.querySelector('#link'), { childList: true }); return '' })()")
	b.until("window.told.length >= 2") // after further tries
	if said := b.value("String(window.told.every((t) => t === 'not let in'))"); said != "true" {
		t.Errorf("the page goes on to say %s", b.value("window.told.join()"))
	}
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "hello\r"))
	b.shows("That was not sent.")
	if left := b.value("document.querySelector('#text').value + ' ' + document.body.innerText.includes('will go out') + ' ' + localStorage.getItem('evercart.pending')"); left != "hello false null" {
		t.Errorf("words that cannot be sent: %s", left)
	}
	b.picture("5-keys")
	b.do(chromedp.EmulateViewport(390, 740, chromedp.EmulateMobile))
	b.picture("6-keys-phone")
	if w := b.value("String(document.documentElement.scrollWidth)"); w != "390" {
		t.Errorf("the page is %s px wide on a phone of 390", w)
	}

	open := func(life time.Duration) {
		b.value("location.hash = '#session=" + adaSession + "&token=" + mint(t, "subject-1", adaSession, life) + "'")
	}
	open(-time.Minute)
	b.comesTo("document.body?.innerText.includes('Your link is no longer valid.')")
	open(time.Hour)
	b.comesTo("document.body?.innerText.includes('You said: Welcome.')")
	b.until("document.querySelector('#link').classList.contains('on')")
}

// comesTo is until for a page that is loaded anew meanwhile, which ends what was waited for in the one before.
func (b *tab) comesTo(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	for ctx.Err() == nil {
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingInterval(20*time.Millisecond))); err == nil {
			return
		}
	}
	b.t.Fatalf("waiting for %s", expression)
}
