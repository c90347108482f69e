//go:build unix

package supervise

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// runHost is a host that starts a plugin, prints its number and folder, and waits
// for its own death.
func runHost(mode string) {
	path, _ := os.Executable()
	if mode == "hidden" || mode == "open" {
		runWatched(path, mode == "hidden")
	}
	p := Subprocess("test", Binary{Path: path, Args: []string{pluginArg, mode}}, Options{})
	if _, err := p.Describe(context.Background()); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if mode == "hang" {
		go func() { _ = plan(p) }()
	}
	fmt.Println(p.Status().PID, p.(*supervisor).from.(*subprocess).dir.path)
	select {}
}

// killedHost runs a host, kills it, and returns its plugin's number and the folder
// that it left.
func killedHost(t *testing.T, mode string) (int, string) {
	host := exec.Command(self(t), hostArg, mode)
	out, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	var pid int
	var dir string
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	_, err = fmt.Sscan(line, &pid, &dir)
	require.NoError(t, err, line)
	require.True(t, alive(pid))
	require.NoError(t, host.Process.Kill())
	_ = host.Wait()
	return pid, dir
}

func TestNoPluginOutlivesAKilledHost(t *testing.T) {
	for _, mode := range []string{"ok", "hang"} {
		t.Run(mode, func(t *testing.T) {
			pid, dir := killedHost(t, mode)
			requireGone(t, pid)
			sweep(filepath.Dir(dir), runPrefix, time.Now().Add(time.Hour))
			assert.NoDirExists(t, dir)
		})
	}
}

func TestAPluginThatIgnoresItsHostsDeathIsSweptByTheNext(t *testing.T) {
	pid, dir := killedHost(t, "ignore-stdin")
	assert.True(t, alive(pid))
	sweep(filepath.Dir(dir), runPrefix, time.Now().Add(time.Hour))
	requireGone(t, pid)
	assert.NoDirExists(t, dir)
}

func TestCloseIsQuickForAPluginThat(t *testing.T) {
	for _, mode := range []string{"ok", "ignore-stdin", "hang"} {
		t.Run(mode, func(t *testing.T) {
			p := processOf(t, mode, Options{})
			_, err := p.Describe(context.Background())
			require.NoError(t, err)
			pid := p.Status().PID
			if mode == "hang" {
				go func() { _ = plan(p) }()
			}
			began := time.Now()
			require.NoError(t, p.Close())
			assert.Less(t, time.Since(began), 2*time.Second, "go-plugin's own end takes two seconds")
			assert.False(t, alive(pid))
		})
	}
}

func TestACallThatCloseInterruptsIsUnavailable(t *testing.T) {
	p := processOf(t, "hang", Options{CallBase: soon})
	_, err := p.Describe(context.Background())
	require.NoError(t, err)
	result := make(chan error)
	go func() { result <- plan(p) }()
	s := p.(*supervisor)
	require.Eventually(t, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.current.calls == 1
	}, soon, time.Millisecond)
	require.NoError(t, p.Close())
	assert.Equal(t, ReasonUnavailable, ReasonOf(<-result))
}

// freeze stops a process and waits until each of its threads stands: until then one
// may still answer a call.
func freeze(t *testing.T, pid int) {
	t.Helper()
	require.NoError(t, syscall.Kill(pid, syscall.SIGSTOP))
	require.Eventually(t, func() bool {
		tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		for _, task := range tasks {
			stat, _ := os.ReadFile(task)
			// The state follows the name, which stands in brackets.
			if _, rest, _ := strings.Cut(string(stat), ") "); !strings.HasPrefix(rest, "T") {
				return false
			}
		}
		return err == nil && len(tasks) > 0
	}, soon, time.Millisecond)
}

func TestAStoppedProcessTimesOutAndIsReplaced(t *testing.T) {
	p := processOf(t, "ok", Options{CallBase: 800 * time.Millisecond, KillAfter: 100 * time.Millisecond})
	require.NoError(t, plan(p))
	pid := p.Status().PID
	freeze(t, pid)
	for range 3 {
		assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
	}
	requireGone(t, pid)
	require.Eventually(t, func() bool { return plan(p) == nil }, soon, time.Millisecond)
	assert.Equal(t, 2, p.Status().Generation)
}

func TestAStoppedProcessIsClosedWithinTheBound(t *testing.T) {
	p := processOf(t, "ok", Options{})
	require.NoError(t, plan(p))
	pid := p.Status().PID
	freeze(t, pid)
	began := time.Now()
	require.NoError(t, p.Close())
	assert.Less(t, time.Since(began), closeBound)
	assert.False(t, alive(pid))
}

func TestAHangingProcessIsReplacedAfterThreeMisses(t *testing.T) {
	p := processOf(t, "hang", quick)
	_, err := p.Describe(context.Background())
	require.NoError(t, err)
	pid := p.Status().PID
	for range 3 {
		assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
	}
	requireGone(t, pid)
	assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
	assert.Equal(t, 2, p.Status().Generation)
	assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
	assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)), "five faults in a row open the circuit")
	assert.Equal(t, "open", p.Status().State)
}

