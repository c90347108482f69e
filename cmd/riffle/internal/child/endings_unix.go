//go:build unix

package child

import (
	"os"

	"golang.org/x/sys/unix"
)

// endings are the signals that end a program which does not handle them.
var endings = []os.Signal{unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGUSR1, unix.SIGUSR2}
