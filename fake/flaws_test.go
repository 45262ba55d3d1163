package fake_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/storetest"
)

// flawOf names the flaw with which a child process runs the suite.
const flawOf = "EVERCART_FAKE_FLAW"

// proofs: flaw → the tests of the suite that must fail because of it.
var proofs = map[string][]string{
	"LostUpdate":     {"versions/a change decided between is merged", "versions/parallel writers", "claims/a frozen writer whose claim is taken over writes nothing"},
	"CoarseTime":     {"versions/times are in UTC to the millisecond"},
	"BlindRetry":     {"unknown/the answer is lost after the commit", "unknown/a lost answer of a take", "unknown/the same write again is the same write"},
	"NoRollback":     {"refusal/a failing take saves nothing"},
	"DedupeBesides":  {"refusal/a refused change beside accepted ones leaves no turn behind"},
	"BadNeighbour":   {"refusal/a change that cannot be stored harms no other"},
	"ForgetsTurns":   {"turns/a repeated turn is known", "turns/its twin at the same moment"},
	"NoClaimCheck":   {"claims/a frozen writer whose claim is taken over writes nothing", "claims/a claim that was lost"},
	"BusyIgnored":    {"claims/a turn waits for another", "claims/one of many turns at one moment", "claims/one of two takes over"},
	"NegativeStock":  {"takes/stock under racers"},
	"StaleRelied":    {"takes/a row relied upon"},
	"ForgetsSeq":     {"resume/events after a seq", "resume/events page by page", "resume/a long session"},
	"CutsPoison":     {"text/words that databases refuse"},
	"SkipsDamage":    {"rows/a damaged row", "rows/a damaged sealed part"},
	"LiesToLeavers":  {"callers/who leaves while it is decided is told the truth"},
	"OpenDoors":      {"callers/another shopper's"},
	"StuckCursor":    {"lists/page by page"},
	"ShortTail":      {"tails/what is loaded, with its last turns"},
	"KeepsRedacted":  {"redact/a value in the state"},
	"HidesFading":    {"redact/what has faded says so"},
	"RowByRow":       {"goods/news of one product is news of the whole feed"},
	"UndoesErasure":  {"erasure/cut short after its first commit"},
	"GivesUpErasure": {"erasure/cut short after its first commit"},
	"CountsAll":      {"jobs/a lease that does not count"},
	"UnparksAll":     {"jobs/parked jobs are tried again"},
	"TakesNext":      {"erasure/cut short after its first commit"},
	"TwoOfOne":       {"shoppers/identify and look up", "shoppers/parallel first calls begin one shopper"},
	"ReviveErased":   {"erasure/a first insert in flight", "erasure/a late writer", "erasure/an erased session begins again"},
	"HalfErasure":    {"erasure/everything is gone, and a receipt tells"},
	"MergesTwice":    {"merge/twice", "merge/at once", "merge/the answer is lost"},
	"IgnoresFence":   {"jobs/a lease that ran out", "jobs/how a lease ends"},
	"IgnoresKey":     {"jobs/keys", "jobs/a job of a change"},
	"NeverRetires":   {"goods/what left the feed is retired"},
	"PatchLost":      {"goods/a patch stands until the feed has news"},
	"MissesAliases":  {"erasure/aliases go with the shopper"},
	"ShortLease":     {"jobs/a lease that is extended"},
	"StaleRefusal":   {"versions/a refusal counts on the newest state"},
	"HastyFuneral":   {"nodes/who has not watched declares nobody dead"},
}

// A suite that cannot fail proves nothing: each flaw, switched on in a process of its own, must fail the tests that are there
// to see it, and every part must have a flaw that fails it.
func TestSuiteSeesFlaws(t *testing.T) {
	if flaw := os.Getenv(flawOf); flaw != "" {
		var f fake.Flaws
		reflect.ValueOf(&f).Elem().FieldByName(flaw).SetBool(true)
		storetest.Run(t, seams, func(*testing.T) evercart.Store { return fake.NewStore(fake.NewKeys(), nil, f) })
		return
	}
	t.Parallel()
	seen := map[string]bool{}
	for field := range reflect.TypeFor[fake.Flaws]().Fields() {
		flaw := field.Name
		if len(proofs[flaw]) == 0 {
			t.Errorf("no test of the suite is said to see %s", flaw)
			continue
		}
		part, _, _ := strings.Cut(proofs[flaw][0], "/")
		seen[part] = true
		t.Run(flaw, func(t *testing.T) { seesFlaw(t, flaw) })
	}
	for _, part := range storetest.Parts() {
		if !seen[part] {
			t.Errorf("no flaw fails the part %s", part)
		}
	}
}

func seesFlaw(t *testing.T, flaw string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]bool{}
	for _, test := range proofs[flaw] {
		part, _, _ := strings.Cut(test, "/")
		parts["^"+part+"$"] = true
	}
	for part := range parts {
		child := exec.CommandContext(ctx, self, "-test.run=^TestSuiteSeesFlaws$/"+part)
		child.Env = append(os.Environ(), flawOf+"="+flaw)
		out, err := child.CombinedOutput()
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			t.Errorf("the suite passes with %s (%v)", flaw, err)
			continue
		}
		for _, test := range proofs[flaw] {
			if name, _, _ := strings.Cut(test, "/"); "^"+name+"$" != part {
				continue
			}
			if want := "--- FAIL: TestSuiteSeesFlaws/" + strings.ReplaceAll(test, " ", "_"); !strings.Contains(string(out), want) {
				t.Errorf("%s does not see %s:\n%s", test, flaw, out)
			}
		}
	}
}
