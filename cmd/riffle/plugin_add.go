package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// addFlags are those of plugin add.
type addFlags struct {
	a           registry.Addition
	memory      string
	files       int
	callTimeout string
	force       bool
}

func (a *app) pluginAddCommand() *cobra.Command {
	var f addFlags
	cmd := &cobra.Command{
		Use:   "add PATH",
		Short: "Trust a plugin's program: check it, copy it, run it once and pin its bytes",
		Long: `Trust a plugin's program: check it, copy it, run it once and pin its bytes.

The program's owner and mode are checked, and whether it is for this system; it is
copied into the folder of added plugins and run once to say what it is. What it says,
and the SHA-256 of its bytes, go into a lock file: only those bytes are run from then on.
The pin says which bytes, not that they are harmless. On Linux the program is kept from
your files, from networks and from your other processes, unless --unconfined is given;
elsewhere it may do all that your account may.

What is not given is not allowed, also when a newer version takes the place of an
older one: variables, limits and --unconfined are to be given again.`,
		Example: `  riffle plugin add ./riffle-processor-csv
  riffle plugin add --upgrade --env PATH --memory 512MiB --call-timeout 5s ./riffle-processor-node.js`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.limits(cmd); err != nil {
				return usage(err)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return a.pluginAdd(ctx, &f, args[0])
		},
	}
	s := cmd.Flags()
	s.BoolVar(&f.a.ReplaceBuiltin, "replace-builtin", false, "take the place of the bundled plugin of the same name")
	s.BoolVar(&f.a.Upgrade, "upgrade", false, "take the place of an added plugin of the same name")
	s.BoolVar(&f.force, "force", false, "the same as --upgrade")
	s.BoolVar(&f.a.InPlace, "in-place", false, "leave the program where it is: for one that needs what lies beside it")
	s.StringArrayVar(&f.a.Env, "env", nil, "`name` of an environment variable that it may see; may be given again")
	s.BoolVar(&f.a.Unconfined, "unconfined", false, "run it without a sandbox, with all that your account may do: for one that reads your files, uses a network or starts a sandbox of its own")
	s.StringVar(&f.memory, "memory", "", "`size` of the memory that it may use, such as 512MiB")
	s.IntVar(&f.files, "files", 0, "how many files it may have open (`N`)")
	s.StringVar(&f.callTimeout, "call-timeout", "", "`time` that a call may take, such as 5s; each MiB of content adds to it")
	return cmd
}

// limits reads the flags that are numbers with a unit.
func (f *addFlags) limits(cmd *cobra.Command) error {
	f.a.Upgrade = f.a.Upgrade || f.force
	if f.memory != "" {
		size, err := config.ParseSize(f.memory)
		if err != nil || size < minMemory {
			return fmt.Errorf("--memory is %q; expected a size of at least %s, such as 512MiB", f.memory, config.Size(minMemory))
		}
		f.a.Limits.Memory = int64(size)
	}
	if cmd.Flags().Changed("files") && f.files < minFiles {
		return fmt.Errorf("--files is %d; expected at least %d: a plugin needs some for its pipes and its socket", f.files, minFiles)
	}
	f.a.Limits.OpenFiles = f.files
	if f.callTimeout != "" {
		d, err := config.ParseDuration(f.callTimeout)
		if err != nil || d <= 0 {
			return fmt.Errorf("--call-timeout is %q; expected a time such as 5s", f.callTimeout)
		}
		f.a.Limits.CallTimeout = registry.Duration(d)
	}
	return nil
}

// The least that any program needs to answer at all.
const (
	minMemory = 16 << 20
	minFiles  = 16
)

func (a *app) pluginAdd(ctx context.Context, f *addFlags, path string) error {
	b := bundled()
	f.a.Path = a.path(path)
	f.a.Builtin = func(kind, name string) bool {
		if kind == serve.KindEstimator {
			return b.Estimators[name] != nil
		}
		return b.Processors[name] != nil
	}
	added, err := a.places().Add(ctx, f.a)
	if err != nil {
		return err
	}
	return a.report(a.stdout, &added)
}

