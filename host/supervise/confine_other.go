//go:build !linux

package supervise

import "os/exec"

// startConfined starts cmd: this system has no such bounds.
func startConfined(cmd *exec.Cmd) error { return cmd.Start() }

// limit does nothing: other processes can't be limited on this system.
func limit(int, Limits) error { return nil }