func TestACrashedProcessIsStartedAnewAndThenGivenUp(t *testing.T) {
	p := processOf(t, "exit-in-call", Options{BackoffBase: time.Millisecond})
	for i := range 3 {
		assert.Equal(t, ReasonCrashed, ReasonOf(plan(p)), "call %d", i)
	}
	err := plan(p)
	assert.Equal(t, ReasonUnavailable, ReasonOf(err))
	assert.ErrorContains(t, err, "given up after repeated faults")
	assert.Equal(t, 3, p.Status().Generation)
}

func TestAnIdleProcessIsEnded(t *testing.T) {
	p := processOf(t, "ok", Options{IdleAfter: 50 * time.Millisecond})
	require.NoError(t, plan(p))
	s := p.(*supervisor)
	require.Eventually(t, func() bool { return p.Status().State == "idle" }, soon, time.Millisecond)
	s.work.Wait()
	require.NoError(t, plan(p))
	assert.Equal(t, 2, p.Status().Generation)
}

// A retired process is asked first; one that does not listen is killed.
func TestAPluginThatIgnoresItsInputIsKilledWhenIdle(t *testing.T) {
	p := processOf(t, "ignore-stdin", Options{IdleAfter: 20 * time.Millisecond, KillAfter: 50 * time.Millisecond})
	_, err := p.Describe(context.Background())
	require.NoError(t, err)
	pid := p.Status().PID
	requireGone(t, pid)
}

func TestGrandchildrenEndWithThePlugin(t *testing.T) {
	p := processOf(t, "grandchild", Options{})
	child := atoi(t, declined(t, p))
	require.True(t, alive(child))
	require.NoError(t, p.Close())
	requireGone(t, child)
}

// A grandchild that holds standard error would keep go-plugin from noticing the end.
func TestACrashIsNoticedWhileAGrandchildHoldsStderr(t *testing.T) {
	for _, mode := range []string{"grandchild", "grandchild-own-session"} {
		t.Run(mode, func(t *testing.T) {
			p := processOf(t, mode, Options{BackoffBase: time.Millisecond})
			child := atoi(t, declined(t, p))
			defer func() { _ = syscall.Kill(child, syscall.SIGKILL) }()
			began := time.Now()
			require.NoError(t, syscall.Kill(p.Status().PID, syscall.SIGKILL))
			s := p.(*supervisor)
			require.Eventually(t, func() bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				return s.current.ended()
			}, soon, time.Millisecond)
			other := atoi(t, declined(t, p))
			_ = syscall.Kill(other, syscall.SIGKILL)
			require.NoError(t, p.Close())
			assert.Less(t, time.Since(began), lifeOfGrandchild/2)
			assert.Equal(t, 2, p.Status().Generation)
		})
	}
}

// A death signal tied to the thread that forked would kill the plugin here.
func TestThePluginOutlivesTheThreadThatStartedIt(t *testing.T) {
	l := &subprocess{binary: Binary{Path: self(t), Args: []string{pluginArg, "ok"}}, said: newRing(ringSize), o: &Options{}}
	*l.o = l.o.withDefaults()
	started := make(chan generation)
	go func() {
		runtime.LockOSThread() // without an unlock the thread ends with the goroutine
		g, _, err := l.launch(context.Background())
		assert.NoError(t, err)
		started <- g
	}()
	g := <-started
	defer l.close()
	defer g.stop(true)
	for range 20 {
		_, err := g.Process(context.Background(), sdk.Request{Content: content})
		require.NoError(t, err)
	}
	assert.True(t, alive(g.pid()))
}

func TestNothingIsLeftAfterManyLives(t *testing.T) {
	cycle := func(mode string) {
		p := processOf(t, mode, Options{})
		err := plan(p)
		if mode == "ok" {
			require.NoError(t, err)
		} else {
			require.Error(t, err)
		}
		d := p.(*supervisor).from.(*subprocess).dir
		pid := p.Status().PID
		require.NoError(t, p.Close())
		assert.NoDirExists(t, d.path, "sockets")
		if pid > 0 {
			assert.False(t, alive(pid))
		}
	}
	modes := []string{"ok", "exit-in-call", "exit-at-once", "panic-goroutine", "version-2"}
	for _, m := range modes { // what is made once is made now
		cycle(m)
	}
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	for range 3 {
		for _, m := range modes {
			cycle(m)
		}
	}
	if !assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= goroutines+1 }, soon, 10*time.Millisecond, "goroutines") {
		stacks := make([]byte, 1<<20)
		t.Logf("%s", stacks[:runtime.Stack(stacks, true)])
	}
	assert.Eventually(t, func() bool { return openFiles(t) <= files }, soon, 10*time.Millisecond, "files")
}

func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	return len(entries)
}

func contains(s, part string) bool { return strings.Contains(s, part) }
