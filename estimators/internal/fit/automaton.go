package main

import "fmt"

// The estimator is a finite automaton over classes of bytes, with a weight on
// every transition. Its states hold what decides where a tokenizer parts: how long
// the current word, number, run of blanks or symbols is, and of what it is made.

// kind is a family of byte classes.
type kind uint8

const (
	kLetter kind = iota
	kDigit
	kSpace
	kTab
	kLF
	kCR
	kSymbol
	kLead  // first byte of a character of UTF-8
	kTrail // further bytes
	kControl
)

// family lists the classes of one kind: the bytes of each.
type family struct {
	kind    kind
	classes []string
}

func span(from, to byte) string {
	var b []byte
	for c := int(from); c <= int(to); c++ {
		b = append(b, byte(c))
	}
	return string(b)
}

var families = []family{
	{kLetter, []string{"ae", "iou", "bcdf", "lnrst", "ghmpy", "jkqvwxz", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ"}},
	{kDigit, []string{"0123456789"}},
	{kSpace, []string{" "}},
	{kTab, []string{"\t"}},
	{kLF, []string{"\n"}},
	{kCR, []string{"\r"}},
	{kSymbol, []string{".", ",", ":;", "-", "_", "/", "\"", "'`", "(", ")", "[", "]", "{", "}", "<", ">", "=", "#*", "\\", "|", "!?@&%$+~^"}},
	{kLead, []string{
		"\xc2", "\xc3", span(0xc4, 0xc5), span(0xc6, 0xcd), span(0xce, 0xcf), span(0xd0, 0xd1), span(0xd2, 0xd5), span(0xd6, 0xd7), span(0xd8, 0xdb),
		"\xe0", "\xe1", "\xe2", "\xe3", span(0xe4, 0xe9), span(0xea, 0xed), span(0xee, 0xef), "\xf0",
	}},
	{kTrail, []string{span(0x80, 0x8f), span(0x90, 0x9f), span(0xa0, 0xaf), span(0xb0, 0xbf)}},
}

// class of a byte: its number and its kind.
type class struct {
	kind kind
	name string
}

func classify() (of [256]uint8, classes []class) {
	for i := range of {
		of[i] = 255
	}
	for _, f := range families {
		for _, members := range f.classes {
			for _, c := range []byte(members) {
				of[c] = uint8(len(classes))
			}
			classes = append(classes, class{f.kind, members})
		}
	}
	for i := range of {
		if of[i] == 255 {
			of[i] = uint8(len(classes))
		}
	}
	return of, append(classes, class{kControl, "other"})
}

// state is what the automaton knows: the class of the last byte and a count or
// mark whose meaning depends on the kind.
type state struct {
	kind kind
	last uint8
	n    uint8
}

// Longest runs that are told apart.
const (
	longWord    = 6
	longBlank   = 6
	longNewline = 3
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
	k := classes[c].kind
	n := uint8(0)
	switch k {
	case kLetter:
		n = 1
		if s.kind == kLetter && !(lower(s.last) && !lower(c)) {
			n = min(s.n+1, longWord)
		}
	case kDigit:
		if s.kind == kDigit {
			n = (s.n + 1) % 3
		}
	case kSpace:
		n = run(s, k, longBlank)
	case kTab, kLF:
		n = run(s, k, longNewline)
	case kSymbol:
		switch {
		case s.kind != kSymbol:
			n = symbolFirst
		case s.last != c:
			n = symbolMixed
		default:
			n = max(min(s.n+1, symbolRun), symbolTwice)
		}
	case kLead:
		// 1 where the character before was of the same lead: the same script.
		if s.kind == kTrail && s.last == c {
			n = 1
		}
	case kTrail:
		return trail(s, c, classes)
	}
	return state{k, c, n}
}

func run(s state, k kind, most uint8) uint8 {
	if s.kind != k {
		return 1
	}
	return min(s.n+1, most)
}

func lower(c uint8) bool { return c < 6 }

// trail keeps the lead of the character; the second byte also tells apart the
// scripts that share one.
func trail(s state, c uint8, classes []class) state {
	switch {
	case s.kind == kLead:
		name := classes[s.last].name
		if name == "\xe0" || name == "\xe1" || name == "\xe2" || name == "\xf0" || name == "\xc3" {
			return state{kTrail, s.last, 2 + c%4}
		}
		return state{kTrail, s.last, 1}
	case s.kind == kTrail:
		return state{kTrail, s.last, 0}
	}
	return state{kControl, uint8(len(classes) - 1), 0}
}

// automaton is the reachable states, numbered, and their transitions.
type automaton struct {
	classOf [256]uint8
	classes []class
	states  []state
	next    []uint8 // by state*len(classes)+class
}

// newAutomaton numbers the states from the start state, which is that behind a
// line end.
func newAutomaton() *automaton {
	a := &automaton{}
	a.classOf, a.classes = classify()
	start := state{kLF, a.classOf['\n'], 1}
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
			a.next = append(a.next, uint8(n))
		}
	}
	if len(a.states) > 256 {
		panic(fmt.Sprintf("fit: %d states do not fit into a byte", len(a.states)))
	}
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

// pair is the number of a transition's pair of last and next class, from which
// rare transitions borrow their weight.
func (a *automaton) pair(transition int) int {
	s := a.states[transition/len(a.classes)]
	return int(s.last)*len(a.classes) + transition%len(a.classes)
}
