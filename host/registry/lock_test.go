package registry

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func somePin(name string) Pin {
	return Pin{Kind: "processor", Name: name, Version: "1.0.0", Summary: "tables <of> all sorts", Stability: sdk.Stable, Protocol: 1, OS: "linux", Arch: "amd64",
		Path: "/data/" + name, SHA256: strings.Repeat("ab", 32), Bytes: 12, Kinds: []string{"csv", "log"}, Magic: []string{"a,?", "é"}, Priority: -3,
		Capabilities: []string{"match"}, ReplacesBuiltin: true, Env: []string{"LANG"}, Limits: Limits{Memory: 1 << 20, OpenFiles: 9, CallTimeout: Duration(1500 * time.Millisecond)}}
}

const lockText = `{
  "schema": 1,
  "plugins": [
    {
      "kind": "processor",
      "name": "csv",
      "version": "1.0.0",
      "summary": "tables <of> all sorts",
      "stability": "stable",
      "protocol": 1,
      "os": "linux",
      "arch": "amd64",
      "path": "/data/csv",
      "sha256": "abababababababababababababababababababababababababababababababab",
      "bytes": 12,
      "kinds": [
        "csv",
        "log"
      ],
      "magic": [
        "a,?",
        "é"
      ],
      "priority": -3,
      "capabilities": [
        "match"
      ],
      "replacesBuiltin": true,
      "env": [
        "LANG"
      ],
      "limits": {
        "memory": 1048576,
        "openFiles": 9,
        "callTimeout": "1.5s"
      }
    }
  ]
}
`

func TestTheFormOfTheLockFile(t *testing.T) {
	l := Lock{}.with(somePin("csv"))
	assert.Equal(t, lockText, string(l.Encode()))
	again, err := ParseLock([]byte(lockText))
	require.NoError(t, err)
	assert.Equal(t, l, again)
	assert.Equal(t, "{\n  \"schema\": 1,\n  \"plugins\": []\n}\n", string(l.without("processor", "csv").Encode()))
	pretty := strings.ReplaceAll(lockText, "  ", "\t")
	_, err = ParseLock([]byte(pretty))
	assert.NoError(t, err, "white space is nobody's secret")
}

func TestLockFilesThatAreNotUsed(t *testing.T) {
	replace := func(old, with string) string {
		require.Contains(t, lockText, old)
		return strings.Replace(lockText, old, with, 1)
	}
	for _, test := range []struct{ name, text, says string }{
		{"nothing", "", "it is damaged"},
		{"half of it", lockText[:200], "it is damaged"},
		{"more than one", lockText + "{}", "it is damaged"},
		{"another kind of file", "plugins: []\n", "it is damaged"},
		{"no schema", `{"plugins": []}`, "it has schema 0, and this riffle reads 1"},
		{"a newer schema", replace(`"schema": 1`, `"schema": 2, "more": true`), "it has schema 2, and this riffle reads 1: upgrade riffle"},
		{"a key that is not known", replace(`"bytes"`, `"size": 1, "bytes"`), `unknown field "size"`},
		{"a key in other letters", replace(`"sha256"`, `"SHA256"`), "keys stand twice, in another order or in other letters"},
		{"a key that stands twice", replace(`"bytes"`, `"path": "/evil", "bytes"`), "keys stand twice"},
		{"a name with a path", replace(`"csv"`, `"../csv"`), `its entry 1 ("../csv") is broken`},
		{"a relative path", replace(`/data/csv`, `data/csv`), "is not absolute and clean"},
		{"a path with a way up", replace(`/data/csv`, `/data/../csv`), "is not absolute and clean"},
		{"a hash that is none", replace(`"abab`, `"xyzz`), "is none"},
		{"a short hash", replace(`abab`, `ab`), "is none"},
		{"a variable that is none", replace(`"LANG"`, `"LANG=C"`), "no name of an environment variable"},
		{"a kind that is none", replace(`"kind": "processor"`, `"kind": "service"`), "neither processor nor estimator"},
		{"a time that is none", replace(`1.5s`, `soon`), "it is damaged"},
		{"a negative time", replace(`1.5s`, `-1.5s`), "a negative callTimeout"},
		{"a system with a path", replace(`"linux"`, `"../linux"`), "are all needed"},
		{"one plugin twice", string(Lock{Schema: 1, Plugins: []Pin{somePin("a"), somePin("a")}}.Encode()), "stands twice or out of order"},
		{"plugins out of order", string(Lock{Schema: 1, Plugins: []Pin{somePin("b"), somePin("a")}}.Encode()), "stands twice or out of order"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := userPlaces(t)
			require.NoError(t, os.MkdirAll(filepath.Dir(o.Lock), 0o700))
			require.NoError(t, os.WriteFile(o.Lock, []byte(test.text), 0o600))
			_, err := o.ReadLock()
			require.ErrorContains(t, err, test.says)
			assert.ErrorContains(t, err, o.Lock)
			assert.ErrorContains(t, err, "restore it, or move it away and add the plugins again")

			r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
			require.Len(t, r.Warnings(), 1)
			assert.Contains(t, r.Warnings()[0], test.says)
			assert.Contains(t, r.Warnings()[0], "no added plugin is used")
			_, err = served(t, r, "log")
			assert.ErrorIs(t, err, sdk.ErrDeclined, "the bundled ones serve")
			_, err = r.Processor("csv")
			require.ErrorIs(t, err, ErrUnknown)
			assert.ErrorContains(t, err, test.says)
			_, err = add(t, o, "riffle-processor-extra")
			assert.ErrorContains(t, err, test.says, "a damaged file is not written over")
		})
	}
}

