package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder writes files, given as name and content, under a fresh folder.
func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		p := filepath.Join(dir, filepath.FromSlash(files[i]))
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(files[i+1]), 0o644))
	}
	return dir
}

const facts = `{"kind":"log","tool":"bash","command":"make","facts":[{"id":"f1","text":"boom","weight":3,"why":"cause","pos":0.29,"count":1}],
	"questions":[{"q":"what?","answer":"boom"}]}`

func TestLoadReadsCasesSortedByName(t *testing.T) {
	dir := folder(t, "log/z.log", "a\nboom\n", "log/z.facts.json", facts, "log/a.txt", "boom", "log/a.facts.json", facts)
	cases, err := Load(dir)
	require.NoError(t, err)
	require.Len(t, cases, 2)
	assert.Equal(t, "log/a.txt", cases[0].Name)
	assert.Equal(t, "log/z.log", cases[1].Name)
	assert.Equal(t, "z", cases[1].Stem())
	assert.Equal(t, "make", cases[1].Command)
	assert.Equal(t, []byte("a\nboom\n"), cases[1].Data)
	assert.Equal(t, 0.29, cases[1].Facts[0].Pos)
	assert.NoError(t, cases[1].Check())
}

func TestLoadRefuses(t *testing.T) {
	for name, files := range map[string][]string{
		"an empty folder":             {},
		"an unknown key":              {"log/a.log", "x", "log/a.facts.json", `{"kind":"log","facst":[]}`},
		"a wrong type":                {"log/a.log", "x", "log/a.facts.json", `{"kind":"log","facts":[{"id":1}]}`},
		"two JSON values":             {"log/a.log", "x", "log/a.facts.json", `{"kind":"log"} {}`},
		"a kind unlike its folder":    {"log/a.log", "x", "log/a.facts.json", `{"kind":"json"}`},
		"facts without an input":      {"log/a.facts.json", `{"kind":"log"}`},
		"two inputs for the same one": {"log/a.log", "x", "log/a.txt", "x", "log/a.facts.json", `{"kind":"log"}`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(folder(t, files...))
			assert.ErrorContains(t, err, "corpus: ")
		})
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	ok := Fact{ID: "f1", Text: "boom", Weight: 3}
	for name, tc := range map[string]struct {
		c    Case
		want string
	}{
		"a fact that is not there": {Case{Data: []byte("bo om"), Facts: []Fact{ok}}, "no exact substring"},
		"an id used twice":         {Case{Data: []byte("boom"), Facts: []Fact{ok, ok}}, "stands twice"},
		"a fact without an id":     {Case{Data: []byte("boom"), Facts: []Fact{{Text: "boom", Weight: 1}}}, "has no id"},
		"a weight of 4":            {Case{Data: []byte("boom"), Facts: []Fact{{ID: "f1", Text: "boom", Weight: 4}}}, "expected 1, 2 or 3"},
		"an empty fact":            {Case{Data: []byte("boom "), Facts: []Fact{{ID: "f1", Text: " ", Weight: 1}}}, "is empty"},
		"no facts at all":          {Case{Data: []byte("boom")}, "robustness-only"},
		"a question unanswered":    {Case{Data: []byte("boom"), Facts: []Fact{ok}, Questions: []Question{{Q: "?"}}}, "question 1"},
	} {
		t.Run(name, func(t *testing.T) { assert.ErrorContains(t, tc.c.Check(), tc.want) })
	}
	c := Case{Data: []byte("x"), Role: RobustnessOnly}
	assert.NoError(t, c.Check())
}

func TestDecode(t *testing.T) {
	for name, tc := range map[string]struct{ in, encoding, want string }{
		"UTF-8 as it is":                    {"héllo", "", "héllo"},
		"a mark is dropped":                 {"\xef\xbb\xbfa,b", "", "a,b"},
		"UTF-16 by its mark":                {"\xff\xfea\x00\xe9\x00", "", "aé"},
		"big endian by its mark":            {"\xfe\xff\x00a\x00\xe9", "", "aé"},
		"the mark outranks the name":        {"\xff\xfea\x00", "shift_jis", "a"},
		"a named encoding":                  {"\x83\x65", "shift_jis", "テ"},
		"each bad byte is one U+FFFD":       {"a\xff\xfeb", "", "a\uFFFD\uFFFDb"},
		"an unknown name is taken as UTF-8": {"a", "klingon", "a"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tc.want, Decode([]byte(tc.in), tc.encoding)) })
	}
}

func FuzzDecodeIsValidUTF8(f *testing.F) {
	f.Add([]byte("\xff\xfea\x00\x00\xd8"), "")
	f.Add([]byte("a\xff"), "utf-16le")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		s := Decode(data, name)
		assert.Equal(t, s, string([]rune(s)))
	})
}
