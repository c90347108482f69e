package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/cmd/riffle/internal/scaffold"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func (a *app) pluginNewCommand() *cobra.Command {
	var spec scaffold.Spec
	var replace string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Write the module of a new plugin, which builds and passes its tests at once",
		Long: `Write the module of a new plugin, which builds and passes its tests at once.

It holds a small processor or estimator to begin with, tests that call the conformance
kit, a benchmark, a golden file, a fuzz target, a job for CI and a README. Until Riffle
is published, the module takes it from a checkout: the one that this program lies in, was
built from or is started in, or that --replace names.`,
		Example: `  riffle plugin new --kind processor shout
  riffle plugin new --kind estimator --module github.com/you/riffle-estimator-quick quick`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			spec.Name = args[0]
			return a.pluginNew(ctx, spec, replace)
		},
	}
	f := cmd.Flags()
	f.StringVar(&spec.Kind, "kind", serve.KindProcessor, "what it is: `processor or estimator`")
	f.StringVar(&spec.Module, "module", "", "`path` of the module; example.com/riffle-KIND-NAME where it is not given")
	f.StringVar(&spec.Dir, "dir", "", "`folder` to write, new or empty; riffle-KIND-NAME where it is not given")
	f.StringVar(&replace, "replace", "", "checkout of Riffle to build with, a `folder`")
	return cmd
}

func (a *app) pluginNew(ctx context.Context, spec scaffold.Spec, replace string) error {
	source, err := scaffold.Find(replace, a.workdir)
	if err != nil {
		return usage(err)
	}
	spec.Riffle = source
	shown := spec.Dir
	if shown == "" {
		shown = "riffle-" + spec.Kind + "-" + spec.Name
	}
	spec.Dir = shown
	if !filepath.IsAbs(shown) {
		spec.Dir = filepath.Join(a.workdir, shown)
	}
	if spec.Kind == serve.KindEstimator {
		spec.Taken = slices.Collect(maps.Keys(bundled().Estimators))
	} else {
		spec.Taken = slices.Collect(maps.Keys(bundled().Processors))
	}
	r, err := scaffold.Write(ctx, spec)
	if errors.Is(err, scaffold.ErrSpec) {
		return usage(err)
	}
	if err != nil {
		return err
	}
	from := source.Version
	if source.Replace != "" {
		from = source.Replace + " (see replace in its go.mod)"
	}
	fmt.Fprintf(a.stdout, "wrote %s: %d files, module %s, riffle from %s\n", shown, len(r.Files), r.Module, from)
	fmt.Fprintln(a.stdout)
	if filepath.Clean(shown) != "." {
		fmt.Fprintf(a.stdout, "  cd %s\n", shellWord(shown))
	}
	fmt.Fprintf(a.stdout, `  go test ./...
  go build -trimpath -o %[1]s .
  riffle plugin check ./%[1]s
  riffle plugin add ./%[1]s
`, r.Program)
	if !r.Tidied {
		fmt.Fprintf(a.stderr, "riffle: plugin: %s; run go mod tidy there before the tests\n", r.Problem)
	}
	return nil
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./~+@%:,-]+$`)

// shellWord is s as a shell takes it for one word.
func shellWord(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
