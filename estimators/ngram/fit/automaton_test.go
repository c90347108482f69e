package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The state at the end of a word or a line must not depend on what came before:
// sdk/tokens parts texts there.
func TestTheStateBehindALineIsSure(t *testing.T) {
	a := newAutomaton()
	for s, state := range a.states {
		if state.kind != kLF {
			require.Zero(t, a.next[s*len(a.classes)+int(a.classOf['\n'])], "state %v", state)
		}
	}
}

func TestTheStateBehindAWordIsSure(t *testing.T) {
	a := newAutomaton()
	for c, class := range a.classes {
		if class.kind == kLetter {
			continue
		}
		seen := map[uint16]bool{}
		for s, state := range a.states {
			if state.kind == kLetter {
				seen[a.next[s*len(a.classes)+c]] = true
			}
		}
		assert.Len(t, seen, 1, "class %q", class.name)
	}
}

func TestEveryByteHasAClass(t *testing.T) {
	a := newAutomaton()
	for b, c := range a.classOf {
		require.Less(t, int(c), len(a.classes), "byte %#x", b)
	}
	assert.LessOrEqual(t, len(a.classes), stride)
}

func TestWhatTheStatesTellApart(t *testing.T) {
	a := newAutomaton()
	last := func(s string) (t int) {
		a.walk([]byte(s), func(transition int) { t = transition })
		return t
	}
	for _, c := range []struct {
		name, one, other string
		same             bool
	}{
		{"the second of a symbol", "a=", "a==", false},
		{"a short word and a long one", "tt", strings.Repeat("t", 9), false},
		{"long words", strings.Repeat("t", 9), strings.Repeat("t", 99), true},
		{"the second and the third digit", "12", "123", false},
		{"groups of three digits", "12", "12345", true},
		{"words behind a blank and behind a symbol", " name", "_name", false},
		{"words behind a digit and behind a symbol", "1name", "_name", false},
		{"words behind two symbols", ".name", "_name", true},
		{"blanks that begin a line and others", "\n  ", "x  ", false},
		{"the first and the third letter of a Cyrillic word", " д", " ддд", false},
		{"a letter that is masked and one that is not", "aax", "aaq", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.same, last(c.one) == last(c.other))
		})
	}
}

func TestRareTransitionsBorrow(t *testing.T) {
	a := newAutomaton()
	for transition := range a.next {
		b := a.borrows(transition)
		require.Equal(t, int32(transition), b[0])
		require.Less(t, int(b[1]), len(a.next)+a.coarse*len(a.classes))
		require.GreaterOrEqual(t, int(b[2]), len(a.next)+a.coarse*len(a.classes))
		require.Less(t, int(b[2]), a.features())
	}
}
