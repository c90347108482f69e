//go:build !unix

package supervise

import (
	"os"
	"os/exec"
)

// runDir is a private folder for the sockets of one plugin.
type runDir struct{ path string }

func newRunDir() (*runDir, error) {
	path, err := os.MkdirTemp("", "riffle-")
	return &runDir{path: path}, err
}

func (d *runDir) work() (string, error) { return d.path, nil }

func (d *runDir) remove()         { _ = os.RemoveAll(d.path) }
func (d *runDir) note(int) func() { return func() {} }

func execFile(cmd *exec.Cmd, file *os.File) { cmd.Path = file.Name() }
func waitEnded(int) bool                    { return false }
func ownGroup(*exec.Cmd)                    {}
func endGroup(p *os.Process)                { _ = p.Kill() }
