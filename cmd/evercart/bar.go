package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// bar is a progress bar on a terminal; elsewhere it stays silent.
type bar struct {
	w          io.Writer
	name       string
	size, seen int64
	drawn      time.Time
	began      time.Time
}

func newBar(w io.Writer, name string, size int64) *bar {
	b := &bar{name: name, size: size, began: time.Now()}
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			b.w = w
		}
	}
	return b
}

// read counts what is read from r.
func (b *bar) read(r io.Reader) io.Reader { return &counted{r, b} }

type counted struct {
	r io.Reader
	b *bar
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.b.seen += int64(n)
	if now := time.Now(); now.Sub(c.b.drawn) > 100*time.Millisecond && now.Sub(c.b.began) > 300*time.Millisecond {
		c.b.drawn = now
		c.b.draw()
	}
	return n, err
}

func (b *bar) draw() {
	if b.w == nil {
		return
	}
	if b.size <= 0 {
		_, _ = fmt.Fprintf(b.w, "\r%s  %.1f MB", b.name, float64(b.seen)/1e6)
		return
	}
	const width = 30
	full := int(min(b.seen*width/b.size, width))
	_, _ = fmt.Fprintf(b.w, "\r%s  [%s%s] %3d%%", b.name, strings.Repeat("=", full), strings.Repeat(" ", width-full), min(b.seen*100/b.size, 100))
}

// done takes the bar away.
func (b *bar) done() {
	if b.w != nil && !b.drawn.IsZero() {
		_, _ = fmt.Fprintf(b.w, "\r%s\r", strings.Repeat(" ", len(b.name)+50))
	}
}
