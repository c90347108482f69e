package supervise

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// startTime returns when a process started, in clock ticks since boot: field 22 of
// /proc/PID/stat, counted after the name, which may hold anything.
func startTime(pid int) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return "", errors.New("supervise: /proc/PID/stat has too few fields")
	}
	return string(fields[19]), nil
}

// execFile makes cmd run the very file that was checked, not what its path may
// name by then.
func execFile(cmd *exec.Cmd, file *os.File) {
	var magic [2]byte
	n, _ := file.ReadAt(magic[:], 0)
	script := n == 2 && string(magic[:]) == "#!"
	if script || lastInherited() > 2 {
		// The interpreter of a script opens it again, so the script's process keeps it.
		// Where others are closed before the exec, the file must not be among them.
		cmd.ExtraFiles = []*os.File{file}
		cmd.Path = "/proc/self/fd/3"
		closeInherited(cmd)
		return
	}
	cmd.Path = fmt.Sprintf("/proc/self/fd/%d", file.Fd())
}

// waitEnded returns when the process has ended but is not yet reaped, so that its
// number and that of its group can't be another's. False: it did not wait.
func waitEnded(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}
