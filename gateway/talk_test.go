package gateway_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/dashboard/talk"
	"github.com/evercart/evercart/gateway"
)

// tab is a browser's tab.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex // guards complaints
	problems []string
}

// browser opens a tab, or skips where there is no browser. EVERCART_TEST_REQUIRE=1 makes that a failure.
func browser(t *testing.T) *tab {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv("EVERCART_TEST_REQUIRE") == "1" {
			t.Fatal("no chromium is installed")
		}
		t.Skip("no chromium is installed: apt-get install chromium")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	// The first step starts the browser, which lives as long as the context of that step.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1200, 800)); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	watched, stop := context.WithCancel(ctx)
	t.Cleanup(func() { stop(); wg.Wait() })
	wg.Go(func() {
		for m, err := range chromedp.Console(watched) {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.problems = append(b.problems, m.String())
			b.mu.Unlock()
		}
	})
	return b
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// until waits for an expression of the page to hold.
func (b *tab) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression, chromedp.WithPollingInterval(20*time.Millisecond))); err != nil {
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		b.t.Fatalf("waiting for %s: %v; the page shows:\n%s", expression, err, text)
	}
}

func (b *tab) shows(words string) {
	b.t.Helper()
	b.until("document.body.innerText.includes(" + quoted(words) + ")")
}

func (b *tab) value(expression string) string {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// picture keeps a screenshot where EVERCART_TEST_SHOTS names a folder.
func (b *tab) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("EVERCART_TEST_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `\'`) + "'" }

func TestTalkPage(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := setup(t, func(c *gateway.Config) { c.Page, c.Images = talk.Files(), catalog.Images() })
	b.do(chromedp.Navigate(s.server.URL + "/"))
	b.shows("You said: Welcome.") // it speaks first
	b.until("document.querySelectorAll('#ideas button').length === 3")
	b.picture("1-greeting")

	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "add BLS-IVR-M\r"))
	b.shows("$89.50")
	b.until("document.querySelector('#lines img')?.naturalWidth > 0") // the picture came
	b.shows("1 item")
	b.until("document.querySelector('#log .figures')?.textContent.endsWith('total $89.50')") // what is said in words stands there in figures
	b.picture("2-added")

	// A reload finds everything, and greets nobody twice.
	b.do(chromedp.Reload())
	b.shows("add BLS-IVR-M")
	b.shows("$89.50")
	if n := b.value("String(document.querySelector('#log').innerText.split('Welcome.').length - 1)"); n != "1" {
		t.Errorf("the greeting stands there %s times after a reload", n)
	}

	// Words without an answer outlive a reload: the same turn is joined, not said again.
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "wait\r"))
	b.shows("One moment.")
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "and this\r"))
	b.do(chromedp.Reload())
	b.shows("and this")
	close(s.double.release)
	b.shows("You said: wait")
	b.shows("You said: and this")
	b.until("localStorage.getItem('evercart.pending') === null")

	// Another device changes the cart.
	id := b.value("localStorage.getItem('evercart.session')")
	s.want(http.StatusOK, "", "POST", "/webhook", "", `{"session_id":"`+id+`","text":"add BLS-IVR-M"}`)
	b.shows("$179.00")
	b.shows("2 items")

	// A server that goes away and comes back is found again, by itself.
	s.restart()
	b.until("document.querySelector('#link').classList.contains('on')")
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "still here\r"))
	b.shows("You said: still here")
	b.shows("$179.00")

	b.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile))
	b.until("!document.querySelector('#cart').open")
	b.picture("3-phone")
	b.do(chromedp.Click(chromedp.CSS("#cart summary")))
	b.until("document.querySelector('#cart').open")
	b.picture("4-phone-cart")
	if w := b.value("String(document.documentElement.scrollWidth)"); w != "360" {
		t.Errorf("the page is %s px wide on a phone of 360", w)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	// The browser also tells of every try to reach the server while that was leaving.
	b.problems = slices.DeleteFunc(b.problems, func(p string) bool { return strings.Contains(p, "WebSocket connection to") })
	if len(b.problems) > 0 { // a refusal by the content policy would stand here
		t.Errorf("the browser complains: %s", b.problems)
	}
}
