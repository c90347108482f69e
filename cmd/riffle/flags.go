package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/sdk"
)

// kinds are the kinds of content that the inspector tells apart.
var kinds = []string{sdk.KindHTML, sdk.KindJSON, sdk.KindLog, sdk.KindText}

// resultFlags say what a tool result is and how it is to be shrunk; compress and
// exec share them.
type resultFlags struct {
	tool, command, kind  string
	budget               config.Overrides
	estimator, isolation string
}

// add declares the flags. The command line is a flag only where nothing else
// tells it.
func (r *resultFlags) add(f *pflag.FlagSet, tool string, withCommand bool) {
	f.StringVar(&r.tool, "tool", tool, "`name` of the tool that printed the text")
	if withCommand {
		f.StringVar(&r.command, "command", "", "`command` line that printed the text")
	}
	f.StringVar(&r.kind, "kind", "", "`kind` of the content, where the inspector is not to decide: "+strings.Join(kinds, ", "))
	r.addBudget(f)
}

// addBudget declares the flags that hold for many results.
func (r *resultFlags) addBudget(f *pflag.FlagSet) {
	f.IntVar(&r.budget.MinTokens, "min-tokens", 0, "pass through what has at most `N` tokens")
	f.IntVar(&r.budget.TargetTokens, "target-tokens", 0, "shrink to `N` tokens")
	f.IntVar(&r.budget.MaxTokens, "max-tokens", 0, "never print more than `N` tokens")
	f.StringVar(&r.estimator, "estimator", "", "`name` of the estimator that counts the tokens")
	f.StringVar(&r.isolation, "isolation", "", "`how` plugins run: subprocess or in-process")
}

// check refuses values that mean nothing, before anything runs.
func (r *resultFlags) check(a *app, cmd *cobra.Command) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if strings.HasSuffix(f.Name, "-tokens") && strings.HasPrefix(f.Value.String(), "-") || strings.HasSuffix(f.Name, "-tokens") && f.Value.String() == "0" {
			err = fmt.Errorf("--%s is %s; expected at least 1 token: give a larger number or leave it out", f.Name, f.Value)
		}
	})
	switch {
	case err != nil:
	case r.kind != "" && len(a.devFlag) == 0 && !slices.Contains(a.kinds(), r.kind):
		err = fmt.Errorf("--kind is %q; expected one of %s: leave it out to let the inspector decide", r.kind, strings.Join(a.kinds(), ", "))
	case r.isolation != "" && r.isolation != config.Subprocess && r.isolation != config.InProcess:
		err = fmt.Errorf("--isolation is %q; expected %s or %s", r.isolation, config.Subprocess, config.InProcess)
	}
	return usage(err)
}

// kinds are those of the host, then those of added plugins.
func (a *app) kinds() []string {
	all := slices.Clone(kinds)
	lock, _ := a.places().ReadLock() // a host warns of an error
	for _, p := range lock.Plugins {
		for _, k := range p.Kinds {
			if !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	return all
}

// host makes the host that the configuration and the flags describe.
func (r *resultFlags) host(a *app) (*host.Host, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	if r.estimator != "" && r.estimator != c.Estimator.Name {
		c.Estimator = config.Estimator{Name: r.estimator, Scale: 1} // the configured scale is for the other one
	}
	if r.isolation != "" {
		c.Plugins.Isolation = r.isolation
	}
	if _, err := c.ForTool(r.tool).With(r.budget); err != nil {
		return nil, usage(err)
	}
	return a.newHost(c)
}

// input is what the flags say of a result.
func (r *resultFlags) input() host.Input {
	return host.Input{Tool: r.tool, Command: r.command, Kind: r.kind, Overrides: r.budget}
}
