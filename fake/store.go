package fake

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

var _ evercart.Store = (*Store)(nil)

// Store keeps everything in memory and nothing after the process. One lock guards it all; no function of a caller runs
// under it, so that writers meet each other between their decision and their commit, as with a real store.
type Store struct {
	keys  evercart.Keys
	clock evercart.Clock
	flaws Flaws

	mu       sync.Mutex // guards all below
	sessions map[evercart.SessionID]*session
	lives    map[evercart.Life]bool // true = goes on, false = ended
	shoppers map[evercart.Subject]*evercart.Shopper
	aliases  map[evercart.Subject]evercart.Subject
	outside  map[string]evercart.Subject // keyed hash of an outside id
	jobs     []*job
	products map[string]*product
	owners   map[evercart.SKU]string // folded SKU → product id
	coupons  map[string]int
	nodes    map[evercart.NodeID]node
	change   int64 // grows with every change of the goods
	serial   int64 // grows with every touch of a session, and with every job
	lost     map[evercart.SessionID]Loss
	feeds    map[string][32]byte           // source → hash of what it last said
	cut      map[evercart.Life]*unfinished // lives whose keys cannot be destroyed; what of their erasure is left to do
	sick     bool                          // Flaws.BadNeighbour: the next commit fails
}

// session is one session's rows. Events are kept as a real store keeps them, encoded and sealed.
type session struct {
	records []evercart.Record
	turns   map[evercart.TurnID]evercart.TurnRecord
	state   evercart.State // fold of the records, as they read back
	touch   int64
	broken  error                 // why it cannot be folded
	faded   map[evercart.Seq]bool // redacted
}

// Flaws are switched on to prove that the suite sees them: each breaks one promise of the contract.
type Flaws struct {
	LostUpdate     bool // the later of two writers overwrites the earlier
	NoClaimCheck   bool // a displaced writer's change lands
	BusyIgnored    bool // a turn opens while another runs
	DedupeBesides  bool // the row of a turn is written although its change was refused
	ForgetsTurns   bool // a turn id can be used twice
	BlindRetry     bool // an unknown outcome is run again without looking
	NoRollback     bool // what was done before a refusal stays
	NegativeStock  bool // a take always succeeds
	StaleRelied    bool // a row that moved is relied upon
	ReviveErased   bool // a late writer brings an erased shopper back
	HalfErasure    bool // the rows of a forgotten shopper stay
	ForgetsSeq     bool // a resume misses the first event
	MergesTwice    bool // a merge done before is done again
	LiesToLeavers  bool // a committed change is told as cancelled to who has left
	OpenDoors      bool // everybody reaches everything
	KeepsRedacted  bool // a redacted value lives on in the state
	SkipsDamage    bool // what cannot be read is left out
	CutsPoison     bool // words end at the first U+0000
	IgnoresFence   bool // a displaced holder settles its job
	IgnoresKey     bool // a job's key does not matter
	NeverRetires   bool // what left the feed is still for sale
	PatchLost      bool // the same feed again undoes a patch
	MissesAliases  bool // an erasure forgets the guests that a shopper was
	ShortLease     bool // an extended lease ends when it would have
	StaleRefusal   bool // a refusal decided on an old state is told
	HastyFuneral   bool // claims of live nodes are orphans to an observer that has not watched
	StuckCursor    bool // every page of a list is the first
	CoarseTime     bool // times are kept to the second
	TwoOfOne       bool // one outside id begins two shoppers
	HidesFading    bool // a redacted event does not say so
	RowByRow       bool // a feed counts product by product: news of one leaves a patch of another
	UndoesErasure  bool // an erasure that was cut short is undone
	GivesUpErasure bool // an erasure that was cut short is nobody's, asked for again
	CountsAll      bool // an attempt that failed through no fault of the job counts
	UnparksAll     bool // jobs of every kind are tried again
	TakesNext      bool // the rest of an erasure takes what began under the same id since
	ShortTail      bool // the oldest turn that a state remembers is not in its tail
	BadNeighbour   bool // one bad change takes another of its moment with it
}

// Loss says what becomes of a commit whose answer is lost.
type Loss int

// The losses.
const (
	LostAfter  Loss = iota + 1 // it was committed
	LostBefore                 // it was not
)

// NewStore makes an empty store. A nil clock is the machine's.
func NewStore(keys evercart.Keys, clock evercart.Clock, flaws Flaws) *Store {
	if clock == nil {
		clock = evercart.SystemClock{}
	}
	return &Store{
		keys: keys, clock: clock, flaws: flaws,
		sessions: map[evercart.SessionID]*session{}, lives: map[evercart.Life]bool{},
		shoppers: map[evercart.Subject]*evercart.Shopper{}, aliases: map[evercart.Subject]evercart.Subject{}, outside: map[string]evercart.Subject{},
		products: map[string]*product{}, owners: map[evercart.SKU]string{}, coupons: map[string]int{},
		nodes: map[evercart.NodeID]node{}, lost: map[evercart.SessionID]Loss{},
		feeds: map[string][32]byte{}, cut: map[evercart.Life]*unfinished{},
	}
}

// LoseAnswer makes the next commit of a session one whose outcome the store does not learn.
func (s *Store) LoseAnswer(id evercart.SessionID, l Loss) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost[id] = l
}

// PutCoupon sets how often a coupon can still be used.
func (s *Store) PutCoupon(code string, uses int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.coupons[code] = uses
}

// Rewrite changes the stored row of one event, as a newer program or a failing disk would.
func (s *Store) Rewrite(id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.sessions[id]
	i := slices.IndexFunc(h.records, func(r evercart.Record) bool { return r.Seq == at })
	change(&h.records[i])
	s.refold(context.Background(), h)
}

func (s *Store) now() time.Time {
	t := s.clock.Now().UTC().Truncate(time.Millisecond)
	if s.flaws.CoarseTime {
		return t.Truncate(time.Second)
	}
	return t
}

// caller is whoever calls, or Forbidden.
func caller(ctx context.Context, op string) (evercart.Caller, error) {
	c, ok := evercart.CallerOf(ctx)
	if !ok {
		return c, evercart.Errorf(evercart.Forbidden, op, "a call to the store is made on somebody's behalf")
	}
	return c, nil
}

func (s *Store) may(c evercart.Caller, subject evercart.Subject) bool {
	return s.flaws.OpenDoors || c.May(subject)
}

// began says why a call must not begin any more.
func began(ctx context.Context, op string) error {
	if err := ctx.Err(); err != nil {
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	}
	return nil
}

func notFound(op string) error { return evercart.Errorf(evercart.NotFound, op, "not there") }
func gone(op string) error {
	return evercart.Errorf(evercart.Gone, op, "this shopper's data was erased")
}
