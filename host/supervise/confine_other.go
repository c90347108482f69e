//go:build !linux

package supervise

import (
	"os/exec"
	"runtime"
)

// startConfined starts cmd: this system has no such bounds.
func startConfined(cmd *exec.Cmd, _ *sandbox) error { return cmd.Start() }

// confinement is nothing here.
func confinement() []string { return []string{"none: " + runtime.GOOS + " has no means for it"} }

// limit does nothing: other processes can't be limited on this system.
func limit(int, Limits) error { return nil }
