//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// terminate is the only end that there is here.
var terminate = os.Kill

func ends(os.Signal) bool { return true }

// group is the command alone: nothing tells what belongs to it.
type group struct{ leader *os.Process }

func ownGroup(*exec.Cmd) {}

func watchGroup(leader *os.Process) *group { return &group{leader} }

func (g *group) alive() bool { return false }

func (g *group) signal(s os.Signal) { _ = g.leader.Signal(s) }

func (g *group) forget() {}

// Hangup tells of nothing here.
func Hangup(*os.File) <-chan struct{} { return nil }
