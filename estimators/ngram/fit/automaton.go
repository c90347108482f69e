package main

import "fmt"

// The estimator is a finite automaton over classes of bytes, with a weight on
// every transition. Its states hold what decides where a tokenizer parts: how long
// the current word, number, run of blanks or symbols is, of what it is made, and
// what stood before it.

// What a word follows.
const (
	afterBlank  = iota // a blank, a line end or nothing
	afterSymbol        // a symbol or a control character
	afterDigit         // a digit
	afterWord          // a lower-case letter before a capital, or a letter beyond ASCII
)

// state is what the automaton knows: the class of the last byte, a count or mark
// whose meaning depends on the kind, and what came before.
type state struct {
	kind  kind
	last  uint8
	n     uint8
	after uint8
}

// Longest runs that are told apart.
const (
	longWord    = 6
	longBlank   = 6
	longNewline = 3
	longForeign = 3 // characters of a word beyond ASCII
)

// Marks of symbol states.
const (
	symbolFirst  = iota // behind something else
	symbolMixed         // behind another symbol
	symbolTwice         // the second of a kind
	symbolThrice        // the third
	symbolRun           // the fourth and further
)

// next is the state behind state s and a byte of class c.
func next(s state, c uint8, classes []class) state {
	switch k := classes[c].kind; k {
	case kLetter:
		return letter(s, c, classes)
	case kDigit:
		if s.kind == kDigit {
			return state{kind: k, last: c, n: (s.n + 1) % 3}
		}
		return state{kind: k, last: c}
	case kSpace:
		to := state{kind: k, last: c, n: run(s, k, longBlank)}
		if s.kind == kLF || s.kind == kSpace && s.after == 1 {
			to.after = 1 // the line begins with it
		}
		return to
	case kTab, kLF:
		return state{kind: k, last: c, n: run(s, k, longNewline)}
	case kSymbol:
		return state{kind: k, last: c, n: symbol(s, c)}
	case kLead:
		// The length of the word so far, where the script stays the same or nearly so.
		n := uint8(0)
		if s.kind == kTrail && classes[s.last].script == classes[c].script {
			n = min(s.n+1, longForeign)
		} else if s.kind == kLetter {
			n = 1
		}
		return state{kind: k, last: c, n: n}
	case kTrail:
		return trail(s, c, classes)
	default:
		return state{kind: k, last: c}
	}
}

// letter counts the letters of a word. A capital behind a small letter begins a
// word of its own.
func letter(s state, c uint8, classes []class) state {
	to := state{kind: kLetter, last: c, n: 1}
	switch s.kind {
	case kLetter:
		if small(s.last, classes) && !small(c, classes) {
			to.after = afterWord
		} else {
			to.n, to.after = min(s.n+1, longWord), s.after
		}
	case kSymbol, kControl:
		to.after = afterSymbol
	case kDigit:
		to.after = afterDigit
	case kTrail, kLead:
		to.after = afterWord
	default:
		to.after = afterBlank
	}
	return to
}

func symbol(s state, c uint8) uint8 {
	switch {
	case s.kind != kSymbol:
		return symbolFirst
	case s.last != c:
		return symbolMixed
	default:
		return max(min(s.n+1, symbolRun), symbolTwice)
	}
}

func run(s state, k kind, most uint8) uint8 {
	if s.kind != k {
		return 1
	}
	return min(s.n+1, most)
}

func small(c uint8, classes []class) bool { return classes[c].name[0] >= 'a' }

// trail keeps the lead of the character; the second byte also tells apart the
// scripts that share one.
func trail(s state, c uint8, classes []class) state {
	switch {
	case s.kind == kLead && classes[s.last].quartered:
		return state{kind: kTrail, last: s.last, n: s.n, after: 1 + classes[c].quarter}
	case s.kind == kLead:
		return state{kind: kTrail, last: s.last, n: s.n}
	case s.kind == kTrail:
		return state{kind: kTrail, last: s.last, n: s.n}
	}
	return state{kind: kControl, last: uint8(len(classes) - 1)}
}

// coarse is a state without what came before, from which rarer states borrow.
func (s state) coarse() state {
	s.after = 0
	if s.kind == kLead || s.kind == kTrail {
		s.n = 0
	}
	return s
}

// automaton is the reachable states, numbered, and their transitions.
type automaton struct {
	classOf [256]uint8
	classes []class
	states  []state
	next    []uint16 // by state*len(classes)+class
	middle  []int    // by state: the number of its coarse state
	coarse  int      // how many of those there are
}

// newAutomaton numbers the states from the start state, which is that behind a
// line end.
func newAutomaton() *automaton {
	a := &automaton{}
	a.classOf, a.classes = classify()
	start := state{kind: kLF, last: a.classOf['\n'], n: 1}
	number := map[state]int{start: 0}
	a.states = []state{start}
	for i := 0; i < len(a.states); i++ {
		for c := range a.classes {
			to := next(a.states[i], uint8(c), a.classes)
			n, ok := number[to]
			if !ok {
				n = len(a.states)
				number[to] = n
				a.states = append(a.states, to)
			}
			a.next = append(a.next, uint16(n))
		}
	}
	if len(a.states) > mostStates || len(a.classes) > stride {
		panic(fmt.Sprintf("fit: %d states of %d classes, the table has room for %d of %d", len(a.states), len(a.classes), mostStates, stride))
	}
	middles := map[state]int{}
	for _, s := range a.states {
		m, ok := middles[s.coarse()]
		if !ok {
			m = len(middles)
			middles[s.coarse()] = m
		}
		a.middle = append(a.middle, m)
	}
	a.coarse = len(middles)
	return a
}

// walk calls f with every transition that text takes.
func (a *automaton) walk(text []byte, f func(transition int)) {
	s := 0
	for _, c := range text {
		t := s*len(a.classes) + int(a.classOf[c])
		f(t)
		s = int(a.next[t])
	}
}

// borrows are the features from which a transition has its weight: its own, that
// of its coarse state and class, and that of its last and next class.
func (a *automaton) borrows(transition int) []int32 {
	s, c := transition/len(a.classes), transition%len(a.classes)
	own, middle := len(a.next), a.coarse*len(a.classes)
	return []int32{
		int32(transition),
		int32(own + a.middle[s]*len(a.classes) + c),
		int32(own + middle + int(a.states[s].last)*len(a.classes) + c),
	}
}

// features is how many of them there are.
func (a *automaton) features() int {
	return len(a.next) + (a.coarse+len(a.classes))*len(a.classes)
}
