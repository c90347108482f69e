package supervise

import (
	"context"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// pipeSize is the buffer of a connection within the process, in bytes.
const pipeSize = 256 << 10

// Wire returns a plugin that runs impl in this process but speaks to it as to a
// process: conversion and size caps are those of a subprocess, without its cost.
func Wire(name string, impl any, o Options) Plugin {
	return newSupervisor(name, &wireLauncher{impl: impl}, o)
}

type wireLauncher struct{ impl any }

func (l *wireLauncher) transport() string { return TransportWire }
func (l *wireLauncher) stderr() string    { return "" }
func (l *wireLauncher) close()            {}

func (l *wireLauncher) launch(ctx context.Context) (generation, Description, error) {
	server, err := serve.NewServer(l.impl)
	if err != nil {
		return nil, Description{}, err
	}
	listener := bufconn.Listen(pipeSize)
	g := &wireGeneration{server: server, ended: make(chan struct{})}
	go func() { _ = server.Serve(listener) }()
	options := append(serve.DialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if g.conn, err = grpc.NewClient("passthrough:///plugin", options...); err != nil {
		server.Stop()
		return nil, Description{}, err
	}
	g.rpc = serve.NewClient(g.conn)
	d, err := g.rpc.Describe(ctx)
	if err != nil {
		g.stop(true)
		return nil, d, err
	}
	return g, d, nil
}

type wireGeneration struct {
	server *grpc.Server
	conn   *grpc.ClientConn
	rpc    *serve.Client
	once   sync.Once
	ended  chan struct{}
}

func (g *wireGeneration) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	return g.rpc.Process(ctx, req)
}

func (g *wireGeneration) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return g.rpc.CountTokens(ctx, texts)
}

func (g *wireGeneration) Match(ctx context.Context, s sdk.Sample) (string, error) {
	return g.rpc.Match(ctx, s)
}

func (g *wireGeneration) dead() <-chan struct{} { return g.ended }
func (g *wireGeneration) pid() int              { return 0 }

func (g *wireGeneration) stop(bool) {
	g.once.Do(func() {
		_ = g.conn.Close()
		g.server.Stop()
		close(g.ended)
	})
}
