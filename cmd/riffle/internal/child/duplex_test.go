//go:build unix

package child

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func startDuplex(t *testing.T, script string) (*Duplex, *bufio.Reader) {
	t.Helper()
	d, err := StartDuplex([]string{"sh", "-c", script}, os.Stderr, Client{})
	require.NoError(t, err)
	t.Cleanup(func() { d.Close() })
	return d, bufio.NewReader(d)
}

func TestDuplexTalks(t *testing.T) {
	d, out := startDuplex(t, "while read line; do echo \"got $line\"; done; echo end; exit 6")
	for i := range 3 {
		fmt.Fprintln(d.Stdin(), i)
		line, err := out.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprintf("got %d\n", i), line)
	}
	require.NoError(t, d.Stdin().Close())
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Equal(t, "end\n", string(rest))
	assert.Equal(t, 6, d.End())
}

func TestDuplexStandardError(t *testing.T) {
	var stderr bytes.Buffer
	d, err := StartDuplex([]string{"sh", "-c", "echo words >&2"}, &stderr, Client{})
	require.NoError(t, err)
	out, err := io.ReadAll(d)
	require.NoError(t, err)
	assert.Zero(t, d.End())
	assert.Empty(t, out)
	assert.Equal(t, "words\n", stderr.String())
}

func TestDuplexSignals(t *testing.T) {
	d, out := startDuplex(t, "trap 'echo got it; exit 7' TERM; echo ready; while :; do sleep 0.05; done")
	_, err := out.ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Equal(t, "got it\n", string(rest))
	assert.Equal(t, 7, d.End())
}

func TestDuplexEndedByASignal(t *testing.T) {
	d, out := startDuplex(t, "kill -KILL $$")
	_, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Equal(t, 128+int(syscall.SIGKILL), d.End())
}

func TestDuplexThatDoesNotRun(t *testing.T) {
	_, err := StartDuplex([]string{"no-such-command-here"}, os.Stderr, Client{})
	require.Error(t, err)
	assert.Equal(t, StatusNotFound, StatusOf(err))
}

// What a command leaves behind may still talk while the client does, and no longer.
func TestDuplexLeavesSomethingBehind(t *testing.T) {
	d, out := startDuplex(t, "exec 3<&0; (read line <&3; echo \"late $line\"; exec sleep 12 2>/dev/null) & exit 3")
	<-d.done
	assert.Equal(t, 3, d.status)
	fmt.Fprintln(d.Stdin(), "words")
	line, err := out.ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "late words\n", line)
	require.NoError(t, d.Stdin().Close())
	_, err = out.ReadString('\n')
	assert.Equal(t, io.EOF, err)
}

// parentVariable has this test's binary start a command by StartDuplex and wait.
const parentVariable = "RIFFLE_TEST_PARENT"

func TestMain(m *testing.M) {
	if script := os.Getenv(parentVariable); script != "" {
		d, err := StartDuplex([]string{"sh", "-c", script}, os.Stderr, Client{})
		if err != nil {
			panic(err)
		}
		runtime.GC() // threads come and go
		_, _ = io.Copy(os.Stdout, d)
		os.Exit(d.End())
	}
	os.Exit(m.Run())
}

// A server that heeds neither the end of its input nor that of its output ends with the
// process that started it.
func TestDuplexEndsWithItsParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux can end a process with its parent")
	}
	alive := filepath.Join(t.TempDir(), "alive")
	require.NoError(t, syscall.Mkfifo(alive, 0o600))
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), parentVariable+"=trap '' PIPE TERM HUP; exec 9>"+alive+"; echo ready; while :; do read -t 1 x </dev/null; sleep 0.2; done")
	out, err := parent.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, parent.Start())
	fifo, err := os.Open(alive) // ends when nobody has it open for writing
	require.NoError(t, err)
	defer fifo.Close()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", line)
	require.NoError(t, parent.Process.Kill())
	_ = parent.Wait()
	rest, err := io.ReadAll(fifo)
	require.NoError(t, err)
	assert.Empty(t, strings.TrimSpace(string(rest)))
}
