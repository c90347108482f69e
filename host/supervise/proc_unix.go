//go:build unix && !linux

package supervise

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// startTime is not known here, so no process is taken for an orphan.
func startTime(int) (string, error) {
	return "", errors.New("supervise: start times of processes are read on Linux only")
}

// execFile makes cmd run the file by its path: this system can't run an open file.
func execFile(cmd *exec.Cmd, file *os.File) {
	cmd.Path = file.Name()
	if path, err := filepath.Abs(cmd.Path); err == nil {
		cmd.Path = path // the process has another working folder
	}
	closeInherited(cmd)
}

// waitEnded does not wait: this system has no call for it.
func waitEnded(int) bool { return false }
