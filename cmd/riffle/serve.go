package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/daemon"
	"github.com/riffle-dev/riffle/host/dial"
	"github.com/riffle-dev/riffle/host/registry"
)

// defaultIdleExit ends a server that nobody needs any more: agents think for minutes,
// and a start costs less than what a server that stays holds in memory.
const defaultIdleExit = 15 * time.Minute

type serveFlags struct {
	socket, http string
	idle         time.Duration
	deadline     time.Duration
	start        bool
	print        bool
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer post-execute exchanges on a socket, with plugins that stay warm",
		Long: `Answer post-execute exchanges on a Unix socket: one JSON object a line, or HTTP.

The server answers for one configuration, that of its start. Where another server
answers at the socket already, this one ends with 0 at once.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case f.idle < 0:
				return usage(fmt.Errorf("--idle-exit is %s; expected a time such as 15m, or 0 for never", f.idle))
			case f.deadline <= 0:
				return usage(fmt.Errorf("--deadline is %s; expected a time such as 10s", f.deadline))
			case f.print || f.start:
				return a.findServer(cmd.Context(), f)
			}
			return a.serve(cmd.Context(), f)
		},
	}
	cmd.Flags().StringVar(&f.socket, "socket", "", "`path` of the socket (default by user and configuration, or $"+dial.SocketVariable+")")
	cmd.Flags().StringVar(&f.http, "http", "", "also listen for HTTP at this loopback `address`, such as 127.0.0.1:7433")
	cmd.Flags().DurationVar(&f.idle, "idle-exit", defaultIdleExit, "end when nobody asked for so long; 0: never")
	cmd.Flags().DurationVar(&f.deadline, "deadline", 10*time.Second, "answer within this time; what is not decided by then passes")
	cmd.Flags().BoolVar(&f.start, "start", false, "start a server in the background where none answers, print its socket, and end")
	cmd.Flags().BoolVar(&f.print, "print-socket", false, "print the path of the socket, and end")
	cmd.MarkFlagsMutuallyExclusive("start", "print-socket")
	return cmd
}

// server says which server answers for the configuration that holds here.
func (a *app) server(socket string) dial.Options {
	return dial.Options{Socket: socket, Config: a.configFlag, PickedUp: a.pickedUpFlag, Start: true}
}

// findServer prints where the server is, started where it is to be.
func (a *app) findServer(ctx context.Context, f serveFlags) error {
	o := a.server(f.socket)
	if f.print {
		path, err := dial.Socket(o)
		if err == nil {
			fmt.Fprintln(a.stdout, path)
		}
		return err
	}
	// Who waits for this command alone can wait longer than an agent in a call.
	o.Budget = 5 * time.Second
	path, err := dial.Ensure(ctx, o)
	if err == nil {
		fmt.Fprintln(a.stdout, path)
	}
	return err
}

func (a *app) serve(ctx context.Context, f serveFlags) error {
	socket, err := dial.Socket(a.server(f.socket))
	if err != nil {
		return usage(err)
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	listener, err := daemon.Listen(socket)
	if errors.Is(err, daemon.ErrServing) {
		return nil
	}
	if err != nil {
		return err
	}
	defer listener.Close()
	listeners := []daemon.Listener{listener}
	if f.http != "" {
		l, err := daemon.ListenHTTP(f.http)
		if err != nil {
			return usage(err)
		}
		defer l.Close()
		listeners = append(listeners, l)
	}
	log := slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	h, err := a.newHost(c, host.WithLog(log))
	if err != nil {
		return err
	}
	defer a.done(h)
	metrics := daemon.NewMetrics()
	metrics.WatchPlugins(func() []daemon.Restarts { return pluginRestarts(h) })
	var release func(string) error
	if store := h.Store(); store != nil {
		release = store.Release
	}
	s := daemon.New(h, daemon.Options{
		Release: release, IdleExit: f.idle, Deadline: f.deadline, Version: version(), Metrics: metrics,
		Log: log,
	})
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	return s.Serve(ctx, listeners...)
}

// pluginRestarts asks the plugins that were used how often they were started again.
func pluginRestarts(h *host.Host) []daemon.Restarts {
	var out []daemon.Restarts
	for _, e := range entries(h.Registry()) {
		if e.State == registry.StateAvailable || e.State == registry.StateRefused || e.State == registry.StateUntrusted {
			continue
		}
		get := h.Registry().Processor
		if e.Kind == "estimator" {
			get = h.Registry().Estimator
		}
		if p, err := get(e.Name); err == nil {
			out = append(out, daemon.Restarts{Kind: e.Kind, Name: e.Name, Count: max(0, p.Status().Generation-1)})
		}
	}
	return out
}
