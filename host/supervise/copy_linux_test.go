package supervise

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestASealedCopyCantBeChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(path, []byte("approved"), 0o700))
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	copied, _, err := copyOf(file, t.TempDir())
	require.NoError(t, err)
	defer copied.Close()
	_, err = copied.WriteAt([]byte("x"), 0)
	assert.Error(t, err)
	assert.Error(t, copied.Truncate(0))
	again, err := os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", copied.Fd()), os.O_RDWR, 0)
	if err == nil {
		defer again.Close()
		_, err = again.WriteAt([]byte("x"), 0)
	}
	assert.Error(t, err, "nor by another opening of it")
	data := make([]byte, 8)
	_, err = copied.ReadAt(data, 0)
	require.NoError(t, err)
	assert.Equal(t, "approved", string(data))
}

// Where files in memory may not run, a copy without a name takes their place.
func TestACopyWithoutANameRuns(t *testing.T) {
	for _, test := range []struct {
		name, path string
		confined   bool
	}{{"compiled", self(t), false}, {"a script", scriptFor(t, "ok"), false}, {"compiled and confined", self(t), true}} {
		t.Run(test.name, func(t *testing.T) {
			path := test.path
			file, err := os.Open(path)
			require.NoError(t, err)
			defer file.Close()
			dir := t.TempDir()
			copied, err := nameless(file, dir)
			require.NoError(t, err)
			defer copied.Close()
			left, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Empty(t, left)
			l := Subprocess("test", Binary{Path: path, Args: []string{pluginArg, "ok"}, Sealed: true, Confined: test.confined}, Options{}).(*supervisor).from.(*subprocess)
			l.dir, err = newRunDir()
			require.NoError(t, err)
			defer l.close()
			work, err := l.dir.work()
			require.NoError(t, err)
			g := l.prepare(copied, work)
			g.process.gone = func() {}
			_, err = g.connect(t.Context())
			assert.NoError(t, err)
			g.stop(true)
		})
	}
}

// Node.js looks up the name of its script, and a sealed copy has none.
func TestASealedScriptOfNodeRuns(t *testing.T) {
	if _, err := os.Stat("/usr/bin/node"); err != nil {
		t.Skip("there is no /usr/bin/node")
	}
	for name, line := range map[string]string{"with its flag": "#!/usr/bin/env -S node --preserve-symlinks-main", "without": "#!/usr/bin/node"} {
		t.Run(name, func(t *testing.T) {
			text := line + "\nconsole.error('read ' + require('fs').readFileSync(process.argv[1], 'utf8').length)\nprocess.exit(3)\n"
			path := filepath.Join(t.TempDir(), "plugin")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
			p := Subprocess("test", Binary{Path: path, SHA256: sum([]byte(text)), Sealed: true}, Options{})
			defer p.Close()
			assert.Error(t, plan(p))
			assert.Eventually(t, func() bool { return contains(p.Status().Stderr, fmt.Sprint("read ", len(text))) }, soon, 5*time.Millisecond)
		})
	}
}
