//go:build unix

package supervise

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func sum(data []byte) []byte {
	s := sha256.Sum256(data)
	return s[:]
}

// quick are bounds for plugins that never answer.
var quick = Options{StartTimeout: soon, CallBase: 300 * time.Millisecond}

func TestFaultsOfAProcess(t *testing.T) {
	for _, test := range []struct {
		name   string
		mode   string
		o      Options
		reason string // "" for an answer
		says   string
		stderr string
	}{
		{name: "exits at once", mode: "exit-at-once", reason: ReasonStartFailed, says: "exit status 3): is it a Riffle plugin for this system?; it said: no licence found"},
		{name: "exits in a call", mode: "exit-in-call", reason: ReasonCrashed},
		{name: "panics in a goroutine", mode: "panic-goroutine", reason: ReasonCrashed, stderr: "nobody catches this"},
		{name: "starts slowly", mode: "slow-start", o: Options{StartTimeout: 300 * time.Millisecond}, reason: ReasonStartFailed, says: "was not ready within 300ms"},
		{name: "prints a banner in main", mode: "banner-main", stderr: "welcome to the plugin"},
		{name: "prints a banner before main", mode: "banner-init", stderr: "library 1.2 ready\nno line end v1.2"},
		{name: "prints a banner over every buffer", mode: "banner-flood", stderr: "xxx"},
		{name: "speaks a later protocol", mode: "version-2", reason: ReasonStartFailed, says: "speaks protocol 2; this host speaks 1: upgrade riffle"},
		{name: "speaks an earlier protocol", mode: "version-0", reason: ReasonStartFailed, says: "speaks protocol 0; this host speaks 1: rebuild the plugin"},
		{name: "speaks net/rpc", mode: "netrpc", reason: ReasonStartFailed, says: "unsupported plugin protocol"},
		{name: "answers too much", mode: "too-much", reason: ReasonTooLarge},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := processOf(t, test.mode, test.o)
			err := plan(p)
			assert.Equal(t, test.reason, ReasonOf(err), "%v", err)
			if test.says != "" {
				assert.ErrorContains(t, err, test.says)
			}
			assert.Eventually(t, func() bool { return contains(p.Status().Stderr, test.stderr) }, soon, 5*time.Millisecond)
			if pid := p.Status().PID; pid > 0 {
				require.NoError(t, p.Close())
				requireGone(t, pid)
			}
		})
	}
}

func TestFaultsOnEveryTransport(t *testing.T) {
	for _, test := range []struct {
		name   string
		mode   string
		o      Options
		reason string
		says   string
	}{
		{name: "panics in a handler", mode: "panic", reason: ReasonPanicked, says: "index out of luck"},
		{name: "hangs", mode: "hang", o: quick, reason: ReasonTimeout},
		{name: "returns an error", mode: "error", reason: ReasonError, says: "the parser is sad"},
		{name: "declines", mode: "decline", reason: "declined", says: "no table"},
		{name: "bad UTF-8 in a text", mode: "bad-utf8", reason: ReasonInvalidReply},
		{name: "a span out of range", mode: "span-out-of-range", reason: ReasonInvalidReply},
		{name: "a span beyond any content", mode: "span-huge", reason: ReasonInvalidReply},
		{name: "cyclic needs", mode: "cyclic-needs", reason: ReasonInvalidReply, says: "need each other"},
		{name: "words that its bytes do not hold", mode: "invented-words", reason: ReasonInvalidReply, says: `says "all"`},
		{name: "false copies", mode: "false-copies", reason: ReasonInvalidReply, says: "says something else"},
		{name: "a text that grows", mode: "grows", reason: ReasonInvalidReply},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, p := range transports(t, test.mode, test.o) {
				for range 2 {
					err := plan(p)
					assert.Equal(t, test.reason, ReasonOf(err), "%s: %v", p.Transport(), err)
					assert.ErrorContains(t, err, test.says, p.Transport())
				}
				assert.Equal(t, 1, p.Status().Generation, "%s: it lives on", p.Transport())
			}
		})
	}
}

func TestBinariesThatAreNoPlugins(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	for _, test := range []struct{ name, path, says string }{
		{"a missing file", filepath.Join(dir, "none"), "no such file"},
		{"a folder", dir, "no regular file"},
		{"a file of data", write("data", "\x00\x01", 0o700), "does not run: exec format error"},
		{"a file that may not run", write("mode", "#!/bin/sh\n", 0o600), "does not run: permission denied"},
		{"a script that crashes", write("crash", "#!/bin/sh\nexit 4\n", 0o700), "exit status 4"},
		{"a script that talks", write("talk", "#!/bin/sh\necho hello\n", 0o700), "it said: hello"},
		{"a broken handshake", write("broken", "#!/bin/sh\necho '1|1|unix|/nowhere/socket|grpc|'\n", 0o700), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Subprocess("test", Binary{Path: test.path}, Options{StartTimeout: soon})
			err := plan(p)
			assert.Equal(t, ReasonStartFailed, ReasonOf(err), "%v", err)
			assert.ErrorContains(t, err, test.says)
			require.NoError(t, p.Close())
		})
	}
}

func TestNamePlaceAndDescriptionTellOneStory(t *testing.T) {
	for _, test := range []struct {
		name, plugin, kind, says string
	}{
		{"another name", "csv", serve.KindProcessor, `calls itself "test"; "csv" was expected`},
		{"another kind", "test", serve.KindEstimator, `says that it is the processor "test"; estimator "test" was expected`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Subprocess(test.plugin, Binary{Path: self(t), Args: []string{pluginArg, "ok"}, Kind: test.kind}, Options{})
			err := plan(p)
			assert.Equal(t, ReasonStartFailed, ReasonOf(err))
			assert.ErrorContains(t, err, test.says)
			require.NoError(t, p.Close())
		})
	}
}

func TestWhatIsNeitherProcessorNorEstimatorDoesNotStart(t *testing.T) {
	for _, p := range []Plugin{InProcess("test", 7, Options{}), Wire("test", 7, Options{})} {
		err := plan(p)
		assert.Equal(t, ReasonStartFailed, ReasonOf(err))
		assert.ErrorContains(t, err, "neither an sdk.Processor nor an sdk.Estimator")
		require.NoError(t, p.Close())
	}
}

func TestACallerThatGivesUpIsNoFaultOfThePlugin(t *testing.T) {
	for _, p := range transports(t, "hang", Options{}) {
		_, err := p.Describe(context.Background())
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(50*time.Millisecond, cancel)
		_, err = p.Process(ctx, sdk.Request{Content: content})
		assert.Equal(t, ReasonCanceled, ReasonOf(err), p.Transport())
		ctx, cancel = context.WithTimeout(context.Background(), 50*time.Millisecond)
		_, err = p.Process(ctx, sdk.Request{Content: content})
		cancel()
		assert.Equal(t, ReasonTimeout, ReasonOf(err), p.Transport())
		assert.Equal(t, 0, p.Status().Strikes, p.Transport())
	}
}
