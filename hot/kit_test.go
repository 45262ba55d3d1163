package hot_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/hot"
)

// truth is a store that several nodes share, as PostgreSQL is.
type truth struct {
	store atomic.Pointer[evercart.Store]
	heads atomic.Int32 // how often readers asked it
}

// upkeep marks what a node does by itself.
type upkeep struct{}

func (s *truth) Heads(ctx context.Context, ids ...evercart.SessionID) ([]evercart.Head, error) {
	if ctx.Value(upkeep{}) == nil {
		s.heads.Add(1)
	}
	var out []evercart.Head
	for _, id := range ids {
		st, err := (*s.store.Load()).Load(ctx, id)
		if evercart.CodeOf(err) == evercart.Damaged { // its row is there all the same
			st, err = evercart.State{Session: id, Seq: 1 << 40}, nil
		}
		if err == nil {
			out = append(out, evercart.Head{Session: id, Seq: st.Seq, At: st.Touched, Life: st.Life, Subject: st.Subject})
		}
	}
	return out, nil
}

func (s *truth) Epoch(context.Context) (string, error) { return "epoch", nil }

// watched remembers which version was left in a cache last: who looked into it would take the writer's lease away.
type watched struct {
	*fake.Cache
	left atomic.Int64
	away atomic.Bool // it cannot be told anything
}

func (w *watched) Wrote(ctx context.Context, writes ...evercart.CacheWrite) ([]evercart.Lease, error) {
	if w.away.Load() {
		return nil, evercart.Errorf(evercart.Unavailable, "watched", "away")
	}
	leases, err := w.Cache.Wrote(ctx, writes...)
	for _, v := range writes {
		if v.Body != nil {
			w.left.Store(int64(v.Seq))
		}
	}
	return leases, err
}

// together is one store, one cache, one bus, and nodes on them.
type together struct {
	*testing.T
	ctx   context.Context
	keys  evercart.Keys
	truth *truth
	cold  *counting
	cache *watched
	nodes []*hot.Store
	who   evercart.Shopper
	n     atomic.Int32
}

func newTogether(t *testing.T, nodes int) *together {
	t.Helper()
	g := &together{T: t, ctx: evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleSystem}), keys: fake.NewKeys(), cache: &watched{Cache: fake.NewCache(fake.CacheConfig{})}}
	store := evercart.Store(fake.NewStore(g.keys, nil, fake.Flaws{}))
	g.truth, g.cold = &truth{}, &counting{Store: store}
	g.truth.store.Store(&store)
	bus := &fake.Bus{}
	for i := range nodes {
		n := hot.New(g.cold, hot.Config{Heads: g.truth, Cache: g.cache, Keys: g.keys, Bus: bus, Node: evercart.NodeID(fmt.Sprint(i)), Quiet: time.Millisecond})
		if err := n.Start(context.WithValue(g.ctx, upkeep{}, true)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := n.Stop(context.Background()); err != nil {
				t.Error(err)
			}
		})
		g.nodes = append(g.nodes, n)
	}
	var err error
	if g.who, err = g.nodes[0].Identify(g.ctx, "user", "ada"); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *together) write(node int, id evercart.SessionID, what string) evercart.State {
	g.Helper()
	done, err := g.nodes[node].Update(g.ctx, evercart.Update{Session: id, Open: true, Write: evercart.WriteID(fmt.Sprint("w-", g.n.Add(1))), By: "agent",
		Do: func(s evercart.State) (evercart.Change, error) {
			if s.Seq == 0 {
				return evercart.Change{Facts: []evercart.Fact{&evercart.SessionOpened{Subject: g.who.Subject, Life: g.who.Life, Currency: "USD"}}}, nil
			}
			f := &evercart.ContextSet{}
			f.Personal.Values = map[string]evercart.Personal{"size": evercart.Personal(what)}
			return evercart.Change{Facts: []evercart.Fact{f}}, nil
		}})
	if err != nil {
		g.Fatal(err)
	}
	return done.State
}

func (g *together) want(node int, id evercart.SessionID, want evercart.State) {
	g.Helper()
	got, err := g.nodes[node].Load(g.ctx, id)
	if err != nil || got.Seq != want.Seq || !got.Touched.Equal(want.Touched) || got.Personal.Context["size"] != want.Personal.Context["size"] {
		g.Errorf("node %d gives version %d, want %d (%v)", node, got.Seq, want.Seq, err)
	}
}

// until waits for what happens beside the turn.
func (g *together) until(what string, ok func() bool) {
	g.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			g.Fatalf("waited a minute until %s", what)
		}
	}
}

func sessionID(n int) evercart.SessionID {
	return evercart.SessionID(fmt.Sprintf("11111111-2222-4333-8444-%012d", n))
}
