package supervise

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

var content = []byte("one\ntwo\nthree\n")

func self(t testing.TB) string {
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}

func faultyProcess(t testing.TB, mode string, o Options) Plugin {
	p := Subprocess("test", Binary{Path: self(t), Args: []string{pluginArg, mode}, Kind: serve.KindProcessor}, o)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

func TestSmoke(t *testing.T) {
	for _, p := range []Plugin{
		InProcess("test", faulty{}, Options{}),
		Wire("test", faulty{}, Options{}),
		faultyProcess(t, "ok", Options{}),
	} {
		plan, err := p.Process(context.Background(), sdk.Request{Content: content})
		require.NoError(t, err)
		require.Len(t, plan.Units, 2)
		require.NoError(t, p.Close())
	}
}

func BenchmarkOneShot(b *testing.B) {
	for b.Loop() {
		p := Subprocess("test", Binary{Path: self(b), Args: []string{pluginArg, "ok"}}, Options{})
		_, err := p.Process(context.Background(), sdk.Request{Content: content})
		require.NoError(b, err)
		require.NoError(b, p.Close())
	}
}
