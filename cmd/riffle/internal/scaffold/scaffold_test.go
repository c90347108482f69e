package scaffold

import (
	"bytes"
	"context"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/riffle-dev/riffle/sdk/serve"
)

func checkout(t *testing.T) Source {
	dir, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	return Source{Replace: dir}
}

func write(t *testing.T, s Spec) (string, Result) {
	s.Dir = filepath.Join(t.TempDir(), "new", "module")
	if s.Riffle == (Source{}) {
		s.Riffle = checkout(t)
	}
	r, err := Write(context.Background(), s)
	require.NoError(t, err)
	return s.Dir, r
}

// run runs the go command in a folder, without a network.
func run(t *testing.T, dir string, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=readonly")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %s: %s", strings.Join(args, " "), out)
	return string(out)
}

// The whole of a module's tests, the conformance kit in it, is run by the test of the
// quickstart.
func TestTheModulePassesItsOwnTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds modules")
	}
	for _, tc := range []struct{ kind, name, tests string }{
		{serve.KindProcessor, "board", "Shouted|Match|Declined|BestLines|Fuzz"},
		{serve.KindEstimator, "1-of-a-very-long-name-that-moves-comments-and-parts-of-lines-012", "Margin|Count|Golden|Fuzz"},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			dir, r := write(t, Spec{Kind: tc.kind, Name: tc.name})
			assert.Empty(t, r.Problem)
			assert.True(t, r.Tidied)
			run(t, dir, "vet", "./...")
			out := run(t, dir, "test", "-short", "-v", "-run", tc.tests, "-bench", ".", "-benchtime", "1x", "./...")
			assert.Contains(t, out, "--- PASS: Fuzz")
			assert.Contains(t, out, "MB/s")
			assert.NotContains(t, out, "no tests to run")
		})
	}
}

func TestTheModuleBuildsBeforeItIsTidied(t *testing.T) {
	if testing.Short() {
		t.Skip("builds modules")
	}
	path := os.Getenv("PATH")
	t.Setenv("PATH", "")
	dir, r := write(t, Spec{Kind: serve.KindProcessor, Name: "board"})
	assert.False(t, r.Tidied)
	assert.Contains(t, r.Problem, "install Go, then run go mod tidy")
	t.Setenv("PATH", path)
	run(t, dir, "build", "-o", os.DevNull, "./...")
}

func TestFilesAreFormattedAndSayTheirName(t *testing.T) {
	for _, kind := range []string{serve.KindProcessor, serve.KindEstimator} {
		s := Spec{Kind: kind, Name: "quay", Module: "github.com/you/quay", Dir: t.TempDir(), Riffle: checkout(t)}
		files, err := s.files()
		require.NoError(t, err)
		names := map[string]string{}
		for _, f := range files {
			names[f.name] = string(f.data)
			assert.NotEmpty(t, f.data, f.name)
			assert.NotContains(t, string(f.data), "{{", f.name)
			assert.NotContains(t, string(f.data), "<no value>", f.name)
			if strings.HasSuffix(f.name, ".go") {
				want, err := format.Source(f.data)
				require.NoError(t, err, f.name)
				assert.Equal(t, string(want), string(f.data), f.name)
			}
		}
		assert.Less(t, strings.Count(names["main.go"], "\n"), 75)
		assert.Contains(t, names["main.go"], `Name: "quay"`)
		assert.Contains(t, names["go.mod"], "module github.com/you/quay\n")
		assert.Contains(t, names[".gitignore"], "/riffle-"+kind+"-quay\n")
		assert.Contains(t, names["README.md"], "riffle plugin add ./riffle-"+kind+"-quay")
		var job map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(names[".github/workflows/check.yml"]), &job))
		assert.Contains(t, names[".github/workflows/check.yml"], "go mod edit -replace")
	}
}

func TestAReleasedVersionIsRequired(t *testing.T) {
	s := Spec{Kind: serve.KindProcessor, Name: "quay", Module: "example.com/quay", Dir: "quay", Riffle: Source{Version: "v1.2.3"}}
	files, err := s.files()
	require.NoError(t, err)
	for _, f := range files {
		switch f.name {
		case "go.mod":
			assert.Contains(t, string(f.data), "require github.com/riffle-dev/riffle v1.2.3\n")
			assert.NotContains(t, string(f.data), "replace")
		case ".github/workflows/check.yml", "README.md":
			assert.NotContains(t, string(f.data), "replace", f.name)
		}
	}
}

func TestEveryTemplateIsUsed(t *testing.T) {
	used := map[string]bool{}
	for group, list := range layout {
		for _, l := range list {
			used["templates/"+group+"/"+l[0]] = true
		}
	}
	require.NoError(t, fs.WalkDir(templates, "templates", func(path string, e fs.DirEntry, err error) error {
		assert.True(t, e.IsDir() || used[path], path)
		return err
	}))
}

