package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// idOf is the ID that a notice names.
func idOf(t *testing.T, text string) string {
	_, rest, found := strings.Cut(text, "riffle get ")
	require.True(t, found, "%.400s", text)
	return strings.TrimRight(strings.Fields(rest)[0], "]")
}

func TestAStrangersConfigurationLosesNothing(t *testing.T) {
	outside := t.TempDir()
	for name, text := range map[string]string{
		"retention off, and no place for originals": "retainOriginal: false\nspill: {dir: /dev/null/nowhere}\n",
		"originals live for a second":               "spill: {maxAge: 1s}\n",
		"a quota of nothing":                        "spill: {maxBytes: 1}\n",
		"originals for all to read":                 "spill: {dir: " + outside + ", mode: \"0644\"}\n",
		"tiny budgets":                              "minTokens: 1\ntargetTokens: 1\nmaxTokens: 1\n",
		"an estimator that is none":                 "estimator: abacus\n",
		"every tool excluded":                       "excludeTools: [bash, grep]\nenabled: false\n",
		"unknown keys":                              "no: such\nkeys: here\n",
		"a bomb":                                    "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nroutes: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
		"one level too deep":                        strings.Repeat("[", 20000),
	} {
		t.Run(name, func(t *testing.T) {
			s := newShell(t)
			other := s.ok(readSoak(t)+"another\n", "compress", "--tool", "bash")
			s.write(".riffle.yaml", text)
			stdout, stderr, _ := s.run(readSoak(t), "compress", "--tool", "bash")
			if stdout != readSoak(t) {
				require.True(t, strings.HasPrefix(stdout, "[riffle: "))
				got, _, status := s.run("", "get", "--raw", idOf(t, stdout))
				assert.Zero(t, status)
				assert.Equal(t, readSoak(t), got)
				assert.Contains(t, stdout, "no space left on device", "what matters most is shown")
			}
			assert.LessOrEqual(t, strings.Count(stderr, "\n"), 22, "the faults of a file, at most 20, and what became of the text")
			got, _, status := s.run("", "get", "--raw", idOf(t, other))
			assert.Zero(t, status)
			assert.Equal(t, readSoak(t)+"another\n", got, "an original of before is there still")
			left, err := os.ReadDir(outside)
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

func TestCompressPassesTheTextWhereTheConfigurationIsBroken(t *testing.T) {
	s := newShell(t)
	s.write(".riffle.yaml", "minTokens: none\n")
	stdout, stderr, status := s.run(readSoak(t), "compress")
	assert.Equal(t, 2, status)
	assert.Equal(t, readSoak(t), stdout)
	assert.Contains(t, stderr, ".riffle.yaml:1: minTokens is the text")
	stdout, _, status = s.run("a\xff", "compress", "--json")
	assert.Equal(t, 2, status)
	assert.Contains(t, stdout, `{"textBase64":"Yf8=","outcome":{"action":"passed","reason":"broken-configuration","detail":"config: `)
	stdout, _, status = s.run("text", "compress", "--config", s.write("x.yaml", "estimator: abacus\n"))
	assert.Equal(t, 2, status)
	assert.Equal(t, "text", stdout)
}

func TestAnOriginalIsFoundWhateverConfigurationHolds(t *testing.T) {
	s := newShell(t)
	elsewhere := t.TempDir()
	named := s.write("a.yaml", "spill: {dir: "+elsewhere+"}\n")
	id := idOf(t, s.ok(readSoak(t), "compress", "--config", named))
	require.DirExists(t, filepath.Join(elsewhere, "spill"))

	s.dir = t.TempDir() // another folder, without --config
	assert.Equal(t, readSoak(t), s.ok("", "get", "--raw", id))
	paths, err := filepath.Glob(filepath.Join(elsewhere, "spill", "*", id+"-*"))
	require.NoError(t, err)
	assert.Equal(t, readSoak(t), s.ok("", "get", "--raw", strings.TrimSuffix(paths[0], ".json")), "by its path too")
	s.write(".riffle.yaml", "no: such key\n")
	stdout, stderr, status := s.run("", "get", "--raw", id)
	assert.Zero(t, status)
	assert.Equal(t, readSoak(t), stdout)
	assert.Contains(t, stderr, "no is not a known key")
	_, stderr, status = s.run("", "get", "--raw", "/etc/passwd")
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "refused")
}

func TestConfigTrust(t *testing.T) {
	s := newShell(t)
	path := s.write(".riffle.yaml", "spill: {dir: originals}\n")
	dir := filepath.Join(s.dir, "originals")
	stdout, stderr, status := s.run("", "config", "check")
	assert.Zero(t, status)
	assert.Equal(t, "ok: "+path+"\npicked up here, not trusted: it sets what can only cost savings\n", stdout)
	assert.Contains(t, stderr, "riffle: warning: config: "+path+" is not trusted; no effect of spill.dir (line 1)")
	assert.Equal(t, 1, strings.Count(stderr, "\n"))
	s.run(readSoak(t), "compress")
	assert.NoDirExists(t, dir)

	assert.Contains(t, s.ok("", "config", "trust"), "trusted: "+path+" (SHA-256 ")
	assert.Equal(t, path+"  as trusted\n", s.ok("", "config", "trust", "--list"))
	assert.Contains(t, s.ok("", "config", "check"), "picked up here, trusted\n")
	s.ok(readSoak(t), "compress")
	assert.DirExists(t, dir)

	s.write(".riffle.yaml", "spill: {dir: originals} \n")
	assert.Equal(t, path+"  changed since: no longer trusted\n", s.ok("", "config", "trust", "--list"))
	assert.Equal(t, "no longer trusted: "+path+"\n", s.ok("", "config", "trust", "--remove", path))
	_, stderr, status = s.run("", "config", "untrust")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "was not trusted")
	require.NoError(t, os.Remove(path))
	_, stderr, status = s.run("", "config", "trust")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "no .riffle.yaml is picked up here")
}

func TestConfigCheckRefusesNamesThatDoNotExist(t *testing.T) {
	s := newShell(t)
	s.write(".riffle.yaml", "routes:\n- {kind: logs, processor: log}\n- {tool: a, processor: jsn}\n")
	stdout, stderr, status := s.run("", "config", "check")
	assert.Equal(t, 2, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, `.riffle.yaml:2: routes[0].kind names the kind "logs", which does not exist; expected one of html, json, log, text, table, testreport`)
	assert.Contains(t, stderr, `.riffle.yaml:3: routes[1].processor names the processor "jsn", which does not exist; expected one of html, json, log, table, testreport, text: did you mean json?`)
	own := s.write("own.yaml", "estimator: abacus\nprocessors: {log: {options: {depth: 3}}}\n")
	_, stderr, status = s.run("", "config", "check", "--config", own)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, `own.yaml:1: estimator.name names the estimator "abacus"`)
	assert.Contains(t, stderr, `own.yaml:2: processors.log.options.depth names the option "depth", which does not exist; expected one of ablate`)
}