func TestALockFileThatOthersMayWriteIsNotUsed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not read here")
	}
	for _, test := range []struct {
		name   string
		change func(o Places) error
		says   string
	}{
		{"group may write to it", func(o Places) error { return os.Chmod(o.Lock, 0o660) }, "(mode 0660): run chmod go-w"},
		{"world may write to its folder", func(o Places) error { return os.Chmod(filepath.Dir(o.Lock), 0o777) }, "(mode 0777): run chmod go-w"},
		{"a stranger's", func(o Places) error { return os.Chown(o.Lock, 12345, -1) }, "belongs to user 12345"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := userPlaces(t)
			_, err := add(t, o, "riffle-processor-extra")
			require.NoError(t, err)
			if err := test.change(o); err != nil {
				t.Skipf("not possible here: %v", err)
			}
			_, err = o.ReadLock()
			require.ErrorContains(t, err, test.says)
			r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
			_, err = r.Processor("extra")
			assert.ErrorContains(t, err, test.says)
			require.Len(t, r.Others(), 1, "its program is listed, and why it is not used")
			assert.Contains(t, r.Others()[0].Reason, test.says)
		})
	}
}

func TestWithoutALockFileThereAreNoAddedPlugins(t *testing.T) {
	for _, o := range []Places{{}, userPlaces(t)} {
		l, err := o.ReadLock()
		require.NoError(t, err)
		assert.Empty(t, l.Plugins)
	}
	assert.Equal(t, Places{}, UserPlaces(func(string) string { return "" }))
	assert.Equal(t, Places{Lock: "/home/u/.config/riffle/plugins.lock.json", Managed: "/home/u/.local/share/riffle/plugins"}, UserPlaces(func(name string) string {
		return map[string]string{"HOME": "/home/u", "XDG_DATA_HOME": "relative"}[name]
	}))
	_, err := Places{}.Add(t.Context(), Addition{})
	assert.ErrorContains(t, err, "no folder for plugins is known: set HOME")
}

// FuzzParseLock checks that no text makes the reader panic, and that what it takes it
// would write.
func FuzzParseLock(f *testing.F) {
	f.Add([]byte(lockText))
	f.Add([]byte(`{"schema": 1, "plugins": [null]}`))
	f.Add([]byte(`{"schema": 1, "plugins": [{"limits": {}}]}`))
	f.Add([]byte(`{"schema":1e0,"plugins":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := ParseLock(data)
		if err != nil {
			return
		}
		again, err := ParseLock(l.Encode())
		require.NoError(t, err)
		assert.Equal(t, l.Encode(), again.Encode())
	})
}
