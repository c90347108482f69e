package corpus

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func has(part string) func([]byte) bool {
	return func(b []byte) bool { return strings.Contains(string(b), part) }
}

// build prints a small build that fails in the middle, on both streams.
const build = `for i in 1 2 3 4 5 6 7 8 9; do echo "cc -c part$i.c"; done
echo "part5.c:12:3: error: unknown type name 'gauge_t'" >&2
echo "make: *** [Makefile:9: part5.o] Error 1" >&2
echo "8 of 9 files built"; exit 3`

func TestAddRecordsBothStreamsAndSuggestsFacts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "own")
	a, err := Add(context.Background(), New{Dir: dir, Kind: "log", Name: "build", Command: []string{"sh", "-c", build}})
	require.NoError(t, err)
	assert.Equal(t, 3, a.ExitStatus)
	assert.Equal(t, filepath.Join(dir, "log", "build.log"), a.Case.Path)
	assert.Equal(t, "log/build.log", a.Case.Name)
	assert.Contains(t, string(a.Case.Data), "cc -c part9.c\npart5.c:12:3: error: ")

	cases, err := Load(dir)
	require.NoError(t, err)
	require.Len(t, cases, 1)
	texts := []string{}
	for _, f := range cases[0].Facts {
		texts = append(texts, f.Text)
		assert.True(t, strings.HasPrefix(f.Why, Suggested), f.Why)
	}
	assert.Contains(t, texts, "part5.c:12:3: error: unknown type name 'gauge_t'")
	assert.Contains(t, texts, "8 of 9 files built")
	assert.Equal(t, 3.0, cases[0].Facts[0].Weight)

	r, err := Check(dir)
	require.NoError(t, err)
	assert.Empty(t, r.Faults)
	assert.Equal(t, 1, r.Recorded)
}

func TestAddNeverOverwrites(t *testing.T) {
	for name, there := range map[string]string{
		"an input":                     "log/build.log",
		"an input of another ending":   "log/build.txt",
		"facts whose input is missing": "log/build.facts.json",
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, there, "mine")
			for _, kind := range []string{"log", ""} {
				_, err := Add(context.Background(), New{Dir: dir, Kind: kind, Name: "build", Command: []string{"sh", "-c", build}})
				assert.ErrorContains(t, err, "is there already")
			}
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(there)))
			require.NoError(t, err)
			assert.Equal(t, "mine", string(data))
			entries, err := os.ReadDir(filepath.Join(dir, "log"))
			require.NoError(t, err)
			assert.Len(t, entries, 1)
		})
	}
}

func TestAddKeepsTheManifestInOrder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"m", "z", "a"} {
		_, err := Add(context.Background(), New{Dir: dir, Kind: "text", Name: name, Command: []string{"echo", "<" + name + "> 12 files"}})
		require.NoError(t, err)
	}
	m, err := LoadManifest(dir)
	require.NoError(t, err)
	require.Len(t, m.Cases, 3)
	assert.Equal(t, "text/a.txt", m.Cases[0].File)
	assert.Equal(t, "echo '<a> 12 files'", m.Cases[0].Command)
	assert.Equal(t, "text/z.txt", m.Cases[2].File)
	data, err := os.ReadFile(filepath.Join(dir, ManifestName))
	require.NoError(t, err)
	assert.Equal(t, 9, strings.Count(string(data), "\n"), "an entry a line")
}

func TestAddRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		n    New
		want string
	}{
		"no command":                {New{Kind: "log"}, "no command"},
		"an unknown kind":           {New{Kind: "yaml", Command: []string{"true"}}, "expected html, json, log or text"},
		"a name that leads outside": {New{Kind: "log", Name: "../x", Command: []string{"true"}}, "cannot name a file"},
		"a command without output":  {New{Kind: "log", Command: []string{"true"}}, "printed nothing (exit status 0)"},
		"a command that is missing": {New{Kind: "log", Command: []string{"no-such-command-here"}}, "executable file not found"},
	} {
		t.Run(name, func(t *testing.T) {
			tc.n.Dir = filepath.Join(t.TempDir(), "own")
			_, err := Add(context.Background(), tc.n)
			assert.ErrorContains(t, err, tc.want)
			assert.NoDirExists(t, tc.n.Dir)
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Add(ctx, New{Dir: t.TempDir(), Kind: "log", Command: []string{"echo", "x"}})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestAddLetsTheContentDecideTheKind(t *testing.T) {
	a, err := Add(context.Background(), New{Dir: t.TempDir(), Command: []string{"echo", `{"count": 12, "items": []}`}})
	require.NoError(t, err)
	assert.Equal(t, "json/echo.json", a.Case.Name)
	assert.Equal(t, `"count": 12`, a.Case.Facts[0].Text)
}

func TestNameOf(t *testing.T) {
	for want, command := range map[string][]string{
		"go-test": {"/usr/local/go/bin/go", "test", "./..."},
		"make":    {"make", "-k"},
		"ls":      {"ls", "/a/very/long/folder/name"},
		"npm-ls":  {"npm", "--silent", "ls"},
	} {
		assert.Equal(t, want, nameOf(command))
	}
}

func TestSuggestFindsRareIdentifiers(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		b.WriteString("order 2026-05-14 ORD-" + string(rune('0'+i%10)) + string(rune('0'+i/10%10)) + string(rune('0'+i/100)) + "7 packed\n")
		if i == 140 {
			b.WriteString("order 2026-05-14 KX/88-b2291q packed\n")
		}
	}
	c := Case{Data: []byte(b.String()), Kind: "log"}
	var texts []string
	for _, f := range Suggest(&c) {
		texts = append(texts, f.Text)
	}
	assert.Contains(t, texts, "88-b2291q")
}

func FuzzSuggestionsAreSubstrings(f *testing.F) {
	f.Add([]byte("a\x1b[31merror: 12 files\x1b[0m\r\n\xff"), "log")
	f.Add([]byte(`{"count":12,"error":"a\nb"}`), "json")
	f.Add([]byte("<p>error: x</p>"), "html")
	f.Add([]byte("\xff\xfee\x00r\x00"), "text")
	f.Fuzz(func(t *testing.T, data []byte, kind string) {
		c := Case{Name: "x", Data: data, Kind: kind, Role: RobustnessOnly}
		c.Facts = Suggest(&c)
		assert.NoError(t, c.Check())
	})
}
