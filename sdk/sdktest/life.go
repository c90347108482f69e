package sdktest

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// lifeCases are what the program of every plugin promises, whatever its kind.
var lifeCases = []*testCase{
	{"starts", "a plugin must be ready within 10 s of its start and say what it is", life, starts},
	{"handshake-only", "a plugin must print its handshake to standard output and nothing else", life, handshakeOnly},
	{"socket-private", "a plugin must listen in the folder that the host gave it", life, socketPrivate},
	{"health", "a plugin must say by gRPC's health service that it serves", life, health},
	{"other-method", "a plugin must answer the methods of the other kind with UNIMPLEMENTED", life, otherMethod},
	{"describe-constant", "a plugin must describe itself in the same words in every process", life, describeConstant},
	{"side-by-side", "a plugin must run in several processes at once", life, sideBySide},
	{"stderr-modest", "a plugin must write so little to standard error that the 64 KB that a host keeps still hold what matters", life, stderrModest},
	{"survives-panic", "a plugin must answer a panic as an error and serve on", life, survivesPanic},
	{"ends-with-host", "a plugin must end when its standard input closes", life, endsWithHost},
	{"ends-on-sigterm", "a plugin must end on SIGTERM", life, endsOnSigterm},
	{"refuses-by-hand", "a plugin must end with a status that is not 0 and say what it is when a person starts it", life, refusesByHand},
}

// start starts a process that the case must end.
func (c *check) start() *process {
	p, err := startProcess(c.ctx, c.live.path, c.live.args)
	if err != nil {
		c.fault("it does not start: %v", err)
		return nil
	}
	return p
}

func starts(c *check) {
	if c.live.broken != nil {
		c.fault("%v", c.live.broken)
		c.stop = "the program does not start"
	}
}

// use makes a small call.
func (c *check) use(p *process) error {
	c.subject = p
	if c.kind == serve.KindEstimator {
		_, err := c.count([]byte("riffle\nprobe\n"))
		return err
	}
	s := usual(c.scale)[0]
	c.info = p.about.Processor
	if own := c.ordinary(); len(own) > 0 {
		s = own[0]
	}
	if _, err := c.process(ask(s)); !errors.Is(err, sdk.ErrDeclined) {
		return err
	}
	return nil
}

func handshakeOnly(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	_ = c.use(p)
	_ = p.runner.stdin.Close()
	p.runner.waitFor(killAfter)
	stray := 0
	for line := range strings.Lines(p.runner.stdout.String()) {
		at := handshakeLine.FindStringIndex(line)
		if at == nil || at[0] > 0 {
			if stray++; stray == 1 {
				c.fault("it printed %.100q: print to standard error instead", strings.TrimSpace(line))
			}
		}
	}
}

func socketPrivate(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	address := p.runner.address()
	if !filepath.IsAbs(address) {
		c.skip("it listens on %s, which is no file", address)
		return
	}
	if !strings.HasPrefix(filepath.Clean(address), filepath.Clean(p.dir)+string(filepath.Separator)) {
		c.fault("it listens on %s, outside of PLUGIN_UNIX_SOCKET_DIR, where others may reach it", address)
	}
}

func health(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	protocol, err := p.client.Client()
	if err == nil {
		_, err = bounded(c, 0, func(context.Context) (struct{}, error) { return struct{}{}, protocol.Ping() })
	}
	if err != nil {
		c.fault("the service \"plugin\" of grpc.health.v1.Health is not serving: %s", said(err))
	}
}

func otherMethod(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	c.subject = p
	refused := func(method string, err error) {
		if status.Code(err) != codes.Unimplemented {
			c.fault("%s gives %v, expected UNIMPLEMENTED", method, status.Code(err))
		}
	}
	if c.kind == serve.KindEstimator {
		_, err := c.process(sdk.Request{Content: []byte("one\n"), Kind: sdk.KindLog})
		refused("Process", err)
		return
	}
	_, err := c.count([]byte("one"))
	refused("CountTokens", err)
}

