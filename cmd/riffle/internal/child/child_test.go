//go:build unix

package child

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// output runs a shell script to its end.
func output(t *testing.T, script string, in io.Reader) (string, int) {
	t.Helper()
	p, err := Start([]string{"sh", "-c", script}, in)
	require.NoError(t, err)
	defer p.Close()
	text, err := io.ReadAll(p)
	require.NoError(t, err)
	return string(text), p.Wait()
}

func TestBothStreamsInOrder(t *testing.T) {
	text, status := output(t, "for i in 1 2 3; do echo out$i; echo err$i >&2; done", nil)
	assert.Equal(t, "out1\nerr1\nout2\nerr2\nout3\nerr3\n", text)
	assert.Zero(t, status)
}

func TestStatus(t *testing.T) {
	for _, tc := range []struct {
		name, script string
		want         int
	}{
		{"success", "true", 0},
		{"a failure", "exit 3", 3},
		{"the highest status", "exit 255", 255},
		{"a signal", "kill -TERM $$", 128 + int(syscall.SIGTERM)},
		{"a crash", "kill -SEGV $$", 128 + int(syscall.SIGSEGV)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, status := output(t, tc.script, nil)
			assert.Equal(t, tc.want, status)
		})
	}
}

func TestStandardInput(t *testing.T) {
	text, _ := output(t, "cat", strings.NewReader("passed on"))
	assert.Equal(t, "passed on", text)

	text, status := output(t, "exit 4", strings.NewReader(strings.Repeat("never read ", 100_000)))
	assert.Empty(t, text)
	assert.Equal(t, 4, status)
}

func TestCommandThatDoesNotRun(t *testing.T) {
	_, err := Start([]string{"no-such-command-here"}, nil)
	require.Error(t, err)
	assert.Equal(t, StatusNotFound, StatusOf(err))

	plain := t.TempDir() + "/plain"
	require.NoError(t, os.WriteFile(plain, []byte("text"), 0o600))
	_, err = Start([]string{plain}, nil)
	require.Error(t, err)
	assert.Equal(t, StatusNotRunnable, StatusOf(err))
}

func TestSignalsArePassedOn(t *testing.T) {
	p, err := Start([]string{"sh", "-c", "trap 'echo got it; exit 7' TERM; echo ready; while :; do sleep 0.05; done"}, nil)
	require.NoError(t, err)
	defer p.Close()
	ready := make([]byte, len("ready\n"))
	_, err = io.ReadFull(p, ready)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
	rest, err := io.ReadAll(p)
	require.NoError(t, err)
	assert.Equal(t, "got it\n", string(rest))
	assert.Equal(t, 7, p.Wait())
}

func TestBackgroundProcessDoesNotHoldTheEnd(t *testing.T) {
	begin := time.Now()
	text, status := output(t, "echo before; sleep 12 & echo after; exit 5", nil)
	assert.Equal(t, "before\nafter\n", text)
	assert.Equal(t, 5, status)
	assert.Less(t, time.Since(begin), 10*time.Second)
}

// What stands in the pipe when the grace is over was printed by the command and
// is not lost, however late it is read.
func TestSlowReaderLosesNothing(t *testing.T) {
	p, err := Start([]string{"sh", "-c", "seq 8000; sleep 12 &"}, nil)
	require.NoError(t, err)
	defer p.Close()
	p.Wait()
	require.NoError(t, p.out.SetReadDeadline(time.Unix(1, 0))) // the grace is over
	text, err := io.ReadAll(p)
	require.NoError(t, err)
	assert.True(t, strings.HasSuffix(string(text), "\n7999\n8000\n"), "the end is %q", text[max(0, len(text)-20):])
}
