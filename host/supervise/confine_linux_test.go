package supervise

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// limitOf returns the soft and the hard limit of a process as the kernel has them.
func limitOf(t *testing.T, pid int, name string) [2]string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^` + name + `\s+(\S+)\s+(\S+)`).FindStringSubmatch(string(text))
	require.NotNil(t, found, "%s in %s", name, text)
	return [2]string{found[1], found[2]}
}

func TestTheKernelHoldsTheLimits(t *testing.T) {
	own := os.Getpid()
	for _, test := range []struct {
		name        string
		limits      Limits
		data, files [2]string
	}{
		{"the defaults", Limits{}, [2]string{"2147483648", "2147483648"}, [2]string{"256", "256"}},
		{"others", Limits{MemoryBytes: 1 << 30, OpenFiles: 64}, [2]string{"1073741824", "1073741824"}, [2]string{"64", "64"}},
		{"those of the host", Limits{MemoryBytes: -1, OpenFiles: -1}, limitOf(t, own, "Max data size"), [2]string{"", limitOf(t, own, "Max open files")[1]}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := processOf(t, "ok", Options{Limits: test.limits})
			require.NoError(t, plan(p))
			pid := p.Status().PID
			assert.Equal(t, test.data, limitOf(t, pid, "Max data size"))
			assert.Equal(t, test.files[1], limitOf(t, pid, "Max open files")[1])
			if test.files[0] != "" {
				assert.Equal(t, test.files, limitOf(t, pid, "Max open files"))
			}
			assert.Equal(t, [2]string{"0", "0"}, limitOf(t, pid, "Max core file size"))
		})
	}
}

func TestNoLimitIsRaised(t *testing.T) {
	p := processOf(t, "ok", Options{Limits: Limits{OpenFiles: 100}})
	require.NoError(t, plan(p))
	pid := p.Status().PID
	require.NoError(t, limit(pid, Limits{MemoryBytes: 1 << 62, OpenFiles: 1 << 30}))
	assert.Equal(t, [2]string{"100", "100"}, limitOf(t, pid, "Max open files"))
	assert.NoError(t, limit(1<<22+1, Limits{}), "a process that has ended needs none")
}

func TestAPluginOverItsMemoryDiesAlone(t *testing.T) {
	ok := processOf(t, "ok", Options{})
	require.NoError(t, plan(ok))
	limits := Limits{MemoryBytes: dataOf(t, ok.Status().PID) + allocated/2} // what the runtime takes and half
	p := processOf(t, "allocate", Options{CallBase: soon, Limits: limits})
	err := plan(p)
	assert.Equal(t, ReasonCrashed, ReasonOf(err), "%v", err)
	// What it says then is up to its runtime: mostly that memory ran out.
	assert.Eventually(t, func() bool { return p.Status().Stderr != "" }, soon, 5*time.Millisecond)
	assert.NoError(t, plan(ok), "others live on")
	within := processOf(t, "allocate", Options{CallBase: soon, Limits: Limits{MemoryBytes: 1 << 40}})
	assert.Equal(t, itoa(allocated), declined(t, within), "one within its memory lives")
}

// dataOf is how much memory of a process counts against RLIMIT_DATA, in bytes.
func dataOf(t *testing.T, pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	return int64(atoi(t, string(regexp.MustCompile(`VmData:\s*(\d+) kB`).FindSubmatch(status)[1]))) << 10
}

func TestAPluginThatOpensTooManyFilesGetsAnError(t *testing.T) {
	p := processOf(t, "open-files", Options{CallBase: soon, Limits: Limits{OpenFiles: 64}})
	n, said, _ := strings.Cut(declined(t, p), "\n")
	assert.Less(t, atoi(t, n), 64)
	assert.Contains(t, said, "too many open files")
	assert.Equal(t, 1, p.Status().Generation, "it lives on")
}

func TestACrashLeavesNoCoreFile(t *testing.T) {
	var old unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_CORE, &old))
	if old.Max > 0 { // what a host may have allowed
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: old.Max, Max: old.Max}))
		defer func() { _ = unix.Setrlimit(unix.RLIMIT_CORE, &old) }()
	}
	p := processOf(t, "abort", Options{CallBase: soon})
	require.Equal(t, ReasonCrashed, ReasonOf(plan(p)))
	s := p.(*supervisor).from.(*subprocess)
	require.Eventually(t, func() bool { return contains(p.Status().Stderr, "dump") }, soon, 5*time.Millisecond)
	entries, err := os.ReadDir(filepath.Join(s.dir.path, workName))
	require.NoError(t, err)
	assert.Empty(t, entries)
	assert.NotContains(t, p.Status().LastFault, "core dumped")
}

// What a host inherited from its own parent is not marked as closed on exec.
func TestNoDescriptorOfTheHostReachesThePlugin(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("sk-leak"), 0o600))
	marked, err := os.Open(secret)
	require.NoError(t, err)
	defer marked.Close()
	unmarked, err := unix.Open(secret, unix.O_RDONLY, 0)
	require.NoError(t, err)
	defer unix.Close(unmarked)
	const high = 90
	require.NoError(t, unix.Dup3(unmarked, high, 0))
	defer unix.Close(high)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	socket, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	require.NoError(t, err)
	defer unix.Close(socket)
	hosts, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", socket))
	require.NoError(t, err)

	for _, test := range []struct{ name, path string }{
		{"a binary", self(t)},
		{"a script", scriptFor(t, "descriptors")},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Subprocess("test", Binary{Path: test.path, Args: []string{pluginArg, "descriptors"}}, Options{})
			defer func() { assert.NoError(t, p.Close()) }()
			for line := range strings.Lines(declined(t, p)) {
				fd, target, _ := strings.Cut(strings.TrimSpace(line), " ")
				assert.NotContains(t, target, secret)
				assert.NotEqual(t, hosts, target)
				if n := atoi(t, fd); strings.HasPrefix(target, "/") && target != "/dev/null" {
					assert.Condition(t, func() bool {
						return n == 3 && target == test.path || strings.HasPrefix(target, "/proc/") || strings.HasPrefix(target, "/sys/")
					},
						"%d is %s", n, target)
				}
				assert.Less(t, atoi(t, fd), high)
			}
		})
	}
}

// scriptFor returns a script that becomes the plugin of a mode.
func scriptFor(t *testing.T, mode string) string {
	path := filepath.Join(t.TempDir(), "plugin")
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "#!/bin/sh\nexec %s %s %s\n", self(t), pluginArg, mode), 0o700))
	return path
}

func TestThePluginHasItsOwnFolderMaskAndPrivileges(t *testing.T) {
	before, err := os.Getwd()
	require.NoError(t, err)
	old := syscall.Umask(0o022)
	defer syscall.Umask(old)
	p := processOf(t, "where", Options{})
	said := strings.Split(declined(t, p), "\n")
	require.Len(t, said, 4)
	s := p.(*supervisor).from.(*subprocess)
	assert.Equal(t, filepath.Join(s.dir.path, workName), said[0])
	assert.Equal(t, "77", said[1])
	assert.Equal(t, "1", said[2], "no_new_privs")
	assert.GreaterOrEqual(t, atoi(t, said[3]), firstToGo)
	info, err := os.Stat(said[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())

	// The host has kept its own.
	after, err := os.Getwd()
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.Equal(t, 0o022, syscall.Umask(0o022))
	// A thread that started a process ends soon after.
	require.Eventually(t, func() bool { return !anyThreadConfined(t) }, soon, 5*time.Millisecond)
}

// anyThreadConfined reports whether a thread of this process can't gain privileges.
func anyThreadConfined(t *testing.T) bool {
	threads, err := filepath.Glob("/proc/self/task/*/status")
	require.NoError(t, err)
	require.NotEmpty(t, threads)
	for _, thread := range threads {
		if status, _ := os.ReadFile(thread); strings.Contains(string(status), "NoNewPrivs:\t1") {
			return true
		}
	}
	return false
}
