package supervise

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// needLandlock skips a test where the kernel confines too little for it.
func needLandlock(t *testing.T, version int) {
	if v := landlockVersion(); v < version {
		t.Skipf("the kernel has Landlock %d, %d is needed: what a sandbox closes is not checked", v, version)
	}
}

// confinedOf is a sealed and confined plugin of a mode.
func confinedOf(t *testing.T, mode string, o Options) Plugin {
	data, err := os.ReadFile(self(t))
	require.NoError(t, err)
	b := Binary{Path: self(t), Args: []string{pluginArg, mode}, SHA256: sum(data), Sealed: true, Confined: true}
	p := Subprocess("test", b, o)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

// targets makes all that a plugin tries at, and names it in the environment.
func targets(t *testing.T) (dir string) {
	dir, err := os.MkdirTemp("", "r") // the path of a socket is short
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	for _, name := range []string{"secret", "spare"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("secret"), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "run"), []byte("#!/bin/sh\n"), 0o700))
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = tcp.Close() })
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = udp.Close() })
	for _, path := range []string{filepath.Join(dir, "socket"), fmt.Sprint("@riffle-test-", os.Getpid())} {
		l, err := net.Listen("unix", path)
		require.NoError(t, err)
		t.Cleanup(func() { _ = l.Close() })
	}
	datagrams, err := net.ListenPacket("unixgram", filepath.Join(dir, "datagrams"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = datagrams.Close() })
	t.Setenv(reachEnv, fmt.Sprintf("%s %s %s %d", dir, tcp.Addr(), udp.LocalAddr(), os.Getpid()))
	return dir
}

// reaches returns the end of each thing that a plugin tries.
func reaches(t *testing.T, p Plugin) map[string]string {
	out, names := map[string]string{}, tries()
	for line := range strings.SplitSeq(declined(t, p), "\n") {
		number, end, ok := strings.Cut(line, " ")
		require.True(t, ok, line)
		out[names[atoi(t, number)].name] = end
	}
	require.Len(t, out, len(names))
	return out
}

// open is what a confined plugin must still be able to do.
var open = []string{"start a process", "read a program", "write a temporary file", "write its working folder", "read of itself", "write to /dev/null"}

func TestAConfinedPluginReachesWhatItNeedsAlone(t *testing.T) {
	needLandlock(t, 1)
	dir := targets(t)
	got := reaches(t, confinedOf(t, "reach", Options{Env: []string{reachEnv}, CallBase: soon}))
	for _, name := range open {
		assert.Equal(t, passed, got[name], name)
		delete(got, name)
	}
	if !filterWorks() {
		t.Log("this system filters no system calls: the network and groups of processes are not checked")
		for _, name := range []string{"send by UDP", "connect to a socket of the user", "send to a socket of the user", "leave its session", "leave its group"} {
			delete(got, name)
		}
	}
	if landlockVersion() < landlockSignals {
		delete(got, "signal the host")
	}
	require.NotEmpty(t, got)
	for name, end := range got {
		assert.Equal(t, denied, end, name)
	}
	text, err := os.ReadFile(filepath.Join(dir, "secret"))
	require.NoError(t, err)
	assert.Equal(t, "secret", string(text))
}

// The tries above fail by the sandbox and not by themselves.
func TestAnUnconfinedPluginReachesWhatItsAccountMay(t *testing.T) {
	targets(t)
	t.Cleanup(func() { _ = os.Remove("/etc/riffle-test") })
	got := reaches(t, processOf(t, "reach", Options{Env: []string{reachEnv}, CallBase: soon}))
	delete(got, "write /etc") // as the account is
	for name, end := range got {
		assert.Equal(t, passed, end, name)
	}
}

func TestAConfinedPluginHasNoCapabilities(t *testing.T) {
	needLandlock(t, 1)
	p := confinedOf(t, "ok", Options{})
	require.NoError(t, plan(p))
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Status().PID))
	require.NoError(t, err)
	for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapAmb"} {
		assert.Contains(t, string(status), set+":\t0000000000000000")
	}
}

