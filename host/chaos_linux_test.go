package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// chaosCalls names the variable that asks for the long form: how many calls.
const chaosCalls = "RIFFLE_CHAOS"

// atOnce is how many calls run at the same time.
const atOnce = 8

// The faults of a call, as its command names them.
const (
	faultCrash = "crash"
	faultHang  = "hang"
	faultLie   = "lie"
)

// lies are the ways to break the contract that a lying call goes through in turn.
var lies = []func(req sdk.Request, p *sdk.Plan){
	func(_ sdk.Request, p *sdk.Plan) { p.Order = append(p.Order, p.Order[0]) },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Text = invented },
	func(req sdk.Request, p *sdk.Plan) { p.Units[len(p.Units)-1].Span.End = len(req.Content) + 1 },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Needs, p.Units[1].Needs = []int{1}, []int{0} },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Copies = []sdk.Span{{Start: 0, End: 4}} },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Text = "a\xff" },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0], p.Units[1] = p.Units[1], p.Units[0] },
	func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Text = strings.Repeat("request ", 1<<20) },
}

const invented = "everything went swimmingly"

// chaos is a processor that fails as the command says, and else works.
type chaos struct{ lineProcessor }

func (c chaos) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	fault, number, _ := strings.Cut(req.Command, " ")
	switch fault {
	case faultCrash:
		os.Exit(7)
	case faultHang:
		select {}
	}
	plan, err := c.lineProcessor.Process(ctx, req)
	if n, _ := strconv.Atoi(number); fault == faultLie {
		lies[n%len(lies)](req, &plan)
	}
	return plan, err
}

// The test binary is also the plugin: under the name of one.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "riffle-processor-log" {
		serve.Main(chaos{})
	}
	os.Exit(m.Run())
}

// onePercent has a crash, a hang and a lie among a hundred calls.
func onePercent(i int) string {
	switch i % 100 {
	case 17:
		return fmt.Sprint(faultCrash, " ", i/100)
	case 53:
		return fmt.Sprint(faultHang, " ", i/100)
	case 89:
		return fmt.Sprint(faultLie, " ", i/100)
	}
	return "ok"
}

// untiring never gives a plugin up, so that every fault is met.
func untiring(o supervise.Options) supervise.Options {
	o.CrashLimit, o.StrikeLimit = 1<<30, 1<<30
	o.BackoffBase, o.BackoffMax = time.Millisecond, time.Millisecond
	return o
}

// TestChaos is 8 callers of a plugin that crashes on 1 % of its calls, hangs on 1 %
// and lies on 1 %. RIFFLE_CHAOS=10000 is the long form of so many calls. It runs
// beside as many callers of a healthy plugin and compares the times of healthy calls.
func TestChaos(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(chaosCalls))
	if n == 0 {
		_, sick := runChaos(t, "short", 200, 0, untiring(supervise.Options{CallBase: 500 * time.Millisecond}))
		assert.Positive(t, sick.reasons[supervise.ReasonCrashed])
		assert.Positive(t, sick.reasons[supervise.ReasonTimeout])
		assert.Positive(t, sick.reasons[supervise.ReasonInvalidReply])
		assert.Greater(t, len(sick.served), 100, "most calls are served all the same")
		return
	}
	healthy, sick := runChaos(t, "never given up", n, atOnce, untiring(supervise.Options{}))
	assert.Less(t, sick.quantile(0.99), 2*healthy.quantile(0.99), "p99 of healthy calls that were served")
	_, sick = runChaos(t, "given up as shipped", n, atOnce, supervise.Options{})
	assert.Positive(t, sick.reasons[supervise.ReasonUnavailable])
}

// callers is what became of the calls of a group.
type callers struct {
	mu      sync.Mutex
	served  []time.Duration // of calls without a fault that the plugin answered, less the time of the store
	reasons map[string]int  // how many calls ended so
}

// quantile is that of the served calls.
func (c *callers) quantile(q float64) time.Duration {
	if len(c.served) == 0 {
		return 0
	}
	slices.Sort(c.served)
	return c.served[int(q*float64(len(c.served)-1))]
}

func (c *callers) String() string {
	return fmt.Sprintf("healthy and served %d: p50 %s, p90 %s, p99 %s, max %s; %v", len(c.served), c.quantile(0.5).Round(time.Millisecond),
		c.quantile(0.9).Round(time.Millisecond), c.quantile(0.99).Round(time.Millisecond), c.quantile(1).Round(time.Millisecond), c.reasons)
}

// call makes the i-th call and checks its answer.
func (c *callers) call(t *testing.T, h *Host, i int, command string) {
	raw := chaosLog(i)
	start := time.Now()
	out, err := h.Compress(context.Background(), Input{Raw: raw, Tool: "bash", Command: command})
	took := time.Since(start) - time.Duration(out.Outcome.Millis["retain"])*time.Millisecond
	problem := errors.Join(err, wrong(out, raw))
	c.mu.Lock()
	defer c.mu.Unlock()
	assert.NoError(t, problem, "call %d: %s", i, command)
	c.reasons[out.Outcome.Reason]++
	if command == "ok" && out.Outcome.Reason == pipeline.ReasonOK {
		c.served = append(c.served, took)
	}
}

