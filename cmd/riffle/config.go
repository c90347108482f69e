package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk/rank"
)

func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "config", Short: "Show, check or trust the configuration", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "show",
			Short: "Print the configuration that holds here, and where it comes from",
			Args:  cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				c, err := a.config()
				if err != nil {
					return err
				}
				return c.WriteYAML(a.stdout)
			},
		},
		&cobra.Command{
			Use:   "check",
			Short: "Check the configuration that holds here, and what it names",
			Args:  cobra.NoArgs,
			RunE:  func(*cobra.Command, []string) error { return a.checkConfig() },
		},
		a.configTrustCommand(), a.configUntrustCommand(),
	)
	return cmd
}

// checkConfig says what holds here, whether it is trusted, and everything that is wrong
// with it.
func (a *app) checkConfig() error {
	f, c, err := a.found()
	if err != nil {
		return err
	}
	if err := c.CheckNames(a.names(c)); err != nil {
		return usage(err)
	}
	source := c.Source()
	if source == "" {
		source = "no configuration file, the defaults hold"
	}
	if _, err := fmt.Fprintf(a.stdout, "ok: %s\n", oneLine(source, reasonChars)); err != nil || !f.PickedUp {
		return err
	}
	state := "not trusted: it sets what can only cost savings"
	if f.Trusted {
		state = "trusted"
	}
	if c.Under() != "" {
		state += "; what it does not set is as in " + oneLine(c.Under(), reasonChars)
	}
	_, err = fmt.Fprintf(a.stdout, "picked up here, %s\n", state)
	return err
}

// names are what a configuration may name here. Programs that run without a pin alone
// can say what they take, so that they are asked.
func (a *app) names(c config.Config) config.Names {
	r := registry.New(registry.Options{Bundled: bundled(), Added: a.places(), Dev: c.Plugins.Dev})
	defer r.Close()
	r.DescribeDev(context.Background())
	n := config.Names{Kinds: slices.Clone(kinds), Options: map[string][]string{}}
	for _, e := range r.Processors() {
		n.Processors = append(n.Processors, e.Name)
		for _, k := range e.Kinds {
			if !slices.Contains(n.Kinds, k) {
				n.Kinds = append(n.Kinds, k)
			}
		}
		// Of others than the bundled ones nobody knows which options they take.
		if e.Source == registry.SourceBundled {
			n.Options[e.Name] = []string{rank.AblateOption}
		}
	}
	for _, e := range r.Estimators() {
		n.Estimators = append(n.Estimators, e.Name)
	}
	return n
}

func (a *app) configTrustCommand() *cobra.Command {
	var list bool
	var remove string
	cmd := &cobra.Command{
		Use:   "trust [FILE]",
		Short: "Let all that a " + config.FileName + " sets hold, as long as it has these bytes",
		Long: `Let all that a ` + config.FileName + ` sets hold, as long as its bytes are those that it
has now. Without FILE the one is meant that is picked up here. Read it first: it can
move originals, have them removed, or have none kept.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case list:
				return a.listTrusted()
			case remove != "":
				return a.untrust(a.path(remove))
			}
			path, err := a.pickedUp(args)
			if err != nil {
				return err
			}
			t, err := config.Trust(a.env, path)
			if err != nil {
				return usage(err)
			}
			_, err = fmt.Fprintf(a.stdout, "trusted: %s (SHA-256 %s)\n", oneLine(t.Path, reasonChars), t.SHA256)
			return err
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "list the trusted files and whether each is as it was")
	cmd.Flags().StringVar(&remove, "remove", "", "trust this `file` no more; as riffle config untrust")
	cmd.MarkFlagsMutuallyExclusive("list", "remove")
	return cmd
}

func (a *app) configUntrustCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "untrust [FILE]",
		Short: "Trust a " + config.FileName + " no more",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := a.pickedUp(args)
			if err != nil {
				return err
			}
			return a.untrust(path)
		},
	}
}

// pickedUp is the file of a command, the one that is picked up here where none is given.
func (a *app) pickedUp(args []string) (string, error) {
	if len(args) > 0 {
		return a.path(args[0]), nil
	}
	f, err := config.Search{Workdir: a.workdir, Env: func(name string) string {
		if name == config.Variable {
			return "" // it hides what is meant
		}
		return a.env(name)
	}}.Find()
	if err == nil && !f.PickedUp {
		err = errors.New("config: no " + config.FileName + " is picked up here: name the file")
		for _, w := range f.Warnings {
			err = errors.Join(err, errors.New(w))
		}
	}
	return f.Path, usage(err)
}

func (a *app) untrust(path string) error {
	t, err := config.Untrust(a.env, path)
	if err != nil {
		return usage(err)
	}
	_, err = fmt.Fprintf(a.stdout, "no longer trusted: %s\n", oneLine(t.Path, reasonChars))
	return err
}

func (a *app) listTrusted() error {
	list, err := config.ReadTrusted(a.env)
	if err != nil {
		return usage(err)
	}
	for _, t := range list {
		state := "as trusted"
		f, err := config.Search{PickedUp: t.Path, Env: a.env}.Find()
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && !f.PickedUp:
			state = "gone, or passed over"
		case err != nil:
			return usage(err)
		case !f.Trusted:
			state = "changed since: no longer trusted"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s  %s\n", oneLine(t.Path, reasonChars), state); err != nil {
			return err
		}
	}
	return nil
}

// help is what a command does that only holds others.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }
