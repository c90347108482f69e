package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// user has a home folder, and a folder of work in which a file is picked up.
type user struct {
	t          *testing.T
	home, work string
}

func newUser(t *testing.T) *user {
	u := &user{t, t.TempDir(), filepath.Join(t.TempDir(), "work")}
	require.NoError(t, os.Mkdir(u.work, 0o755))
	return u
}

func (u *user) env(name string) string { return map[string]string{"HOME": u.home}[name] }

func (u *user) write(path, text string) string {
	u.t.Helper()
	require.NoError(u.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(u.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (u *user) pickedUp(text string) string { return u.write(filepath.Join(u.work, FileName), text) }
func (u *user) own(text string) string {
	return u.write(filepath.Join(u.home, ".config", "riffle", "config.yaml"), text)
}

func (u *user) load() Config {
	u.t.Helper()
	f, err := Search{Workdir: u.work, Env: u.env, Estimators: plainEstimators}.Find()
	require.NoError(u.t, err)
	c, err := f.Load()
	require.NoError(u.t, err)
	return c
}

// plainEstimators are the estimators that a file without trust may choose.
var plainEstimators = []string{"auto", "bpe"}

// hostile sets all that could harm.
const hostile = `retainOriginal: false
spill: {dir: /dev/null/x, maxAge: 1s, maxBytes: 10, mode: "0644", hint: none}
plugins: {isolation: in-process, mtls: "off", env: [AWS_SECRET_ACCESS_KEY], dev: {log: ./evil}}
processors: {log: {options: {ablate: density}}}
estimator: {name: added, scale: 10}
targetTokens: 1
minTokens: 1
maxTokens: 1
excludeTools: [bash]
tools: {grep: {minTokens: 1, targetTokens: 2, maxTokens: 2}}
preview: {thresholdChars: 2, headChars: 1, tailChars: 0}
`

func TestAStrangersFileCostsSavingsOnly(t *testing.T) {
	u := newUser(t)
	u.own("spill: {dir: /safe, maxAge: 0}\nplugins: {mtls: \"on\"}\nexcludeTools: [vault]\nestimator: bpe\n")
	before := u.load()
	path := u.pickedUp(hostile)
	c := u.load()
	assert.True(t, c.RetainOriginal)
	assert.Equal(t, before.Spill, c.Spill)
	assert.Equal(t, "/safe", c.Spill.Dir)
	assert.Equal(t, before.Plugins, c.Plugins)
	assert.Equal(t, before.Processors, c.Processors)
	assert.Equal(t, before.Estimator, c.Estimator)
	assert.Equal(t, []string{"vault", "bash"}, c.ExcludeTools, "what the user excluded stays excluded")
	assert.Equal(t, Budget{1, 256, 256}, c.Budget)
	assert.Equal(t, Budget{1, 256, 256}, c.ForTool("grep"))
	assert.Equal(t, Preview{2048, 512, 256}, c.Preview)
	require.Len(t, c.Warnings(), 1)
	warning := c.Warnings()[0]
	assert.NotContains(t, warning, "\n")
	for _, part := range []string{path + " is not trusted; no effect of retainOriginal (line 1), spill.dir (line 2), ", "8 more", "riffle config trust"} {
		assert.Contains(t, warning, part)
	}
	assert.Equal(t, path, c.Source())

	_, err := Trust(u.env, path)
	require.NoError(t, err)
	c = u.load()
	assert.False(t, c.RetainOriginal)
	assert.Equal(t, "/dev/null/x", c.Spill.Dir)
	assert.Equal(t, []string{"bash"}, c.ExcludeTools)
	assert.Equal(t, Budget{1, 1, 1}, c.Budget)
	assert.Equal(t, Estimator{"added", 10}, c.Estimator)
	assert.Empty(t, c.Plugins.Dev, "a program is never run because a file was picked up")
	require.Len(t, c.Warnings(), 1)
	assert.Contains(t, c.Warnings()[0], "no effect of plugins.dev.log (line 3); plugins.dev holds in no file that is picked up")
}

func TestAFileThatSetsNothingHarmfulHoldsWithoutAWord(t *testing.T) {
	u := newUser(t)
	u.own("spill: {hint: read}\nminTokens: 5000\n")
	u.pickedUp("targetTokens: 700\nexcludeTools: [keep]\nroutes: [{tool: x, processor: log}]\nestimator: bpe\nretainOriginal: true\nspill: {maxAge: 168h}\n")
	c := u.load()
	assert.Empty(t, c.Warnings())
	assert.Equal(t, Budget{2048, 700, 8192}, c.Budget, "budgets come from one file, since they have to fit one another")
	assert.Equal(t, []string{"keep"}, c.ExcludeTools)
	assert.Len(t, c.Routes, 1)
	assert.Equal(t, HintRead, c.Spill.Hint)
	var shown strings.Builder
	require.NoError(t, c.WriteYAML(&shown))
	assert.Contains(t, shown.String(), "# from "+c.Source()+", laid over "+c.Under())
	assert.Contains(t, shown.String(), "hint: read # line 1 of "+c.Under())
	assert.Contains(t, shown.String(), "targetTokens: 700 # line 1\n")
}

func TestAFileCanNotSwitchOnWhatTheUserSwitchedOff(t *testing.T) {
	u := newUser(t)
	u.own("enabled: false\n")
	u.pickedUp("enabled: true\n")
	assert.False(t, u.load().Enabled)
	u.own("")
	u.pickedUp("enabled: false\n")
	assert.False(t, u.load().Enabled)
	assert.Empty(t, u.load().Warnings())
}

// A key that no part names would silently never hold.
func TestEveryKeyBelongsToOnePart(t *testing.T) {
	c, err := Parse("all.yaml", []byte(everyKey))
	require.NoError(t, err)
	for key := range c.lines {
		n := 0
		for _, p := range parts {
			for _, k := range p.keys {
				if isUnder(key, k) {
					n++
				}
			}
		}
		if key != "spill" && key != "plugins" {
			assert.Equal(t, 1, n, key)
		}
	}
	assert.Equal(t, len(keysOf(&c)), len(slices.DeleteFunc(sortedKeys(c.lines), func(k string) bool { return strings.ContainsAny(k, ".[") })), "everyKey has them all")
}

func TestTrustIsForThePathAndTheBytes(t *testing.T) {
	u := newUser(t)
	text := "spill: {dir: originals}\n"
	path := u.pickedUp(text)
	assert.Empty(t, u.load().Spill.Dir)
	_, err := Trust(u.env, path)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(u.work, "originals"), u.load().Spill.Dir, "it counts from the file's folder")
	assert.Empty(t, u.load().Warnings())
	list := filepath.Join(u.home, ".config", "riffle", TrustedName)
	info, err := os.Stat(list)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	t.Run("one byte more", func(t *testing.T) {
		u.pickedUp(text + "\n")
		c := u.load()
		assert.Empty(t, c.Spill.Dir)
		require.Len(t, c.Warnings(), 1)
		assert.Contains(t, c.Warnings()[0], "was changed since it was trusted; no effect of spill.dir (line 1)")
		u.pickedUp(text)
	})
	t.Run("the same bytes elsewhere", func(t *testing.T) {
		other := *u
		other.work = t.TempDir()
		other.pickedUp(text)
		assert.Empty(t, other.load().Spill.Dir)
		require.NoError(t, os.Remove(filepath.Join(other.work, FileName)))
		require.NoError(t, os.Symlink(path, filepath.Join(other.work, FileName)))
		assert.Empty(t, other.load().Spill.Dir, "a link to it is another file, whose paths lead elsewhere")
	})
	t.Run("by another way to the same folder", func(t *testing.T) {
		other := *u
		other.work = filepath.Join(t.TempDir(), "way")
		require.NoError(t, os.Symlink(u.work, other.work))
		assert.NotEmpty(t, other.load().Spill.Dir)
	})
	t.Run("a list that others may write", func(t *testing.T) {
		require.NoError(t, os.Chmod(list, 0o666))
		c := u.load()
		assert.Empty(t, c.Spill.Dir)
		require.Len(t, c.Warnings(), 2)
		assert.Contains(t, c.Warnings()[0], "nothing is trusted")
		require.NoError(t, os.Chmod(list, 0o600))
	})
	t.Run("a damaged list is not written over", func(t *testing.T) {
		whole, err := os.ReadFile(list)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(list, whole[:len(whole)/2], 0o600))
		_, err = Trust(u.env, path)
		assert.ErrorContains(t, err, "it is damaged")
		require.NoError(t, os.WriteFile(list, whole, 0o600))
	})
	t.Run("taken away", func(t *testing.T) {
		_, err := Untrust(u.env, path)
		require.NoError(t, err)
		assert.Empty(t, u.load().Spill.Dir)
		_, err = Untrust(u.env, path)
		assert.ErrorContains(t, err, "was not trusted")
	})
	t.Run("what is never picked up", func(t *testing.T) {
		_, err := Trust(u.env, u.own(""))
		assert.ErrorContains(t, err, "is never picked up")
	})
	t.Run("a broken file", func(t *testing.T) {
		_, err := Trust(u.env, u.pickedUp("no: key\n"))
		assert.ErrorContains(t, err, "no is not a known key")
	})
}

func TestExpressionsOfAStrangersRoutesAreBounded(t *testing.T) {
	u := newUser(t)
	u.pickedUp("routes:\n" + strings.Repeat("- {command: '(a{0,90}b{9}){10}', processor: log}\n", 40))
	f, err := Search{Workdir: u.work, Env: u.env}.Find()
	require.NoError(t, err)
	_, err = f.Load()
	assert.ErrorContains(t, err, "routes[3].command makes the expressions of all routes too costly to search for")
	u.pickedUp("routes:\n" + strings.Repeat("- {tool: a, processor: log}\n", mostRoutes+1))
	c := u.load()
	assert.Len(t, c.Routes, mostRoutes)
	require.Len(t, c.Warnings(), 1)
	assert.Contains(t, c.Warnings()[0], "routes[256].processor (line 258)")
}

func TestAFileWithManyFaultsIsToldInFewPrintableLines(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "\"\\e[2Jkey%d%s\": 1\n", i, strings.Repeat("x", 1000))
	}
	_, err := Parse("x.yaml", []byte(b.String()))
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	assert.Len(t, lines, maxShown+1)
	assert.Less(t, len(err.Error()), 20000)
	assert.NotContains(t, err.Error(), "\x1b")
	assert.Contains(t, lines[maxShown], "980 more problems")
}