// runChaos makes n calls of a plugin with faults and, for as long and by so many
// callers beside, calls of one without, checks each, and that nothing of them is left.
func runChaos(t *testing.T, name string, n, besides int, life supervise.Options) (healthy, sick *callers) {
	tmp, err := os.MkdirTemp("/tmp", "rc")
	require.NoError(t, err)
	defer os.RemoveAll(tmp)
	t.Setenv("TMPDIR", tmp)
	before := holdings(t)
	well, ill := chaosHost(t, supervise.Options{}), chaosHost(t, life)
	healthy, sick = &callers{reasons: map[string]int{}}, &callers{reasons: map[string]int{}}
	began := time.Now()
	var next, beside atomic.Int64
	var both sync.WaitGroup
	for range atOnce {
		both.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				sick.call(t, ill, i, onePercent(i))
			}
		})
	}
	for range besides {
		both.Go(func() {
			for int(next.Load()) < n {
				healthy.call(t, well, int(beside.Add(1))-1, "ok")
			}
		})
	}
	both.Wait()
	status := pluginStatus(t, ill)
	require.NoError(t, well.Close())
	require.NoError(t, ill.Close())
	t.Logf("%s: %d calls in %s by %d processes", name, n, time.Since(began).Round(time.Millisecond), status.Generation)
	t.Logf("with faults: %s", sick)
	t.Logf("beside: %s", healthy)
	for reason := range healthy.reasons {
		// A store that so many share may be locked for too long: the original passes.
		assert.Contains(t, []string{pipeline.ReasonOK, pipeline.ReasonNoStore}, reason, "no fault of one plugin reaches another")
	}
	left(t, before, tmp)
	return healthy, sick
}

func chaosHost(t *testing.T, life supervise.Options) *Host {
	dir := t.TempDir()
	program, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "riffle-processor-log"), program, 0o700))
	require.NoError(t, os.Chmod(dir, 0o700))
	cfg := config.Default()
	cfg.Spill.Dir = memoryDir(t)
	h, err := New(cfg, WithPluginDir(dir), WithLife(life), WithSession("chaos"), WithBundled(registry.Bundled{
		Processors: map[string]func() sdk.Processor{"log": func() sdk.Processor { return chaos{} }},
		Estimators: map[string]func() sdk.Estimator{"auto": func() sdk.Estimator { return classEstimator{} }},
		InHost:     []string{"auto"},
	}))
	require.NoError(t, err)
	return h
}

// memoryDir is a folder without a disk behind it, where there is one: the store
// flushes every original, and a busy disk would be all that is measured.
func memoryDir(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "riffle-chaos-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func pluginStatus(t *testing.T, h *Host) supervise.Status {
	p, err := h.Registry().Processor("log")
	require.NoError(t, err)
	require.Equal(t, supervise.TransportSubprocess, p.Transport())
	return p.Status()
}

// chaosLog is a log that no other call has. Every tenth is over the ceiling: where
// its plugin fails, a preview stands in.
func chaosLog(i int) []byte {
	lines := 250
	if i%10 == 3 {
		lines = 1000
	}
	var b bytes.Buffer
	for n := range lines {
		fmt.Fprintf(&b, "2026-11-30T10:%02d:%02d worker-%d request %d of call %d took %d ms\n", n/60%60, n%60, n%7, n*31%1009, i, (n*i)%977)
		if n == lines/2 {
			b.WriteString("boom: the ledger is gone\n")
		}
	}
	return b.Bytes()
}

// wrong says what is wrong with an answer: it must be the original, or a shorter
// text that shows nothing but bytes of the original, which is stored.
func wrong(out Output, raw []byte) error {
	if !out.Replaced() {
		if !bytes.Equal(out.Text, raw) {
			return errors.New("passed, but changed")
		}
		return nil
	}
	var problems []error
	if len(out.Text) >= len(raw) || !bytes.HasPrefix(out.Text, []byte("[riffle: ")) {
		problems = append(problems, fmt.Errorf("no replacement: %d bytes of %d: %.80s", len(out.Text), len(raw), out.Text))
	}
	if bytes.Contains(out.Text, []byte(invented)) {
		problems = append(problems, errors.New("it says what the plugin invented"))
	}
	for _, s := range out.Shown {
		if s.Text != "" || !bytes.Contains(out.Text, bytes.TrimSpace(raw[s.Start:s.End])) {
			problems = append(problems, fmt.Errorf("bytes %d to %d are not what is shown", s.Start, s.End))
		}
	}
	if out.Locator == nil {
		return errors.Join(append(problems, errors.New("the original is not stored"))...)
	}
	stored, err := os.ReadFile(out.Locator.Path)
	if err == nil && !bytes.Equal(stored, raw) {
		err = errors.New("what is stored is not the original")
	}
	return errors.Join(append(problems, err)...)
}

// held is what a host may leave behind.
type held struct{ goroutines, files, processes int }

func holdings(t *testing.T) held {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	h := held{goroutines: runtime.NumGoroutine(), files: len(files)}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	for _, name := range stats {
		stat, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(stat), ") ")
		// After the name: the state, the parent.
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(os.Getpid()) {
			h.processes++
		}
	}
	return h
}

// left fails if more is held than before, or a folder or a socket lies about.
func left(t *testing.T, before held, tmp string) {
	t.Helper()
	now := before
	ok := assert.Eventually(t, func() bool {
		now = holdings(t)
		return now.goroutines <= before.goroutines+1 && now.files <= before.files && now.processes <= before.processes
	}, 20*time.Second, 10*time.Millisecond)
	if !ok {
		stacks := make([]byte, 1<<20)
		t.Logf("before %+v, now %+v\n%s", before, now, stacks[:runtime.Stack(stacks, true)])
	}
	runs, err := os.ReadDir(filepath.Join(tmp, fmt.Sprintf("riffle-%d", os.Getuid())))
	require.NoError(t, err)
	assert.Empty(t, runs, "folders of runs")
}
