package supervise

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// privateMask keeps others from what a plugin writes.
	privateMask = 0o077
	// firstToGo is the least oom_score_adj of a plugin, of -1000 to 1000: where memory
	// runs out the kernel shall rather end a plugin than its host.
	firstToGo = 500
)

// startConfined starts cmd so that no program that it runs gains privileges by its
// owner or capabilities, with a umask of its own, and in a sandbox where box is not
// nil. A process has all of that from the thread that forks it, so a thread is made for
// it, and ends with it.
func startConfined(cmd *exec.Cmd, box *sandbox) error {
	rules, flags := -1, uint32(0)
	if box != nil {
		var err error
		if rules, flags, err = box.ruleset(); err != nil {
			return err
		}
		if rules >= 0 {
			defer unix.Close(rules)
		}
	}
	return onOwnThread(func() error {
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil && box != nil {
			return err // the sandbox stands on it
		}
		// Threads share the mask until one leaves; some containers forbid that.
		if unix.Unshare(unix.CLONE_FS) == nil {
			unix.Umask(privateMask)
		}
		if box != nil {
			if err := box.enter(cmd, rules, flags); err != nil {
				return err
			}
		}
		return cmd.Start()
	})
}

// onOwnThread runs f on a thread that then ends.
func onOwnThread(f func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the end of the goroutine ends the thread
		if unix.Gettid() == unix.Getpid() {
			// The first thread lives as long as the process and must not change.
			done <- onOwnThread(f)
			runtime.UnlockOSThread()
			return
		}
		done <- f()
	}()
	return <-done
}

// limit sets the limits of a process that has just started. What the process does
// before counts against them too; it has no content by then, only its start.
func limit(pid int, l Limits) error {
	return errors.Join(
		lower(pid, "RLIMIT_CORE", unix.RLIMIT_CORE, 0),
		lower(pid, "RLIMIT_NOFILE", unix.RLIMIT_NOFILE, int64(l.OpenFiles)),
		// Not RLIMIT_AS: runtimes reserve much address space that they never use, 1.2 GB
		// by a small Go program and 11 GB by Node.js with WebAssembly, of which some
		// 50 MB each are data.
		lower(pid, "RLIMIT_DATA", unix.RLIMIT_DATA, l.MemoryBytes),
		offerSoon(pid),
	)
}

// lower lowers a limit to a value, both as it stands and as far as the process may
// raise it again. A negative value and one above the limit change nothing.
func lower(pid int, name string, resource int, to int64) error {
	var now unix.Rlimit
	err := unix.Prlimit(pid, resource, nil, &now)
	if err == nil && to >= 0 && uint64(to) < max(now.Cur, now.Max) {
		now = unix.Rlimit{Cur: min(now.Cur, uint64(to)), Max: min(now.Max, uint64(to))}
		err = unix.Prlimit(pid, resource, &now, nil)
	}
	if err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// offerSoon is offer for a process that may not quite run its program yet. Of a host
// that hides it is hidden until then as well, and its files below /proc are root's.
func offerSoon(pid int) error {
	for range 50 {
		err := offer(pid)
		if shown, _ := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0); shown != 0 || !errors.Is(err, fs.ErrPermission) {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return offer(pid)
}

// offer makes the process one that the kernel ends first where memory runs out.
func offer(pid int) error {
	name := fmt.Sprintf("/proc/%d/oom_score_adj", pid)
	text, err := os.ReadFile(name)
	if err == nil {
		if now, _ := strconv.Atoi(strings.TrimSpace(string(text))); now < firstToGo {
			err = os.WriteFile(name, []byte(strconv.Itoa(firstToGo)), 0)
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return nil // it has ended
	}
	return err
}
