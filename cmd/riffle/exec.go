package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/cmd/riffle/internal/child"
	"github.com/riffle-dev/riffle/host"
)

func (a *app) execCommand() *cobra.Command {
	var flags resultFlags
	cmd := &cobra.Command{
		Use:   "exec [flags] -- COMMAND [ARG...]",
		Short: "Run a command, print a shorter text for what it printed, end as it ended",
		Long: `Run a command, print a shorter text for what it printed, end as it ended.

Both output streams go through one pipe, so that their lines keep their order;
standard input and signals are passed on. The exit status is the command's, 128
and the number of the signal that ended it, 127 where there is no such command.
Where Riffle itself fails, the whole output is printed.`,
		Example: `  riffle exec -- go test ./...
  riffle exec --max-tokens 1000 -- sh -c 'make 2>&1 | tee build.log'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(a, cmd); err != nil {
				return err
			}
			flags.command = strings.Join(args, " ")
			return a.exec(cmd.Context(), &flags, args)
		},
	}
	flags.add(cmd.Flags(), "bash", false)
	a.devFlags(cmd.Flags())
	cmd.Flags().SetInterspersed(false)
	return cmd
}

// exec runs a command. A configuration that is broken costs the compression, not
// the command.
func (a *app) exec(ctx context.Context, flags *resultFlags, argv []string) error {
	h, err := flags.host(a)
	if err != nil {
		a.complain(err)
		a.complain(fmt.Errorf("the output of the command is not shortened"))
	} else {
		defer a.done(h)
	}
	p, err := child.Start(argv, a.stdin)
	if err != nil {
		return &statusError{child.StatusOf(err), err}
	}
	defer p.Close()
	if h == nil {
		_, err = io.Copy(a.stdout, p)
	} else {
		err = a.shorten(ctx, h, flags.input(), p)
	}
	if err != nil {
		a.complain(err)
	}
	return &statusError{status: p.Wait()}
}

// shorten prints a shorter text for what a command prints.
func (a *app) shorten(ctx context.Context, h *host.Host, in host.Input, p *child.Process) error {
	status := new(int)
	in.ExitStatus = status
	// The status is known once the output has ended: the host reads it then.
	ended := &atEnd{r: p, then: func() { *status = p.Wait() }}
	in.Reader = ended
	out, err := h.Compress(ctx, in)
	return errors.Join(err, writeText(a.stdout, out)) // after an error: what had been read
}

// atEnd calls a function before it reports the end of a stream.
type atEnd struct {
	r    io.Reader
	then func()
}

func (e *atEnd) Read(b []byte) (int, error) {
	n, err := e.r.Read(b)
	if err == io.EOF && e.then != nil {
		e.then()
		e.then = nil
	}
	return n, err
}
