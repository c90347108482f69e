package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The state of a word's end must not depend on what came before: sdk/tokens parts
// texts there.
func TestTheStateBehindAWordIsSure(t *testing.T) {
	a := newAutomaton()
	for c, class := range a.classes {
		if class.kind == kLetter {
			continue
		}
		seen := map[uint8]bool{}
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
}

func TestRunsAreToldApart(t *testing.T) {
	a := newAutomaton()
	last := func(s string) (t int) {
		a.walk([]byte(s), func(transition int) { t = transition })
		return t
	}
	assert.NotEqual(t, last("a="), last("a=="))
	assert.NotEqual(t, last("xx"), last(strings.Repeat("x", 9)))
	assert.Equal(t, last(strings.Repeat("x", 9)), last(strings.Repeat("x", 99)))
	assert.NotEqual(t, last("12"), last("123"))
	assert.Equal(t, last("12"), last("12345"))
}

func TestSolveFindsTheWeights(t *testing.T) {
	truth := []float64{0.5, 0.25, 1}
	var samples []sample
	for i := range 20 {
		s := sample{features: []int32{0, 1, 2}, counts: []float32{float32(1 + i%3), float32(1 + i%4), float32(1 + i%5)}, weight: 1}
		for k, f := range s.features {
			s.tokens += truth[f] * float64(s.counts[k])
		}
		s.unit = s.tokens
		samples = append(samples, s)
	}
	for i, w := range solve(samples, len(truth), func(int) float64 { return 1e-9 }) {
		assert.InDelta(t, truth[i], w, 1e-4)
	}
}

func TestTheSourceIsGoAndSaysWhatTheWeightsAre(t *testing.T) {
	a := newAutomaton()
	src := string(render(a, make([]int16, len(a.next))))
	assert.Contains(t, src, "DO NOT EDIT")
	assert.Contains(t, src, "package tokens")
}

func TestPartsKeepTheWholeText(t *testing.T) {
	b := []byte(strings.Repeat("a line\n", 5000) + strings.Repeat("語", 9000))
	x := part("x", 1, b)
	n := 0
	for _, p := range append(x.train, x.test...) {
		n += len(p)
	}
	assert.Equal(t, len(b), n)
	assert.NotEmpty(t, x.test)
	for _, c := range chunks(b, chunkBytes) {
		assert.LessOrEqual(t, len(c), chunkBytes)
		assert.True(t, utf8.Valid(c))
	}
}
