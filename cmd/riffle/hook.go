package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/dial"
	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/hook"
)

// hookLimit bounds one call of a hook, less than the agents' own limits: theirs are
// reported to the user, this one just leaves the result as it is.
const hookLimit = 12 * time.Second

type hookFlags struct {
	inProcess, debug bool
}

func (a *app) hookCommand() *cobra.Command {
	var f hookFlags
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Answer an agent's hook: JSON in, a shorter tool result out",
		Long: `Answer an agent's hook for finished tool calls. The agent runs this command; see
riffle install.

Standard input is what the agent tells the hook, standard output what it reads:
{} where the result stays as it is. The exit status is always 0, and whatever goes
wrong leaves the result as it is. A running server is asked; where none answers, one
is started, and where that takes more than 300 ms the result stays as it is.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().BoolVar(&f.inProcess, "in-process", false, "ask no server: decide in this process, and start everything anew for each call")
	cmd.PersistentFlags().BoolVar(&f.debug, "debug", false, "say on standard error why a result stays as it is")
	cmd.AddCommand(
		a.hookOf("claude-code", "For Claude Code: PostToolUse, for Bash, Grep, WebFetch and the tools of MCP servers", &f),
		a.hookOf("codex", "For Codex, experimental: PostToolUse, for commands and the tools of MCP servers", &f),
	)
	return cmd
}

func (a *app) hookOf(agent, short string, f *hookFlags) *cobra.Command {
	return &cobra.Command{
		Use:   agent,
		Short: short,
		// A status other than 0 would be shown to the model, so that no argument is refused.
		Args:               cobra.ArbitraryArgs,
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), hookLimit)
			defer cancel()
			ask := a.askServer
			if f.inProcess {
				ask = a.askHere
			}
			out, why := hook.Run(ctx, hook.Agents[agent], a.stdin, ask)
			if why != nil && f.debug {
				a.complain(why)
			}
			// An agent that no longer reads has no use for the answer, nor for an error.
			_, _ = a.stdout.Write(out)
			return nil
		},
	}
}

// askServer asks the server that answers for the configuration that holds here.
func (a *app) askServer(ctx context.Context, request []byte) ([]byte, error) {
	return dial.Exchange(ctx, a.server(""), request)
}

// askHere decides in this process, plugins included: for one call their own processes
// are not worth starting.
func (a *app) askHere(ctx context.Context, request []byte) ([]byte, error) {
	x, err := exchange.Parse(request)
	if err != nil {
		return nil, err
	}
	quiet := *a
	quiet.stderr = io.Discard // of a hook, some agents show it to the user
	c, err := quiet.config()
	if err != nil {
		return nil, err
	}
	c.Plugins.Isolation = config.InProcess
	h, err := quiet.newHost(c)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	type answer struct {
		line []byte
		err  error
	}
	// What does not heed its context is not waited for: the process is about to end.
	done := make(chan answer, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- answer{err: fmt.Errorf("hook: panic: %v", v)}
			}
		}()
		line, err := x.Answer(h.Decide(ctx, x))
		done <- answer{line, err}
	}()
	select {
	case got := <-done:
		return got.line, got.err
	case <-ctx.Done():
		return nil, fmt.Errorf("hook: no decision within %s: %w", hookLimit, ctx.Err())
	}
}
