//go:build !unix

package child

import (
	"os"
	"os/signal"
)

func exitStatus(state *os.ProcessState) int { return state.ExitCode() }

// readNow cannot look into a pipe without waiting here.
func readNow(*os.File, []byte) (int, error) { return 0, nil }

// passSignals only keeps an interrupt from ending us first: the console sends it
// to the command as well.
func passSignals() func(deliver func(os.Signal)) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	return func(func(os.Signal)) func() { return func() { signal.Stop(signals) } }
}

// sentByTerminal is true of all that comes here.
func sentByTerminal(os.Signal) bool { return true }
