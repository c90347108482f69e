// Command riffle shrinks oversized tool results before a language model reads
// them, and keeps the originals.
//
// Standard output carries results, standard error everything else. The exit
// status is 0 where the work was done or the text passed through, 2 for a wrong
// call or configuration, 1 for anything else; exec ends as its command ended.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/dial"
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// statusError ends the program with a status; a nil err prints nothing.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return fmt.Sprint(e.err) }
func (e *statusError) Unwrap() error { return e.err }

// usage marks an error of the call or the configuration.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return &statusError{exitUsage, err}
}

func main() {
	// Plugins that nothing confines run under this account, and this environment may hold
	// keys. Where the system can't do it the work goes on.
	_ = host.Hide()
	os.Exit(run(context.Background(), newApp(), os.Args[1:]))
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, a *app, args []string) int {
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitOK
	}
	status := exitFailed
	if !a.started {
		status = exitUsage // the command line itself was refused
	}
	var s *statusError
	if errors.As(err, &s) {
		status = s.status
		if s.err == nil {
			return status
		}
	}
	a.complain(err)
	return status
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "riffle",
		Short:         "Shrink oversized tool results, lose nothing",
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		// What follows the parsing of the command line is no longer its fault.
		PersistentPreRun: func(*cobra.Command, []string) { a.started = true },
		RunE:             func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetIn(a.stdin)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().StringVar(&a.configFlag, "config", "", "configuration `file`")
	// Told by dial to a server that it starts; see dial.PickedUpFlag.
	root.PersistentFlags().StringVar(&a.pickedUpFlag, strings.TrimPrefix(dial.PickedUpFlag, "--"), "", "configuration `file` that was picked up")
	_ = root.PersistentFlags().MarkHidden(strings.TrimPrefix(dial.PickedUpFlag, "--"))
	root.AddCommand(
		a.compressCommand(), a.execCommand(), a.guardCommand(), a.mcpCommand(), a.serveCommand(),
		a.hookCommand(), a.installCommand(), a.doctorCommand(),
		a.getCommand(), a.spillCommand(), a.pluginCommand(),
		a.estimateCommand(), a.configCommand(), a.benchCommand(), a.corpusCommand(), a.licensesCommand(),
	)
	return root
}

// version is the module's version where the binary was built from a released
// one, else the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}
