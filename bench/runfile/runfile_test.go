package runfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// good is a small run that holds what each of the changes below spoils.
func good() *Run {
	point := func(budget int) Point {
		return Point{Budget: budget, Tokens: budget - 1, Found: []string{}, Lost: []string{"f1", "f2"}}
	}
	return &Run{
		Format: Format, Budgets: []int{256, 512},
		Corpora: []Corpus{{Name: "corpus", Cases: 1}},
		Systems: []System{{Name: "grep", Role: RoleBaseline}, {Name: "head", Role: RoleBaseline}},
		Cases: []Case{{
			Corpus: "corpus", Name: "log/a.log", Kind: "log", Facts: []Fact{{ID: "f1", Weight: 3}, {ID: "f2", Weight: 1}},
			Results: []Result{{System: "grep", Points: []Point{point(256), point(512)}}, {System: "head", Points: []Point{}}},
		}},
		Summaries: []Summary{{System: "grep", Recall: []Recall{{Budget: 256}}}, {System: "head", Recall: []Recall{}}},
	}
}

// What is committed stays readable, and a run that is written again has the same bytes:
// a difference of two files is then one of their scores.
func TestTheCommittedBaselineIsReadAndWrittenAsItIs(t *testing.T) {
	path := filepath.Join("..", "baseline.json")
	committed, err := os.ReadFile(path)
	require.NoError(t, err)
	run, err := Read(path)
	require.NoError(t, err)
	require.NotEmpty(t, run.Cases)
	again, err := run.Encode()
	require.NoError(t, err)
	assert.True(t, string(committed) == string(again), "%s is not as Encode writes it", path)
}

func TestRunFilesThatCannotBeComparedAreRefused(t *testing.T) {
	data, err := good().Encode()
	require.NoError(t, err)
	change := func(old, new string) string {
		require.Contains(t, string(data), old)
		return strings.Replace(string(data), old, new, 1)
	}
	for name, c := range map[string]struct{ text, says string }{
		"no JSON":              {"run", "expected what `riffle bench run --out` writes"},
		"another form":         {change(Format, "riffle-bench/0"), "run the bench again"},
		"an unknown member":    {change(`"budgets"`, `"colour": 1, "budgets"`), "colour"},
		"budgets out of order": {change(`[256,512]`, `[512,256]`), "ascending"},
		"two values":           {string(data) + "{}", "not JSON"},
		"a system twice":       {change(`"name":"head"`, `"name":"grep"`), "stands twice"},
		"an unknown fact":      {change(`"lost":["f1"`, `"lost":["f9"`), "f9"},
		"a fact not mentioned": {change(`"lost":["f1",`, `"lost":[`), "facts found or lost"},
		"a score over 1":       {change(`"honesty":0`, `"honesty":7`), "no shares of 1"},
		"a budget twice":       {change(`"budget":512`, `"budget":256`), "do not ascend"},
		"a mean over 1":        {change(`"recall":[{"budget":256,"f":`, `"recall":[{"budget":256,"f":5`), "expected ascending budgets"},
	} {
		_, err := Parse([]byte(c.text))
		assert.ErrorContains(t, err, c.says, name)
	}
	_, err = Read(filepath.Join(t.TempDir(), "none.json"))
	assert.ErrorContains(t, err, "cannot be read")
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"format":"riffle-bench/1","budgets":[1],"corpora":[],"systems":[{"name":"a","role":"system"}],"cases":[{"corpus":"c","name":"n","kind":"log","facts":[{"id":"f"}],"results":[{"system":"a","points":[{"budget":1,"found":["f"],"lost":[]}]}]}],"summaries":[{"system":"a"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if err != nil {
			return
		}
		first, err := r.Encode()
		require.NoError(t, err)
		again, err := Parse(first)
		require.NoError(t, err, string(first))
		second, err := again.Encode()
		require.NoError(t, err)
		assert.Equal(t, string(first), string(second))
	})
}