// The host's own threads stay as they were, also those that come later.
func TestTheHostIsNotConfined(t *testing.T) {
	require.NoError(t, plan(confinedOf(t, "ok", Options{})))
	path := filepath.Join(t.TempDir(), "file")
	for range 50 {
		require.NoError(t, onOwnThread(func() error { return os.WriteFile(path, nil, 0o600) }))
	}
	require.Eventually(t, func() bool { return !anyThreadConfined(t) }, soon, time.Millisecond)
	require.NoError(t, exec.Command("/bin/sh", "-c", "exit 0").Run())
}

// The call that makes the group passes with its ticket alone.
func TestATicketIsNotToBeGuessed(t *testing.T) {
	if !filterWorks() {
		t.Skip("this system filters no system calls")
	}
	try := func(ticket, second uint64) error {
		return onOwnThread(func() error {
			if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
				return err
			}
			if err := setFilter(filterOf(uint32(ticket))); err != nil {
				return err
			}
			_, _, errno := unix.RawSyscall(unix.SYS_SETPGID, 1<<30, uintptr(second), 0) // no such process
			if errno != 0 {
				return errno
			}
			return nil
		})
	}
	assert.Equal(t, unix.ESRCH, try(7, 7<<32), "the kernel is asked, and looks at the lower half")
	assert.Equal(t, unix.EPERM, try(7, 0))
	assert.Equal(t, unix.EPERM, try(7, 12345))
	assert.Equal(t, unix.EPERM, try(7, 1<<64-1))
}

func TestAConfinedScriptFindsItsInterpreter(t *testing.T) {
	needLandlock(t, 1)
	for name, line := range map[string]string{"sh": "#!/bin/sh", "python": "#!/usr/bin/python3", "node": "#!/usr/bin/node"} {
		t.Run(name, func(t *testing.T) {
			interpreter := strings.TrimPrefix(line, "#!")
			if _, err := os.Stat(interpreter); err != nil {
				t.Skip(interpreter + " is missing")
			}
			text := line + "\n" + map[string]string{
				"sh":     "echo ran >&2; exit 3\n",
				"python": "import json, sys, tempfile, os\ntempfile.NamedTemporaryFile()\nprint('ran', file=sys.stderr)\nos._exit(3)\n",
				"node":   "process.memoryUsage(); require('net').createServer().listen(process.env.PLUGIN_UNIX_SOCKET_DIR + '/s', () => { console.error('ran'); process.exit(3) })\n",
			}[name]
			path := filepath.Join(t.TempDir(), "plugin")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
			p := Subprocess("test", Binary{Path: path, SHA256: sum([]byte(text)), Sealed: true, Confined: true}, Options{})
			defer p.Close()
			assert.Error(t, plan(p))
			assert.Eventually(t, func() bool { return contains(p.Status().Stderr, "ran") }, soon, 5*time.Millisecond, p.Status().LastFault)
		})
	}
}

// One in place may read what lies beside it.
func TestAConfinedPluginInPlaceReadsItsFolder(t *testing.T) {
	needLandlock(t, 1)
	dir := t.TempDir()
	path := filepath.Join(dir, "plugin")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "beside"), []byte("beside it\n"), 0o600))
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\ncat "+dir+"/beside >&2\nexit 3\n"), 0o700))
	p := Subprocess("test", Binary{Path: path, Confined: true}, Options{})
	defer p.Close()
	assert.Error(t, plan(p))
	assert.Eventually(t, func() bool { return contains(p.Status().Stderr, "beside it") }, soon, 5*time.Millisecond)
}

func TestAConfinedPluginIsReplacedAndEnds(t *testing.T) {
	p := confinedOf(t, "ok", Options{IdleAfter: 50 * time.Millisecond})
	require.NoError(t, plan(p))
	s := p.(*supervisor)
	require.Eventually(t, func() bool { return p.Status().State == "idle" }, soon, time.Millisecond)
	s.work.Wait()
	_, err := p.Describe(context.Background())
	require.NoError(t, err)
	assert.Equal(t, 2, p.Status().Generation)
	pid := p.Status().PID
	require.NoError(t, p.Close())
	assert.False(t, alive(pid))
}
