//go:build unix

package supervise

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFilterPassesTheHandshakeAlone(t *testing.T) {
	const line = "1|1|unix|/tmp/x|grpc|\n"
	long := strings.Repeat("z", 200<<10)
	for _, test := range []struct{ name, in, out, stray string }{
		{"the line alone", line, line, ""},
		{"a banner before", "hello\nworld\n" + line, line, "hello\nworld\n"},
		{"a banner without a line end", "v1.2" + line, line, "v1.2"},
		{"bars in a banner", "a|b|c\n1|2|3\n" + line, line, "a|b|c\n1|2|3\n"},
		{"what comes after", line + "later\n", line, "later\n"},
		{"a second handshake", line + line, line, line},
		{"a long line before", long + "\n" + line, line, long + "\n"},
		{"a long line after", line + long, line, long},
		{"a handshake in a line over the buffer is none", long + line, "", long + line},
		{"no handshake", "hello\n", "", "hello\n"},
		{"no line end at the end", strings.TrimSpace(line), strings.TrimSpace(line), ""},
		{"nothing", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(test.in), iotest.HalfReader(strings.NewReader(test.in))} {
				var stray bytes.Buffer
				out, err := io.ReadAll(newHandshakeFilter(io.NopCloser(in), &stray))
				require.NoError(t, err)
				assert.Equal(t, test.out, string(out))
				assert.Equal(t, test.stray, stray.String())
			}
		})
	}
}

func FuzzFilter(f *testing.F) {
	f.Add([]byte("x\n1|1|unix|/tmp/x|grpc|\ny"))
	f.Add([]byte("1|99999999999|tcp|"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var stray bytes.Buffer
		out, err := io.ReadAll(newHandshakeFilter(io.NopCloser(bytes.NewReader(in)), &stray))
		require.NoError(t, err)
		assert.Equal(t, len(in), len(out)+stray.Len(), "every byte goes one way")
		assert.LessOrEqual(t, bytes.Count(out, []byte("\n")), 1)
	})
}

func TestTheRingKeepsTheLastBytes(t *testing.T) {
	r := newRing(8)
	var all strings.Builder
	for i := range 100 {
		part := strings.Repeat(string(rune('a'+i%26)), i%13)
		all.WriteString(part)
		n, err := r.Write([]byte(part))
		require.NoError(t, err)
		require.Equal(t, len(part), n)
		want := all.String()
		require.Equal(t, want[max(0, len(want)-8):], r.String())
		require.LessOrEqual(t, cap(r.buf), 64)
	}
}

func TestALongFolderIsRefusedWithTheLimit(t *testing.T) {
	_, err := newRunDirIn("/tmp/" + strings.Repeat("d", 60))
	require.ErrorContains(t, err, "at most 107 are possible: set TMPDIR to a shorter path")
}

func TestFoldersOfOthersAreNotUsed(t *testing.T) {
	base, err := os.MkdirTemp("", "r")
	require.NoError(t, err)
	defer os.RemoveAll(base)
	d, err := newRunDirIn(base)
	require.NoError(t, err)
	d.remove()
	parent := filepath.Dir(d.path)
	apart := func() *runDir {
		d, err := newRunDirIn(base)
		require.NoError(t, err)
		require.Equal(t, base, filepath.Dir(d.path), "not in the folder whose name was taken")
		require.NoError(t, private(d.path))
		return d
	}
	require.NoError(t, os.Chmod(parent, 0o755))
	apart().remove()
	require.NoError(t, os.Remove(parent))
	theirs := t.TempDir()
	require.NoError(t, os.Symlink(theirs, parent))
	apart().remove()
	require.NoError(t, os.Remove(parent))
	require.NoError(t, os.WriteFile(parent, nil, 0o600))
	dead, live := apart(), apart()
	defer live.remove()
	require.NoError(t, dead.lock.Close()) // as its host's death does
	open := filepath.Join(base, hostPrefix()+"1")
	require.NoError(t, os.Mkdir(open, 0o777))
	sweep(base, hostPrefix(), time.Now().Add(time.Hour))
	require.NoDirExists(t, dead.path)
	require.DirExists(t, live.path)
	require.DirExists(t, open, "it may be another's")
	left, err := os.ReadDir(theirs)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestARunFolderThatWasCleanedAwayIsMadeAnew(t *testing.T) {
	tmp, err := os.MkdirTemp("/tmp", "r")
	require.NoError(t, err)
	defer os.RemoveAll(tmp)
	t.Setenv("TMPDIR", tmp)
	l := &subprocess{}
	first, err := l.folder()
	require.NoError(t, err)
	again, err := l.folder()
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.NoError(t, os.RemoveAll(filepath.Join(tmp, fmt.Sprintf("riffle-%d", os.Getuid()))))
	other, err := l.folder()
	require.NoError(t, err)
	defer l.close()
	require.DirExists(t, other)
	require.NotEqual(t, first, other)
}

func TestTheSweepTakesWhatIsDeadAndOld(t *testing.T) {
	base, err := os.MkdirTemp("", "r")
	require.NoError(t, err)
	defer os.RemoveAll(base)
	dead, err := newRunDirIn(base)
	require.NoError(t, err)
	require.NoError(t, dead.lock.Close()) // as its host's death does
	live, err := newRunDirIn(base)
	require.NoError(t, err)
	defer live.remove()
	parent := filepath.Dir(live.path)
	unlocked := filepath.Join(parent, "h1")
	require.NoError(t, os.Mkdir(unlocked, 0o700))
	foreign := filepath.Join(parent, "other")
	require.NoError(t, os.Mkdir(foreign, 0o700))

	sweep(parent, runPrefix, time.Now().Add(-time.Minute))
	assert.DirExists(t, dead.path, "young")
	sweep(parent, runPrefix, time.Now().Add(time.Hour))
	assert.NoDirExists(t, dead.path)
	assert.NoDirExists(t, unlocked)
	assert.DirExists(t, live.path)
	assert.DirExists(t, foreign)
}

// The number of a process that ended may be another's by then.
func TestTheSweepSparesProcessesThatItDoesNotKnow(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"pid-0-1", "pid-1-1", "pid--1-1", "pid-x-1", "pid-5", "pid-"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	p := processOf(t, "ok", Options{})
	require.NoError(t, plan(p))
	pid := p.Status().PID
	born, err := startTime(pid)
	require.NoError(t, err)
	name := filepath.Join(dir, "pid-"+itoa(pid)+"-")
	require.NoError(t, os.WriteFile(name+born+"1", nil, 0o600))
	endOrphans(dir)
	require.NoError(t, syscall.Kill(pid, 0))
	require.NoError(t, plan(p))
	require.NoError(t, os.WriteFile(name+born, nil, 0o600))
	endOrphans(dir)
	requireGone(t, pid)
}
