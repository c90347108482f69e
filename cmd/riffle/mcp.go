package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/cmd/riffle/internal/child"
	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/mcp"
)

// Values of --structured.
const (
	structuredKeep = "keep"
	structuredDrop = "drop"
)

// mcpFlags say how the results of a server are shortened.
type mcpFlags struct {
	resultFlags
	options    mcp.Options
	mirror     bool
	structured string
	verbose    bool
}

func (a *app) mcpCommand() *cobra.Command {
	var flags mcpFlags
	cmd := &cobra.Command{
		Use:   "mcp [flags] -- SERVER [ARG...]",
		Short: "Run an MCP server and shorten what its tools return",
		Long: `Run a server of the Model Context Protocol that talks over standard input and
output, and shorten what its tools return.

Put it before the server's command in the configuration of an agent. All messages go
through as they are but for the text of the results of tools. Standard error is the
server's, signals are passed on, and the exit status is the server's. When the client
goes, the server and what it started are ended if they don't end by themselves. Where
Riffle itself fails, results go through as they came.`,
		Example: `  riffle mcp --server fs -- npx -y @modelcontextprotocol/server-filesystem /home/me
  riffle mcp --get-tool --verbose -- python -m my_server`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(a, cmd); err != nil {
				return err
			}
			return a.mcp(cmd.Context(), &flags, args)
		},
	}
	flags.add(cmd.Flags())
	a.devFlags(cmd.Flags())
	cmd.Flags().SetInterspersed(false)
	return cmd
}

func (m *mcpFlags) add(f *pflag.FlagSet) {
	o := &m.options
	f.StringVar(&o.Server, "server", "", "`name` of the server: the configuration then knows its tools as mcp__NAME__TOOL")
	f.BoolVar(&o.GetTool, "get-tool", false, "offer one more tool, riffle_get, that reads originals back")
	f.BoolVar(&m.mirror, "mirror", true, "shorten structuredContent too where it is one string that repeats the text")
	f.StringVar(&m.structured, "structured", structuredKeep, "`what` becomes of structuredContent: keep, or drop it and outputSchema")
	f.BoolVar(&o.Errors, "errors", false, "shorten results that report an error too")
	f.DurationVar(&o.Timeout, "timeout", mcp.DefaultTimeout, "how long one result may be worked on before it goes through as it is")
	f.BoolVar(&m.verbose, "verbose", false, "say on standard error what becomes of each result")
	m.addBudget(f)
}

func (m *mcpFlags) check(a *app, cmd *cobra.Command) error {
	if err := m.resultFlags.check(a, cmd); err != nil {
		return err
	}
	switch {
	case m.structured != structuredKeep && m.structured != structuredDrop:
		return usage(fmt.Errorf("--structured is %q; expected %s or %s", m.structured, structuredKeep, structuredDrop))
	case m.options.Timeout < time.Millisecond:
		return usage(fmt.Errorf("--timeout is %v; expected at least 1ms: give a longer time or leave it out", m.options.Timeout))
	}
	m.options.NoMirror, m.options.Drop = !m.mirror, m.structured == structuredDrop
	return nil
}

// host makes the host that the configuration and the flags describe. Flags win over
// the budgets of single tools too.
func (m *mcpFlags) host(a *app) (*host.Host, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	all := c.Budget
	if c.Budget, err = all.With(m.budget); err != nil {
		return nil, usage(err)
	}
	tools := maps.Clone(c.Tools)
	for name := range tools {
		b, err := c.ForTool(name).With(m.budget)
		if err != nil {
			return nil, usage(err)
		}
		tools[name] = config.ToolBudget(b)
	}
	c.Tools = tools
	if m.estimator != "" && m.estimator != c.Estimator.Name {
		c.Estimator = config.Estimator{Name: m.estimator, Scale: 1}
	}
	if m.isolation != "" {
		c.Plugins.Isolation = m.isolation
	}
	if m.options.GetTool && c.Spill.Hint == config.HintShell {
		c.Spill.Hint = config.HintRiffle // what our own tool takes, whether there is a shell or not
	}
	return a.newHost(c)
}

// mcp runs a server. A configuration that is broken costs the shortening, not the
// server.
func (a *app) mcp(ctx context.Context, flags *mcpFlags, argv []string) error {
	var decider mcp.Decider
	h, err := flags.host(a)
	if err != nil {
		a.complain(err)
		a.complain(fmt.Errorf("the results of the server are not shortened"))
	} else {
		defer a.done(h)
		decider = h
	}
	if flags.verbose {
		flags.options.Report = func(r mcp.Report) {
			a.complain(fmt.Errorf("mcp: %s: %s, %d -> %d bytes", r.Tool, r.Reason, r.Before, r.After))
		}
	}
	proxy := mcp.New(decider, flags.options)
	client := child.Client{Busy: proxy.Busy}
	if out, ok := a.stdout.(*os.File); ok {
		client.Gone = child.Hangup(out)
	}
	p, err := child.StartDuplex(argv, a.stderr, client)
	if err != nil {
		return &statusError{child.StatusOf(err), err}
	}
	ran := make(chan error, 1)
	go func() {
		ran <- proxy.Run(ctx, mcp.Ends{In: a.stdin, Out: a.stdout}, mcp.Ends{In: p, Out: p.Stdin()})
	}()
	select {
	case err = <-ran:
	case <-p.Abandoned():
		err = nil // a client that is gone, or has us end, may leave a write of ours blocked
	}
	if err != nil {
		a.complain(fmt.Errorf("mcp: %w", err))
	}
	return &statusError{status: p.End()}
}
