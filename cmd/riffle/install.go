package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/cmd/riffle/internal/agents"
)

// agentFlags say for what an agent is configured; install and doctor share them.
type agentFlags struct {
	user, project bool
	file          string
	servers       []string
}

func (f *agentFlags) add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.user, "user", false, "for all that you do with the agent (default where it can be)")
	flags.BoolVar(&f.project, "project", false, "for the folder that you are in")
	flags.StringVar(&f.file, "file", "", "of mcp: the client's configuration `file`, .mcp.json where it is not given")
	flags.StringArrayVar(&f.servers, "server", nil, "of mcp: `name` of a server that is meant; may be given again. All where it is not given")
}

// place is where an agent is configured.
func (f *agentFlags) place(a *app, agent agents.Agent) (agents.Place, error) {
	p := agents.Place{Env: a.env, Workdir: a.workdir, Scope: agent.Scopes[0], Servers: f.servers}
	switch {
	case f.user && f.project:
		return p, fmt.Errorf("--user and --project are both given; expected one of them")
	case f.user:
		p.Scope = agents.User
	case f.project:
		p.Scope = agents.Project
	}
	if agent.Name != "mcp" && (f.file != "" || len(f.servers) > 0) {
		return p, fmt.Errorf("--file and --server are for mcp; leave them out for %s", agent.Name)
	}
	if f.file != "" {
		p.File = a.path(f.file)
	}
	var err error
	if p.Program, err = thisProgram(); err != nil {
		return p, err
	}
	return p, nil
}

// thisProgram is the absolute path by which this program was started, links kept: a link
// such as a package manager's still leads to riffle after an upgrade.
func thisProgram() (string, error) {
	if name := os.Args[0]; filepath.IsAbs(name) && strings.HasPrefix(filepath.Base(name), "riffle") {
		return filepath.Clean(name), nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("install: the path of riffle is not known: %w", err)
	}
	return path, nil
}

func (a *app) installCommand() *cobra.Command {
	var f agentFlags
	var printOnly, remove bool
	cmd := &cobra.Command{
		Use:   "install AGENT",
		Short: "Have an agent ask Riffle about its tool results",
		Long: `Have an agent ask Riffle about its tool results: put this program into the agent's
own configuration, or with --remove take it out again.

What else stands in the file stays, byte for byte. What it held before is kept, and
--remove restores it where nothing else changed meanwhile; else it takes out what was
put in. AGENT is one of ` + strings.Join(agents.Names(), ", ") + `.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			agent, err := agents.Find(args[0])
			if err != nil {
				return usage(err)
			}
			p, err := f.place(a, agent)
			if err != nil {
				return usage(err)
			}
			changes, err := agents.Plan(agent, p, remove)
			if err != nil {
				return err
			}
			if printOnly {
				return showChanges(a.stdout, changes)
			}
			if err := agents.Apply(p, changes); err != nil {
				return err
			}
			a.installed(agent, p, changes, remove)
			return nil
		},
	}
	f.add(cmd.Flags())
	cmd.Flags().BoolVar(&printOnly, "print", false, "print what would be written and where, and write nothing")
	cmd.Flags().BoolVar(&remove, "remove", false, "take Riffle out of the agent's configuration")
	return cmd
}

// installed says what was done to each file.
func (a *app) installed(agent agents.Agent, p agents.Place, changes []agents.Change, remove bool) {
	done := false
	for _, c := range changes {
		what := "unchanged"
		switch {
		case c.Same():
		case c.After == nil:
			what = "removed"
		case c.Restored:
			what = "restored"
		case remove:
			what = "edited: it had changed since, so only Riffle was taken out"
		default:
			what = "written"
			if kept := agents.Kept(p, c.Path); kept != "" {
				what += "; what it held is in " + kept
			}
		}
		done = done || !c.Same()
		fmt.Fprintf(a.stdout, "%s: %s\n", c.Path, what)
	}
	switch {
	case !done && remove:
		fmt.Fprintf(a.stdout, "Riffle was not in %s.\n", agent.Title)
	case !done:
		fmt.Fprintf(a.stdout, "Riffle was in %s already.\n", agent.Title)
	case !remove:
		if agent.Next != nil {
			for _, line := range agent.Next(p) {
				fmt.Fprintln(a.stdout, line)
			}
		}
		fmt.Fprintf(a.stdout, "riffle doctor %s --%s shows whether it works; riffle install %s --%s --remove undoes it.\n", agent.Name, p.Scope, agent.Name, p.Scope)
	}
}

// showChanges prints the lines that would go and come, as diff does without context.
func showChanges(w io.Writer, changes []agents.Change) error {
	for _, c := range changes {
		switch {
		case c.Same():
			fmt.Fprintf(w, "%s: unchanged\n", c.Path)
			continue
		case c.After == nil:
			fmt.Fprintf(w, "%s: would be removed\n", c.Path)
			continue
		case c.Before == nil:
			fmt.Fprintf(w, "%s: would be made\n", c.Path)
		default:
			fmt.Fprintf(w, "%s: would be changed\n", c.Path)
		}
		before, after := bytes.SplitAfter(c.Before, []byte("\n")), bytes.SplitAfter(c.After, []byte("\n"))
		head := 0
		for head < min(len(before), len(after)) && bytes.Equal(before[head], after[head]) {
			head++
		}
		tail := 0
		for tail < min(len(before), len(after))-head && bytes.Equal(before[len(before)-1-tail], after[len(after)-1-tail]) {
			tail++
		}
		showLines(w, "-", before[head:len(before)-tail])
		showLines(w, "+", after[head:len(after)-tail])
	}
	return nil
}

func showLines(w io.Writer, mark string, lines [][]byte) {
	for _, line := range lines {
		if len(line) > 0 {
			fmt.Fprintf(w, "%s%s\n", mark, bytes.TrimRight(line, "\r\n"))
		}
	}
}
