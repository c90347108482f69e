package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/registry"
)

func (a *app) pluginVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify [NAME...]",
		Short: "Check that added plugins are still what was added; starts none",
		Long: `Check that added plugins are still what was added; starts none.

Each program is hashed again, and its owner and mode and those of its folder are
checked. It ends with 1 where one is refused, and says why and what to do.`,
		RunE: func(_ *cobra.Command, names []string) error {
			places := a.places()
			lock, err := places.ReadLock()
			if err != nil {
				return err
			}
			pins, err := choose(lock, names)
			if err != nil {
				return usage(err)
			}
			var bad []string
			t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
			for i := range pins {
				p := &pins[i]
				verdict := "ok"
				if err := places.Verify(p); err != nil {
					verdict = oneLine(err.Error(), reasonChars)
					bad = append(bad, p.Name)
				}
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", p.Kind, p.Name, p.Version, p.SHA256[:12], verdict)
			}
			if err := t.Flush(); err != nil {
				return err
			}
			if len(bad) > 0 {
				return fmt.Errorf("plugin: %s will not be run", strings.Join(bad, ", "))
			}
			return nil
		},
	}
}

func (a *app) pluginRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME...",
		Short: "Take added plugins off the lock file and remove their programs",
		Long: `Take added plugins off the lock file and remove their programs.

A program that was added in place stays where it is. A bundled plugin can't be
removed; one whose place was taken is back.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			places := a.places()
			lock, err := places.ReadLock()
			if err != nil {
				return err
			}
			pins, err := choose(lock, names)
			if err != nil {
				return usage(notBundled(err, names))
			}
			for _, p := range pins {
				removed, err := places.Remove(cmd.Context(), p.Kind, p.Name)
				if err != nil {
					return err
				}
				a.reportRemoved(&removed)
			}
			return nil
		},
	}
}

// notBundled says of a bundled plugin that it can't be removed.
func notBundled(err error, names []string) error {
	b := bundled()
	for _, name := range names {
		if b.Processors[name] != nil || b.Estimators[name] != nil {
			return fmt.Errorf("plugin: %s is bundled with riffle and can't be removed; a route or a plugin added with --replace-builtin can go before it", name)
		}
	}
	return err
}

func (a *app) reportRemoved(p *registry.Pin) {
	fmt.Fprintf(a.stdout, "removed %s %s %s\n", p.Kind, p.Name, p.Version)
	if p.InPlace {
		fmt.Fprintf(a.stdout, "  its program stays at %s\n", p.Path)
	}
	if p.ReplacesBuiltin {
		fmt.Fprintf(a.stdout, "  the bundled %s %s serves again\n", p.Kind, p.Name)
	}
}
