package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
)

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
	ridge := func(int) float64 { return 1e-9 }
	for name, begin := range map[string][]float64{"from nothing": {0, 0, 0}, "from elsewhere": {3, -1, 2}} {
		for i, w := range solve(samples, begin, 50, ridge) {
			assert.InDelta(t, truth[i], w, 1e-4, name)
		}
	}
}

// A fit of a few generated types, from the text to the table.
func TestFitFromTextsToTables(t *testing.T) {
	dir := t.TempDir()
	words := strings.Repeat("the reader waits for further lines while another process writes them to the buffer\n", 400)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prose"), []byte(words), 0o600))
	made, err := generated([]byte(words), 24<<10)
	require.NoError(t, err)
	var types []text
	for _, m := range made {
		switch m.name {
		case "gen-uuid", "gen-ci", "gen-json-log", "gen-digits":
			types = append(types, m)
		}
	}
	require.Len(t, types, 4)

	f := &fitter{automaton: newAutomaton(), exact: bpe.O200K().Count}
	weights := f.fit(types)
	for _, w := range weights {
		require.GreaterOrEqual(t, w, int16(0))
	}
	estimate := func(b []byte) int {
		sum := 0
		f.walk(b, func(t int) { sum += int(weights[t]) })
		return sum / scale
	}
	for _, m := range types {
		require.NotEmpty(t, m.test)
		r := score(m.name, m.test, f.exact, estimate)
		assert.Less(t, r.mean(), 4.0, m.name)
	}

	out := t.TempDir()
	require.NoError(t, f.write(out, []fitted{{"o200k", weights, make([]uint16, len(places)*len(places))}}))
	for _, name := range []string{"table_classes.go", "table_o200k.go"} {
		source, err := os.ReadFile(filepath.Join(out, name))
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
		require.NoError(t, err)
		assert.Equal(t, "tokens", file.Name.Name)
		assert.Contains(t, string(source), "DO NOT EDIT")
	}
}

func TestTheCompiledTablesAreOfThisAutomaton(t *testing.T) {
	source, err := os.ReadFile("../../../sdk/tokens/table_classes.go")
	require.NoError(t, err)
	assert.Equal(t, string(newAutomaton().renderClasses()), string(source), "run the fit again: see the package comment")
}

func TestRatesAreWhatABytesOfRunsCost(t *testing.T) {
	r := rates(func(text []byte) int { return len(text) / 2 })
	require.Len(t, r, len(places)*len(places))
	for _, rate := range r {
		require.Equal(t, uint16(scale/2), rate)
	}
}

func TestReadTakesEveryFileOfTheFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "prose-own"), []byte(strings.Repeat("some words of an own text\n", 900)), 0o600))
	types, err := read(dir)
	require.NoError(t, err)
	assert.Equal(t, "prose-own", types[0].name)
	assert.Equal(t, 1.0, types[0].weight)
	assert.Len(t, types, 1+len(generators))

	empty := t.TempDir()
	_, err = read(empty)
	assert.ErrorContains(t, err, "no words to generate from")
}

func TestGeneratedTextsAreTheSameEveryTime(t *testing.T) {
	one, err := generated([]byte("one two three four"), 4<<10)
	require.NoError(t, err)
	other, err := generated([]byte("one two three four"), 4<<10)
	require.NoError(t, err)
	assert.Equal(t, one, other)
	for _, m := range one {
		assert.True(t, utf8.Valid(m.train[0]), m.name)
	}
}

func TestListedSourcesAreWhole(t *testing.T) {
	list, err := listed()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, s := range list {
		assert.False(t, seen[s.name], "%s is listed twice", s.name)
		seen[s.name] = true
		assert.NotEmpty(t, s.command)
		assert.Positive(t, s.weight)
	}
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

func TestReportSaysHowFarEstimatesAreOff(t *testing.T) {
	types := []text{{name: "kind", test: [][]byte{[]byte(strings.Repeat("a few words of a line\n", 2000))}}}
	out := report(types)
	assert.Contains(t, out, "## o200k_base")
	assert.Contains(t, out, "## cl100k_base")
	assert.Contains(t, out, "| kind | ")

	r := score("x", [][]byte{[]byte("1234567890"), []byte("12345"), nil}, func(b []byte) int { return len(b) }, func(b []byte) int { return len(b) - 1 })
	assert.Equal(t, []float64{10, 20}, []float64{float64(int(r.errors[0] + 0.5)), float64(int(r.errors[1] + 0.5))})
	assert.InDelta(t, -20, r.lowest, 1e-9)
	assert.InDelta(t, -200.0/15, r.bias, 1e-9)
	assert.InDelta(t, 15, r.mean(), 1e-9)
}
