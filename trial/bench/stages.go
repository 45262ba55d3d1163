package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// lastTurns of each session are those whose stages are read: enough for percentiles, few enough to read.
const lastTurns = 100

// stages reads what the server noted of each turn, and takes the brain's and the tools' time from the client's.
func (r *Report) stages(ctx context.Context, c *client.Client, people []*person) error {
	var mu sync.Mutex // guards all below
	of := map[string][]time.Duration{}
	var own []time.Duration
	gate := make(chan struct{}, 8)
	err := each(people, func(p *person) error {
		gate <- struct{}{}
		defer func() { <-gate }()
		noted, err := p.noted(ctx, c)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		for _, s := range p.samples {
			stages, ok := noted[s.turn]
			if !ok {
				continue
			}
			r.Noted++
			inside := time.Duration(0)
			for name, d := range stages {
				of[name] = append(of[name], d)
				if name == "think" || name == "tools" {
					inside += d
				}
			}
			own = append(own, max(s.first-inside, 0))
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.Own, r.Stages = timesOf(own), map[string]Times{}
	for name, d := range of {
		r.Stages[name] = timesOf(d)
	}
	if r.Reference != nil && r.Reference.Paced != nil && r.Reference.Paced.P99 > 0 {
		r.Reference.OwnPerPaced = r.Own.P99 / r.Reference.Paced.P99
	}
	return nil
}

// noted gives the stages of a session's last turns.
func (p *person) noted(ctx context.Context, c *client.Client) (map[string]map[string]time.Duration, error) {
	out := map[string]map[string]time.Duration{}
	if len(p.samples) == 0 {
		return out, nil
	}
	after := int64(0)
	if n := len(p.samples); n > lastTurns {
		after = p.samples[n-lastTurns-1].seq
	}
	for end := p.samples[len(p.samples)-1].seq; after < end; {
		page, err := c.Events(ctx, p.session, after)
		if err != nil {
			return nil, err
		}
		if int64(page.Next) <= after {
			break
		}
		after = int64(page.Next)
		for _, e := range page.Events {
			if e.Kind != (&evercart.TurnClosed{}).Kind() {
				continue
			}
			var f struct {
				Stages map[string]int64 `json:"stages"`
			}
			if err := json.Unmarshal(e.Facts, &f); err != nil {
				return nil, err
			}
			stages := make(map[string]time.Duration, len(f.Stages))
			for name, us := range f.Stages {
				stages[name] = time.Duration(us) * time.Microsecond
			}
			out[string(e.Turn)] = stages
		}
	}
	return out, nil
}

// grouped is what the store counts of its grouped commits.
type grouped struct{ groups, changes float64 }

func (g grouped) minus(o grouped) grouped { return grouped{g.groups - o.groups, g.changes - o.changes} }

// readGroups reads the server's own counters; a server that does not show them has none.
func readGroups(ctx context.Context, c *client.Client) (grouped, error) {
	var g grouped
	text, err := c.Metrics(ctx)
	if err != nil {
		return g, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			continue
		}
		switch name {
		case "evercart_store_groups_total":
			g.groups = n
		case "evercart_store_changes_total":
			g.changes = n
		}
	}
	return g, nil
}
