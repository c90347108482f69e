package serve

import (
	"context"
	"os"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// Protocol is the version of the plugin protocol that this SDK speaks.
const Protocol = 1

// pluginName is the one entry of the plugin sets: a process serves one plugin.
const pluginName = "plugin"

// Handshake is the cookie that a host sends. It keeps a plugin from being started
// by hand and keeps nothing else out: it is no security feature.
var Handshake = plugin.HandshakeConfig{
	MagicCookieKey:   "RIFFLE_PLUGIN",
	MagicCookieValue: "b0d3a1c5-riffle-plugin",
}

// VersionedPlugins is what a host gives go-plugin: the protocols that it speaks.
// Version 1 is the first.
func VersionedPlugins() map[int]plugin.PluginSet {
	return map[int]plugin.PluginSet{Protocol: {pluginName: &grpcPlugin{}}}
}

// DialOptions are the options of a host's connection: the size caps on its side.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultCallOptions(callOptions()...)}
}

// Dispense returns the client of a started plugin.
func Dispense(c plugin.ClientProtocol) (*Client, error) {
	raw, err := c.Dispense(pluginName)
	if err != nil {
		return nil, err
	}
	return raw.(*Client), nil
}

// grpcPlugin is the glue that go-plugin asks for, for both sides.
type grpcPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	impl any // nil in a host
}

var _ plugin.GRPCPlugin = (*grpcPlugin)(nil)

func (p *grpcPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	return register(s, p.impl)
}

func (p *grpcPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return NewClient(conn), nil
}

func startedByHost() bool {
	return os.Getenv(Handshake.MagicCookieKey) == Handshake.MagicCookieValue
}

// realStdout is where the handshake goes.
var realStdout = os.Stdout

// A library that prints to standard output before the handshake would break it,
// so in a plugin process that stream is standard error until go-plugin takes it
// over. An init function that runs before this one still prints; the host's filter
// drops that.
func init() {
	if startedByHost() {
		os.Stdout = os.Stderr
	}
}

func restoreStdout() { os.Stdout = realStdout }