// path is a path of the command line, which counts from the working directory.
func (a *app) path(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.workdir, path)
}

// report says what was pinned, what it may see, and what to do next.
func (a *app) report(w io.Writer, added *registry.Added) error {
	p := &added.Pin
	what := "added"
	if added.Old != nil {
		what = fmt.Sprintf("upgraded from version %s:", added.Old.Version)
	}
	out := &rows{w: w}
	out.printf("%s %s %s %s\n", what, p.Kind, p.Name, p.Version)
	out.row("says", p.Summary)
	out.row("protocol", fmt.Sprint(p.Protocol))
	out.row("stability", orDash(p.Stability))
	out.row("kinds", strings.Join(p.Kinds, ", "))
	out.row("encoding", p.Encoding)
	out.row("program", p.Path)
	out.row("sha256", p.SHA256)
	out.row("bytes", fmt.Sprint(p.Bytes))
	out.row("lock", a.places().Lock)
	out.row("may see", strings.Join(append([]string{"LANG", "LC_ALL", "TMPDIR", "TZ"}, p.Env...), ", ")+" of the environment")
	out.row("confined", confined(p))
	out.row("may use", mayUse(p.Limits))
	out.row("described", added.Describe.Round(time.Millisecond).String())
	if p.ReplacesBuiltin {
		out.row("note", "it takes the place of the bundled "+p.Kind+" "+p.Name+"; riffle plugin remove "+p.Name+" gives it back")
	}
	if added.Script != "" {
		out.row("note", "a script: the pin covers this file alone, neither "+added.Script+" nor what the script loads")
	}
	if p.InPlace {
		out.row("note", "in place: once the file changes it is refused, until riffle plugin add --upgrade --in-place")
	}
	out.row("next", next(p))
	return out.err
}

// confined says what keeps a plugin from the rest of the system.
func confined(p *registry.Pin) string {
	switch c := supervise.Confinement(); {
	case p.Unconfined:
		return "no, as you asked: it may do whatever your account may"
	case strings.HasPrefix(c, "none: "):
		return "no: it may do whatever your account may (" + strings.TrimPrefix(c, "none: ") + ")"
	default:
		return c
	}
}

// mayUse says which limits hold, the standard ones where none was given.
func mayUse(l registry.Limits) string {
	memory, files := l.Memory, l.OpenFiles
	if memory == 0 {
		memory = supervise.DefaultMemory
	}
	if files == 0 {
		files = supervise.DefaultOpenFiles
	}
	s := fmt.Sprintf("%s of memory, %d open files", config.Size(memory), files)
	if l.CallTimeout > 0 {
		s += ", " + time.Duration(l.CallTimeout).String() + " for a call and more for each MiB"
	}
	return s
}

// next says how a plugin comes to serve.
func next(p *registry.Pin) string {
	if p.Kind == serve.KindEstimator {
		return "riffle estimate --estimator " + p.Name + " FILE; or estimator: " + p.Name + " in the configuration"
	}
	own := sdk.Info{Kinds: p.Kinds}.OwnKinds()
	if len(own) > 0 && (len(p.Magic) > 0 || slices.Contains(p.Capabilities, sdk.CapabilityMatch)) {
		return "riffle compress FILE: what it recognises as " + strings.Join(own, " or ") + " goes to it, no route is needed"
	}
	if len(own) < len(p.Kinds) {
		return "riffle compress FILE: contents of its kinds go to the first plugin by name that takes them; to have it first, add a route such as {command: \"^mytool\", processor: " + p.Name + "}"
	}
	return "add a route to the configuration, such as {command: \"^mytool\", processor: " + p.Name + "}; no content is of its kind by itself"
}

// rows writes names and values below each other.
type rows struct {
	w   io.Writer
	err error
}

func (r *rows) printf(format string, args ...any) {
	if r.err == nil {
		_, r.err = fmt.Fprintf(r.w, format, args...)
	}
}

// row writes one value on one line, nothing where there is none.
func (r *rows) row(name, value string) {
	if value != "" {
		r.printf("  %-10s %s\n", name, oneLine(value, reasonChars))
	}
}