func TestRefused(t *testing.T) {
	good := Spec{Kind: serve.KindProcessor, Name: "quay", Taken: []string{"csv"}}
	for name, tc := range map[string]struct {
		change func(*Spec)
		want   string
	}{
		"no name":                    {func(s *Spec) { s.Name = "" }, "use lower case letters, digits and hyphens"},
		"capitals":                   {func(s *Spec) { s.Name = "Quay" }, `the name "Quay"`},
		"a path":                     {func(s *Spec) { s.Name = "../quay" }, `the name "../quay"`},
		"a hyphen at the end":        {func(s *Spec) { s.Name = "quay-" }, `the name "quay-"`},
		"too long":                   {func(s *Spec) { s.Name = strings.Repeat("q", 65) }, "use lower case letters"},
		"a name that is taken":       {func(s *Spec) { s.Name = "csv" }, "csv is the name of a bundled processor"},
		"a kind of the host":         {func(s *Spec) { s.Name = "html" }, "choose another"},
		"no kind":                    {func(s *Spec) { s.Kind = "" }, "expected processor or estimator"},
		"a kind that is none":        {func(s *Spec) { s.Kind = "filter" }, "expected processor or estimator"},
		"a module with blanks":       {func(s *Spec) { s.Module = "a b" }, "expected one such as"},
		"a module that ends in /":    {func(s *Spec) { s.Module = "a.com/b/" }, "expected one such as"},
		"a module with dots":         {func(s *Spec) { s.Module = "a.com/../b" }, "expected one such as"},
		"a module that is a flag":    {func(s *Spec) { s.Module = "-modfile" }, "begins with a hyphen"},
		"a module of two lines":      {func(s *Spec) { s.Module = "a.com/b\nreplace" }, "expected one such as"},
		"Riffle itself":              {func(s *Spec) { s.Module = riffle }, "is Riffle itself"},
		"a folder without Riffle":    {func(s *Spec) { s.Riffle = Source{Replace: os.TempDir()} }, "is no checkout of"},
		"neither version nor folder": {func(s *Spec) { s.Riffle = Source{} }, "no source of Riffle"},
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			s.Dir, s.Riffle = filepath.Join(t.TempDir(), "quay"), checkout(t)
			tc.change(&s)
			_, err := Write(context.Background(), s)
			require.ErrorContains(t, err, tc.want)
			assert.NoDirExists(t, s.Dir)
		})
	}
}

func TestAFolderThatHoldsSomethingIsLeftAlone(t *testing.T) {
	s := Spec{Kind: serve.KindProcessor, Name: "quay", Dir: t.TempDir(), Riffle: checkout(t)}
	mine := filepath.Join(s.Dir, "mine")
	require.NoError(t, os.WriteFile(mine, []byte("mine"), 0o600))
	_, err := Write(context.Background(), s)
	require.ErrorIs(t, err, ErrSpec)
	require.ErrorContains(t, err, "is not empty (it holds mine)")
	entries, err := os.ReadDir(s.Dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

func TestWhatIsHalfWrittenIsRemoved(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "new", "module")
	// A file cannot be a folder too.
	err := writeAll(context.Background(), dir, []file{{"a/b/c", nil}, {"d", nil}, {"d/e", nil}})
	require.Error(t, err)
	assert.NoDirExists(t, filepath.Join(above, "new"))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorContains(t, writeAll(ctx, dir, []file{{"a", nil}}), "interrupted")
	assert.NoDirExists(t, filepath.Join(above, "new"))
}

func TestAnEmptyFolderIsTaken(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, writeAll(context.Background(), dir, []file{{"a/b", []byte("x")}}))
	assert.FileExists(t, filepath.Join(dir, "a", "b"))
}

func TestFind(t *testing.T) {
	here := checkout(t)
	for name, tc := range map[string]struct {
		replace, want, err string
	}{
		"the checkout of the running code": {"", here.Replace, ""},
		"a folder that is named":           {"../../../..", here.Replace, ""},
		"a folder that is none":            {t.TempDir(), "", "is no checkout"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Find(tc.replace, t.TempDir())
			if tc.err != "" {
				require.ErrorContains(t, err, tc.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, Source{Replace: tc.want}, s)
		})
	}
	assert.Equal(t, here.Replace, upward(filepath.Join(here.Replace, "docs", "plugins")))
	assert.Empty(t, upward(t.TempDir()))
	assert.Empty(t, upward(""))
}

func TestReplaceIsRelativeInsideTheCheckout(t *testing.T) {
	here := checkout(t)
	for name, tc := range map[string]struct{ dir, want string }{
		"inside":  {filepath.Join(here.Replace, "examples", "quay"), "../.."},
		"outside": {filepath.Join(t.TempDir(), "quay"), here.Replace},
	} {
		t.Run(name, func(t *testing.T) {
			s := Spec{Dir: tc.dir, Riffle: here}
			assert.Equal(t, tc.want, s.replacePath())
		})
	}
	s := Spec{Dir: t.TempDir(), Riffle: Source{Replace: "/a folder/riffle"}}
	assert.Equal(t, `"/a folder/riffle"`, s.replacePath())
}

func TestGoModRequiresWhatTheCheckoutDoes(t *testing.T) {
	s := Spec{Module: "example.com/quay", Dir: t.TempDir(), Riffle: checkout(t)}
	mod, sum, err := s.goMod()
	require.NoError(t, err)
	theirs, err := os.ReadFile("../../../../go.mod")
	require.NoError(t, err)
	count := 0
	for line := range strings.Lines(string(theirs)) {
		if fields := strings.Fields(line); len(fields) >= 2 && strings.HasPrefix(fields[1], "v") {
			count++
			assert.Contains(t, string(mod), "\t"+fields[0]+" "+fields[1]+" // indirect\n")
		}
	}
	assert.Greater(t, count, 20)
	assert.True(t, bytes.HasPrefix(mod, []byte("module example.com/quay\n")))
	assert.NotEmpty(t, sum)
}
