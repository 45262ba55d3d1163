package bench

import (
	"context"
	"slices"
	"time"
)

// window is how many turns a stretch has. The first begins where the window of turns that a brain sees is nearly full.
const (
	window = 50
	early  = 15
)

// grow takes the turns of one session alone, and compares its end with its beginning.
func (c *Config) grow(ctx context.Context) (*Growth, error) {
	people, err := c.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	p := people[0]
	defer p.close()
	turns := max(c.Growth, early+2*window)
	wrote := make([]int64, 0, turns)
	begin, err := c.mark(ctx)
	if err != nil {
		return nil, err
	}
	last := begin.wrote
	for range turns {
		if err := p.turn(ctx); err != nil {
			return nil, err
		}
		now := last
		if c.Database != nil {
			if now, err = c.Database.Written(ctx); err != nil {
				return nil, err
			}
		}
		wrote = append(wrote, now-last)
		last = now
	}
	g := &Growth{Turns: turns, Early: p.stretch(wrote, early), Late: p.stretch(wrote, turns-window)}
	if g.Early.ReplyMS > 0 {
		g.TimeRatio = g.Late.ReplyMS / g.Early.ReplyMS
	}
	if g.Early.WALBytes > 0 {
		g.WALRatio = float64(g.Late.WALBytes) / float64(g.Early.WALBytes)
	}
	return g, nil
}

// stretch is the medians of a window of turns: page images after a checkpoint distort single ones.
func (p *person) stretch(wrote []int64, from int) Point {
	to := min(from+window, len(p.samples))
	if from >= to {
		return Point{From: from + 1, To: to}
	}
	took := make([]time.Duration, 0, to-from)
	for _, s := range p.samples[from:to] {
		took = append(took, s.reply)
	}
	slices.Sort(took)
	w := slices.Sorted(slices.Values(wrote[from:to]))
	return Point{From: from + 1, To: to, ReplyMS: ms(took[len(took)/2]), WALBytes: w[len(w)/2]}
}