func TestCheckNames(t *testing.T) {
	names := Names{Processors: []string{"json", "log"}, Estimators: []string{"auto"}, Kinds: []string{"json", "log"}, Options: map[string][]string{"log": {"ablate"}}}
	c, err := Parse("x.yaml", []byte("estimator: abacus\nroutes:\n- {kind: jsom, processor: json}\n- {tool: a, processor: lag}\nprocessors:\n  log: {options: {ablat: x}}\n  own: {}\n  json: {options: {any: x}}\n"))
	require.NoError(t, err)
	assert.EqualError(t, c.CheckNames(names), `config: x.yaml:1: estimator.name names the estimator "abacus", which does not exist; expected one of auto: remove it or correct its name
config: x.yaml:3: routes[0].kind names the kind "jsom", which does not exist; expected one of json, log: did you mean json?
config: x.yaml:4: routes[1].processor names the processor "lag", which does not exist; expected one of json, log: did you mean log?
config: x.yaml:6: processors.log.options.ablat names the option "ablat", which does not exist; expected one of ablate: did you mean ablate?
config: x.yaml:7: processors.own names the processor "own", which does not exist; expected one of json, log: remove it or correct its name`)
	assert.NoError(t, Default().CheckNames(names))
}

// FuzzPickedUp checks that no text which is not trusted harms: what it may not set is
// as it was, the rest is within the bounds, and what holds is valid.
func FuzzPickedUp(f *testing.F) {
	for _, seed := range []string{hostile, everyKey, "", "spill: &a {dir: x}\nplugins: *a", "tools: {a: &x {maxTokens: 1}, b: *x}", "maxTokens: 2147483647\nminTokens: 2147483647",
		"preview: {thresholdChars: 3000, headChars: 0, tailChars: 2999}", "estimator: {scale: 0.1}"} {
		f.Add([]byte(seed))
	}
	own := Default()
	own.choice = plainEstimators
	own.lines = map[string]mark{"excludeTools": {"own.yaml", 1}}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := parse("f.yaml", data, maxPatterns)
		if err != nil {
			return
		}
		c := file.over(own, false)
		if err := c.Validate(); err != nil {
			t.Fatalf("not valid: %v", err)
		}
		assert.Equal(t, own.Spill, c.Spill)
		assert.Equal(t, own.Plugins, c.Plugins)
		assert.Equal(t, own.Processors, c.Processors)
		assert.True(t, c.RetainOriginal)
		assert.True(t, c.Excluded("read"))
		assert.LessOrEqual(t, len(c.Routes), mostRoutes)
		assert.Contains(t, plainEstimators, c.Estimator.Name)
		for _, b := range append([]Budget{c.Budget}, budgets(c)...) {
			assert.GreaterOrEqual(t, b.TargetTokens, leastTokens)
			assert.LessOrEqual(t, b.MaxTokens, mostTokens)
		}
		found := Found{Path: "f.yaml"}
		if refused := c.refusals(own, file); len(refused) > 0 {
			assert.NotContains(t, found.refusal(refused), "\n")
		}
	})
}

func budgets(c Config) (out []Budget) {
	for _, tool := range sortedKeys(c.Tools) {
		out = append(out, c.Tools[tool].over(c.Budget))
	}
	return out
}

// FuzzTrusted checks that a list of trusted files is read only in the form that is
// written, and comes back the same.
func FuzzTrusted(f *testing.F) {
	sum := strings.Repeat("ab", 32)
	f.Add([]byte(`{"schema":1,"files":[]}`))
	f.Add(encodeTrusted([]Trusted{{"/a/.riffle.yaml", sum}, {"/b/.riffle.yaml", sum}}))
	f.Add([]byte(`{"schema":1,"files":[{"path":"/a","sha256":"` + sum + `","path":"/b"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parseTrusted(data)
		if err != nil {
			return
		}
		again, err := parseTrusted(encodeTrusted(list))
		require.NoError(t, err)
		assert.ElementsMatch(t, list, again)
		for _, e := range list {
			assert.True(t, filepath.IsAbs(e.Path))
			assert.Len(t, e.SHA256, 64)
		}
	})
}
