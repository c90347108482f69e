//go:build unix

package child

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

func exitStatus(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}

// readNow reads what stands in the pipe; 0 and no error where nothing does.
func readNow(f *os.File, b []byte) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var got error
	err = conn.Read(func(fd uintptr) bool {
		for {
			n, got = unix.Read(int(fd), b)
			if got != unix.EINTR {
				return true
			}
		}
	})
	switch {
	case err != nil:
		return 0, err
	case errors.Is(got, unix.EAGAIN):
		return 0, nil
	case got != nil:
		return 0, got
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

// passSignals begins to collect signals, before the command runs, so that none
// is lost. The function that it returns has them delivered, or gives up where deliver
// is nil; what that returns ends it.
func passSignals() func(deliver func(os.Signal)) (stop func()) {
	signals := make(chan os.Signal, 16)
	var wanted []os.Signal
	for _, s := range endings {
		if !signal.Ignored(s) { // what we were told to ignore, the command is told too
			wanted = append(wanted, s)
		}
	}
	// A closed standard output must not end us before the command has ended. The
	// command still has the usual handling, unlike after signal.Ignore.
	wanted = append(wanted, unix.SIGPIPE)
	signal.Notify(signals, wanted...)
	return func(deliver func(os.Signal)) func() {
		if deliver == nil {
			signal.Stop(signals)
			return func() {}
		}
		over := make(chan struct{})
		go func() {
			for {
				select {
				case s := <-signals:
					if s != unix.SIGPIPE {
						deliver(s)
					}
				case <-over:
					return // still notified: a late signal must not end us before the text is out
				}
			}
		}()
		return func() { close(over) }
	}
}

// sentByTerminal reports whether the command has the signal already: a terminal
// sends interrupt and quit to every process of the foreground group, and a
// second interrupt makes many programs give up at once.
func sentByTerminal(s os.Signal) bool {
	if s != unix.SIGINT && s != unix.SIGQUIT {
		return false
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDONLY|unix.O_NOCTTY, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}
