// Package serve turns an sdk.Processor or an sdk.Estimator into a plugin process,
// and speaks to such a process from the other side. A whole plugin is
//
//	func main() { serve.Main(csv.New()) }
package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/riffle-dev/riffle/sdk"
)

// memoryLimit is the soft limit of a plugin's memory in bytes: three times the
// largest content. It makes the collector work harder before the machine runs
// out; GOMEMLIMIT overrides it.
const memoryLimit = 192 << 20

// pluginFlag is the argument before the name of the plugin that a host asks for.
const pluginFlag = "--plugin"

// Main serves a plugin, an sdk.Processor or an sdk.Estimator, until the host ends
// the process. It does not return. Started by hand it says what the program is;
// with --describe it prints that as JSON.
//
// A program may carry several plugins, such as an estimator for each of two encodings.
// It serves the one that Args names, else the first.
//
// Standard output belongs to the handshake: what a plugin prints there goes to
// standard error, which the host keeps for "riffle plugin doctor". Standard input
// is a pipe that closes when the host dies, and then the process exits.
func Main(plugins ...any) {
	plugin, desc, err := choose(plugins, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if slices.Contains(os.Args[1:], "--describe") {
		printJSON(os.Stdout, desc)
		os.Exit(0)
	}
	if !startedByHost() {
		fmt.Fprint(os.Stderr, byHand(desc, filepath.Base(os.Args[0])))
		os.Exit(2)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	exitWithHost()
	serveHost(plugin)
	os.Exit(0)
}

// Args are the arguments with which a program that carries several plugins serves the
// one of this name.
func Args(name string) []string { return []string{pluginFlag, name} }

// choose returns the plugin that the arguments name, or the first.
func choose(plugins []any, args []string) (any, Description, error) {
	name, named := "", false
	if i := slices.Index(args, pluginFlag); i >= 0 && i+1 < len(args) {
		name, named = args[i+1], true
	}
	var names []string
	for _, p := range plugins {
		d, err := describe(p)
		if err != nil || !named || d.Name() == name {
			return p, d, err
		}
		names = append(names, d.Name())
	}
	if !named {
		return nil, Description{}, errors.New("serve: no plugin to serve: give Main an sdk.Processor or an sdk.Estimator")
	}
	return nil, Description{}, fmt.Errorf("serve: this program has no plugin %q; expected one of %s", name, strings.Join(names, ", "))
}

func serveHost(impl any) {
	restoreStdout()
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: map[int]plugin.PluginSet{Protocol: {pluginName: &grpcPlugin{impl: impl}}},
		GRPCServer:       newServer,
		// go-plugin's default writes a trace of every connection.
		Logger: hclog.New(&hclog.LoggerOptions{Level: hclog.Warn, Output: os.Stderr, JSONFormat: true}),
	})
}

// exitWithHost ends the process when its standard input closes, which happens when
// the host dies, however it dies. Nothing else tells a plugin so on every system.
func exitWithHost() {
	in := os.Stdin
	if null, err := os.Open(os.DevNull); err == nil {
		os.Stdin = null
	}
	go func() {
		_, _ = io.Copy(io.Discard, in)
		os.Exit(0)
	}()
}

func printJSON(w io.Writer, d Description) {
	out := map[string]any{"kind": d.Kind, "protocol": d.Protocol, "sdkVersion": d.SDKVersion, "capabilities": d.Capabilities}
	if d.Kind == KindProcessor {
		out["name"], out["version"], out["summary"], out["kinds"] = d.Processor.Name, d.Processor.Version, d.Processor.Summary, d.Processor.Kinds
		out["priority"], out["stability"] = d.Processor.Priority, d.Processor.Stability
	} else {
		out["name"], out["version"], out["summary"] = d.Estimator.Name, d.Estimator.Version, d.Estimator.Summary
		out["encoding"], out["exact"], out["stability"] = d.Estimator.Encoding, d.Estimator.Exact, d.Estimator.Stability
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	_ = enc.Encode(out)
}

// byHand is what a person reads who starts a plugin.
func byHand(d Description, program string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s is the Riffle %s %q, version %s", program, d.Kind, d.Name(), d.Version())
	if s := d.Summary(); s != "" {
		fmt.Fprintf(&b, ": %s", s)
	}
	b.WriteString(".\nIt is no command: riffle starts it when it needs it.\n")
	b.WriteString("Bundled plugins lie beside the riffle program; \"riffle plugin list\" shows what riffle finds.\n")
	fmt.Fprintf(&b, "\"%s --describe\" prints what it is as JSON.\n", program)
	return b.String()
}

// describe says what an implementation is.
func describe(impl any) (Description, error) {
	d := Description{SDKVersion: sdkVersion(), Protocol: Protocol, Capabilities: []string{}}
	switch x := impl.(type) {
	case sdk.Processor:
		d.Kind, d.Processor = KindProcessor, x.Info()
		if _, ok := impl.(sdk.Matcher); ok {
			d.Capabilities = append(d.Capabilities, sdk.CapabilityMatch)
		}
	case sdk.Estimator:
		d.Kind, d.Estimator = KindEstimator, x.Info()
	default:
		return d, fmt.Errorf("serve: %T is neither an sdk.Processor nor an sdk.Estimator: give Main a value that implements one of them", impl)
	}
	if d.Name() == "" {
		return d, fmt.Errorf("serve: the Info of %T has no name: a host knows a plugin by it", impl)
	}
	return d, nil
}

// sdkVersion is the version of this module that the program was built with.
func sdkVersion() string {
	const module = "github.com/riffle-dev/riffle"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if info.Main.Path == module {
		return info.Main.Version
	}
	for _, d := range info.Deps {
		if d.Path == module {
			return d.Version
		}
	}
	return "unknown"
}
