// Package config holds Riffle's configuration: every key with its default, a
// strict loader that names file, line, what was expected and what to do, and
// the search for the file.
package config

import (
	"io/fs"
	"regexp"
	"strings"
	"time"
)

// Config is one complete configuration. The zero value is not usable: start
// from Default or Load.
type Config struct {
	Enabled        bool
	Budget                                // budget of every tool that Tools does not name
	RetainOriginal bool                   // no replacement without a stored original
	ExcludeTools   []string               // tools whose results always pass through
	Estimator      Estimator              // what counts tokens
	Preview        Preview                // the fallback's limits
	Spill          Spill                  // the store of originals
	Plugins        Plugins                // how plugins run
	Routes         []Route                // tried in order before the declared kinds
	Tools          map[string]ToolBudget  // by tool name, which is compared without regard to case
	Processors     map[string]ProcessorOf // by processor name

	source   string          // the file that the values came from, "" for the defaults alone
	under    string          // the user's own file, where source was picked up and laid over it
	lines    map[string]mark // by dotted key: where a file sets it
	warnings []string
	choice   []string // the estimators that a file over this one may choose without trust
}

// mark is where a key is set.
type mark struct {
	file string
	line int
}

// Budget says when a result is shrunk and how far, in tokens of the chosen
// estimator.
type Budget struct {
	MinTokens    int // results of at most this size pass through
	TargetTokens int // what a shrunk result should cost, notice and markers included
	MaxTokens    int // ceiling that nothing but an exempt result exceeds
}

// Estimator names the token estimator.
type Estimator struct {
	Name  string  // "auto", "bpe-cl100k"
	Scale float64 // factor on its counts, for a model whose tokens are larger or smaller
}

// Preview holds the limits of the head and tail preview, in code points.
type Preview struct {
	ThresholdChars int // longer content is cut
	HeadChars      int // kept from the beginning at most
	TailChars      int // kept from the end at most
}

// Spill configures the store of originals.
type Spill struct {
	Dir      string      // root of the store; "" means the user's state folder
	MaxBytes Size        // quota of the whole store; 0 means none
	MaxAge   Duration    // originals older than this may be swept; 0 means never
	Hint     string      // which recovery commands a notice offers: shell, read, riffle, none
	Mode     fs.FileMode // permissions of stored files
}

// Plugins configures how plugins run.
type Plugins struct {
	Isolation string            // "subprocess" or "in-process"
	MTLS      string            // "auto", "on" or "off"
	Env       []string          // names of environment variables that bundled plugins and those of Dev may see
	Dev       map[string]string // by name: a program that runs without a pin, while its author works on it
}

// Route sends matching results to one processor. What is empty matches everything;
// at least one of the three is set.
type Route struct {
	Tool      string         // name of the tool, compared without regard to case
	Command   *regexp.Regexp // searched for in the command line
	Kind      string         // kind of the content
	Processor string
}

// ToolBudget overrides budget keys for one tool; 0 means not overridden.
type ToolBudget Budget

// ProcessorOf configures one processor.
type ProcessorOf struct {
	Options map[string]string // handed to the processor as they are
}

// Values that Isolation, MTLS and Hint accept.
const (
	Subprocess = "subprocess"
	InProcess  = "in-process"

	MTLSAuto = "auto"
	MTLSOn   = "on"
	MTLSOff  = "off"

	HintShell  = "shell"
	HintRead   = "read"
	HintRiffle = "riffle"
	HintNone   = "none"
)

// Default returns the configuration that holds where no file says otherwise.
// The caller owns it.
func Default() Config {
	return Config{
		Enabled:        true,
		Budget:         Budget{MinTokens: 2048, TargetTokens: 1536, MaxTokens: 8192},
		RetainOriginal: true,
		ExcludeTools:   []string{"read"},
		Estimator:      Estimator{Name: "auto", Scale: 1},
		Preview:        Preview{ThresholdChars: 8192, HeadChars: 4096, TailChars: 1024},
		Spill: Spill{
			MaxBytes: 2 << 30,
			MaxAge:   Duration(168 * time.Hour),
			Hint:     HintShell,
			Mode:     0o600,
		},
		Plugins: Plugins{Isolation: Subprocess, MTLS: MTLSAuto},
	}
}

// Source is the file that c was loaded from, "" for the defaults alone.
func (c Config) Source() string { return c.source }

// Under is the user's own file, where Source was picked up and laid over it.
func (c Config) Under() string { return c.under }

// Warnings say what of the files that were found does not hold, a line each.
func (c Config) Warnings() []string { return c.warnings }

// ForTool returns the budget of a tool: its own keys where Tools sets them, the
// common ones elsewhere.
func (c Config) ForTool(name string) Budget {
	b := c.Budget
	for tool, own := range c.Tools {
		if strings.EqualFold(tool, name) {
			b = own.over(b)
		}
	}
	return b
}

func (t ToolBudget) over(b Budget) Budget {
	if t.MinTokens != 0 {
		b.MinTokens = t.MinTokens
	}
	if t.TargetTokens != 0 {
		b.TargetTokens = t.TargetTokens
	}
	if t.MaxTokens != 0 {
		b.MaxTokens = t.MaxTokens
	}
	return b
}

// Excluded reports whether results of the tool always pass through.
func (c Config) Excluded(tool string) bool {
	for _, name := range c.ExcludeTools {
		if strings.EqualFold(name, tool) {
			return true
		}
	}
	return false
}

// Route returns the processor of the first route that matches.
func (c Config) Route(tool, command, kind string) (processor string, ok bool) {
	for _, r := range c.Routes {
		if r.Matches(tool, command, kind) {
			return r.Processor, true
		}
	}
	return "", false
}

// Matches reports whether the route takes a result of this tool, command line and
// kind.
func (r Route) Matches(tool, command, kind string) bool {
	if r.Kind != "" && r.Kind != kind {
		return false
	}
	if r.Tool != "" && !strings.EqualFold(r.Tool, tool) {
		return false
	}
	return r.Command == nil || r.Command.MatchString(command[:min(len(command), maxCommand)])
}

// maxCommand is how many bytes of a command line are searched: more is the text of a
// script, and time goes by it.
const maxCommand = 16 << 10
