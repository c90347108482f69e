//go:build !unix

package sdktest

import (
	"errors"
	"os"
	"os/exec"
)

const hasTerminate = false

func ownGroup(*exec.Cmd)          {}
func endGroup(p *os.Process)      { _ = p.Kill() }
func terminate(*os.Process) error { return errors.New("sdktest: this system has no such signal") }
func rootDir() string             { return "" }
