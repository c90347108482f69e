package corpus

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func manifest(file, command, sum string) string {
	return `{"tools":{"go":"1"},"cases":[{"file":"` + file + `","command":"` + command + `","exitStatus":0,"sha256":"` + sum + `"}]}`
}

func TestCheckFindsEachFault(t *testing.T) {
	input, err := digest(filepath.Join(folder(t, "x", "boom"), "x"))
	require.NoError(t, err)
	good := `{"kind":"log","facts":[{"id":"f1","text":"boom","weight":3,"why":"cause"}]}`
	for name, tc := range map[string]struct {
		files []string
		want  string // "" for none
	}{
		"nothing wrong, no manifest":   {[]string{"log/a.log", "boom", "log/a.facts.json", good}, ""},
		"nothing wrong, a manifest":    {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", manifest("log/a.log", "make", input)}, ""},
		"a fact that is not there":     {[]string{"log/a.log", "bang", "log/a.facts.json", good}, "no exact substring"},
		"an input without facts":       {[]string{"log/a.log", "boom", "log/a.facts.json", good, "log/b.log", "boom"}, "log/b.log has no facts"},
		"facts that cannot be read":    {[]string{"log/a.log", "boom", "log/a.facts.json", good, "log/b.log", "boom", "log/b.facts.json", "{"}, "b.facts.json"},
		"an input that changed":        {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", manifest("log/a.log", "make", "00")}, "record it again"},
		"an entry without a file":      {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", manifest("log/z.log", "make", "00")}, "log/z.log is not there"},
		"an entry without a command":   {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", manifest("log/a.log", "", input)}, "has no command"},
		"an entry that leads outside":  {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", manifest("../a.log", "x", input)}, "does not lie in the corpus"},
		"a case without an entry":      {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", `{"tools":{},"cases":[]}`}, "log/a.log has no entry"},
		"a manifest with unknown keys": {[]string{"log/a.log", "boom", "log/a.facts.json", good, "manifest.json", `{"files":[]}`}, "unknown field"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Check(folder(t, tc.files...))
			require.NoError(t, err)
			if tc.want == "" {
				assert.Empty(t, r.Faults)
				return
			}
			require.NotEmpty(t, r.Faults)
			assert.ErrorContains(t, r.Faults[0], tc.want)
			for _, f := range r.Faults {
				assert.NotContains(t, f.Error(), "\n", "one line per fault")
			}
		})
	}
}

func TestCheckCountsAllFaults(t *testing.T) {
	r, err := Check(folder(t, "log/a.log", "boom", "log/a.facts.json",
		`{"kind":"log","facts":[{"id":"f1","text":"x","weight":3},{"id":"f2","text":"boom","weight":9},{"id":"f2","text":"boom","weight":1,"count":2,"pos":0.5}]}`))
	require.NoError(t, err)
	assert.Len(t, r.Faults, 5)
	assert.Equal(t, 3, r.Facts)
}

func TestPlacesCountBytesOrCharacters(t *testing.T) {
	c := Case{Data: []byte("終終終終終終 boom 2345"), Facts: []Fact{{ID: "f1", Text: "boom", Weight: 3}}}
	for pos, ok := range map[float64]bool{0.679: true, 0.4375: true, 0.55: false} {
		c.Facts[0].Pos = pos
		assert.Equal(t, ok, c.Check() == nil, pos)
	}
}

func TestCheckNeedsACorpus(t *testing.T) {
	dir := folder(t, "x", "")
	for name, path := range map[string]string{"no folder": filepath.Join(dir, "none"), "a file": filepath.Join(dir, "x"), "an empty folder": dir} {
		_, err := Check(path)
		assert.ErrorContains(t, err, "corpus: ", name)
	}
}

func TestSummarize(t *testing.T) {
	c := Case{Name: "log/a.log", Kind: "log", Data: []byte("ab 3456789 boom 0123456789 cd"),
		Facts: []Fact{{ID: "f1", Text: "ab"}, {ID: "f2", Text: "boom"}, {ID: "f3", Text: "0123"}, {ID: "f4", Text: "cd"}}}
	s := Summarize(&c)
	assert.Equal(t, "log", s.Kind)
	assert.Equal(t, 29, s.Bytes)
	assert.Equal(t, 4, s.Facts)
	assert.Equal(t, 0.5, s.Middle)
	assert.Positive(t, s.Tokens)
}
