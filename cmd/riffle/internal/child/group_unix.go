//go:build unix

package child

import (
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

const terminate = unix.SIGTERM

// ends reports whether a signal asks a program to end; the two for users do not.
func ends(s os.Signal) bool { return s != unix.SIGUSR1 && s != unix.SIGUSR2 }

// group is the process group of a command, whose leader it is.
type group struct {
	id      int
	empty   atomic.Bool // seen: the number may be another's from then on
	guard   *exec.Cmd
	release io.WriteCloser
}

// ownGroup has a command start in a process group of its own.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
}

// guardScript waits for a line. Where the other end of its input closes without one,
// this process was killed: all other ends are passed on. What is in the group then has
// the end of its input already.
const guardScript = `trap '' HUP INT TERM; read line && exit; kill -s TERM -- "-$0"; sleep 1; kill -s KILL -- "-$0"`

// watchGroup returns the group that a command leads, and has a shell wait beside it that
// ends it where this process is killed. Without a shell only the command itself ends
// then, where the kernel can do that.
func watchGroup(leader *os.Process) *group {
	g := &group{id: leader.Pid}
	guard := exec.Command("/bin/sh", "-c", guardScript, strconv.Itoa(g.id))
	guard.Dir = "/"
	guard.Env = []string{"PATH=/usr/bin:/bin"}
	guard.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what kills this group spares it
	release, err := guard.StdinPipe()
	if err != nil || guard.Start() != nil {
		return g
	}
	g.guard, g.release = guard, release
	return g
}

// alive reports whether a process is in the group, once its leader has been waited for.
func (g *group) alive() bool {
	if !g.empty.Load() && unix.Kill(-g.id, 0) == unix.ESRCH {
		g.empty.Store(true)
	}
	return !g.empty.Load()
}

func (g *group) signal(s os.Signal) {
	if n, ok := s.(syscall.Signal); ok && !g.empty.Load() {
		_ = unix.Kill(-g.id, n)
	}
}

// forget ends what waits beside the group.
func (g *group) forget() {
	if g.guard == nil {
		return
	}
	_, _ = io.WriteString(g.release, "\n")
	_ = g.release.Close()
	_ = g.guard.Wait()
}