func describeConstant(c *check) {
	var about []serve.Description
	for range 2 {
		p := c.start()
		if p == nil {
			return
		}
		about = append(about, p.about)
		p.end()
	}
	if d := differentInfo(about[0], about[1]); d != "" {
		c.fault("of two processes %s", d)
	}
}

func sideBySide(c *check) {
	var all []*process
	for n := range 3 {
		p, err := startProcess(c.ctx, c.live.path, c.live.args)
		if err != nil {
			c.fault("beside %d others it does not start: %v", n, err)
			return
		}
		defer p.end()
		all = append(all, p)
	}
	for range 2 {
		for n, p := range all {
			if err := c.use(p); err != nil {
				c.fault("process %d of %d: %s", n+1, len(all), said(err))
			}
		}
	}
}

// keptOfStderr is how much of it a host keeps, in bytes.
const keptOfStderr = 64 << 10

func stderrModest(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	c.subject, c.info = p, p.about.Processor
	const calls = 20
	if c.kind == serve.KindEstimator {
		for range calls {
			_, _ = c.count(c.countTexts()...)
		}
	} else {
		samples := c.ordinary()
		for n := range calls {
			_, _ = c.process(ask(samples[n%len(samples)]))
		}
	}
	_ = p.runner.stdin.Close()
	p.runner.waitFor(killAfter)
	if n := p.runner.err.written(); n > keptOfStderr {
		c.fault("it wrote %d bytes in %d calls: %.100q", n, calls, lastLine(p.runner.err.String()))
	}
}

func survivesPanic(c *check) {
	if c.panicOn == nil {
		c.skip("nothing is known that makes it panic (WithPanic)")
		return
	}
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	c.subject = p
	var err error
	if c.kind == serve.KindEstimator {
		_, err = c.count(c.panicOn.Content)
	} else {
		_, err = c.process(*c.panicOn)
	}
	if _, ok := serve.Panicked(err); !ok {
		c.fault("the panic came out as %v, expected the status INTERNAL and a message that begins \"riffle: panic: \"", err)
	}
	if err := c.use(p); err != nil {
		c.fault("the call after the panic: %s", said(err))
	}
}

func endsWithHost(c *check) {
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	_ = p.runner.stdin.Close()
	if !p.runner.waitFor(c.patience) {
		c.fault("it runs on %s after its standard input has closed: it would outlive a host that was killed", c.patience)
	}
}

func endsOnSigterm(c *check) {
	if !hasTerminate {
		c.skip("this system has no such signal")
		return
	}
	p := c.start()
	if p == nil {
		return
	}
	defer p.end()
	if err := terminate(p.runner.process()); err != nil {
		c.fault("%v", err)
	} else if !p.runner.waitFor(c.patience) {
		c.fault("it runs on %s after SIGTERM", c.patience)
	}
}

// refusesByHand starts the program as a shell would, without the cookie.
func refusesByHand(c *check) {
	ctx, cancel := context.WithTimeout(c.ctx, startBound)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.live.path, c.live.args...)
	cmd.Env, cmd.WaitDelay = environment(), drain
	ownGroup(cmd)
	var out output
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	text := out.String()
	switch {
	case ctx.Err() != nil:
		c.fault("started by hand it runs on, as if a host were there")
	case err == nil:
		c.fault("started by hand it ends with status 0")
	case !errors.As(err, &exit):
		c.fault("started by hand: %v", err)
	case !readable(text):
		c.fault("started by hand it says nothing that a person can read: %.60q", text)
	}
}

// readable reports whether a text has words and nothing odd.
func readable(text string) bool {
	odd := func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\n\r\t\x1b", r) }
	return utf8.ValidString(text) && !strings.ContainsFunc(text, odd) && len(strings.Fields(text)) >= 3
}
