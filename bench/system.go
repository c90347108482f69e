package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
)

// System is something that shortens tool results. Its functions are called from
// many goroutines.
type System struct {
	Name      string
	About     string // one line, "" where there is nothing to say
	Role      string // runfile.RoleSystem, the default, runfile.RoleBaseline or runfile.RoleOracle
	Transport string // how it runs; "" for what is part of the bench
	Kinds     []string
	// Takes says whether the system is measured on a subject; nil: on all.
	Takes func(*score.Subject) bool
	// New prepares one subject, which is read only, for any number of budgets.
	New func(context.Context, *score.Subject) (*Prepared, error)
	// Again makes an equal system that shares no process and no state with this
	// one; nil: New does so each time.
	Again func() (System, error)
	// Apart makes an equal system whose plugins run as processes of their own; nil:
	// there are no such processes, or all run so already.
	Apart func() (System, error)
	// Keep shortens a subject as in real use, with a store of originals in dir, and
	// says what is wrong with what was stored; nil: the system keeps nothing.
	Keep func(ctx context.Context, s *score.Subject, budget int, dir string) error
	// Close frees what the system holds; nil: nothing.
	Close func() error
}

// Prepared is a subject that a system has made ready.
type Prepared struct {
	Processor string // which processor serves it, where that can differ
	// At gives the text for a budget in tokens.
	At func(ctx context.Context, budget int) (string, error)
}

// Baselines are the plain systems of package score.
func Baselines() []System {
	var all []System
	for _, b := range score.Baselines() {
		role := runfile.RoleBaseline
		if b.Name == oracle {
			role = runfile.RoleOracle
		}
		all = append(all, System{Name: b.Name, Role: role, New: func(_ context.Context, s *score.Subject) (*Prepared, error) {
			at := b.New(s)
			return &Prepared{At: func(_ context.Context, budget int) (string, error) { return at(budget), nil }}, nil
		}})
	}
	return all
}

// The baselines between which skill places a system.
const (
	headTail = "headtail"
	oracle   = "oracle"
)

// Distinct reports systems that share a name, or have none.
func Distinct(systems []System) error {
	seen := map[string]bool{}
	for _, s := range systems {
		if s.Name == "" || seen[s.Name] {
			return fmt.Errorf("bench: two systems are called %q; give each a name of its own", s.Name)
		}
		seen[s.Name] = true
	}
	return nil
}

// FreeName is a name that none of the systems has: "log#2" where there is a "log".
func FreeName(systems []System, name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(systems, func(s System) bool { return s.Name == name })
	}
	free := name
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s#%d", name, n)
	}
	return free
}

// CloseAll frees what systems and estimators hold.
func CloseAll(systems []System, estimators []*Estimator) error {
	var errs []error
	for _, s := range systems {
		if s.Close != nil {
			errs = append(errs, s.Close())
		}
	}
	for _, e := range estimators {
		errs = append(errs, e.close())
	}
	return errors.Join(errs...)
}
