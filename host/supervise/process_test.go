//go:build unix

package supervise

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

var content = []byte("one\ntwo\nthree\n")

// soon is the bound of what must happen on the busiest machine.
const soon = 20 * time.Second

func self(t testing.TB) string {
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}

func processOf(t testing.TB, mode string, o Options) Plugin {
	p := Subprocess("test", Binary{Path: self(t), Args: []string{pluginArg, mode}, Kind: serve.KindProcessor}, o)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

// transports returns a plugin of a mode on each transport.
func transports(t testing.TB, mode string, o Options) []Plugin {
	return []Plugin{inProcessOf(t, mode, o), wireOf(t, mode, o), processOf(t, mode, o)}
}

func inProcessOf(t testing.TB, mode string, o Options) Plugin {
	p := InProcess("test", faulty{mode: mode}, o)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

func wireOf(t testing.TB, mode string, o Options) Plugin {
	p := Wire("test", faulty{mode: mode}, o)
	t.Cleanup(func() { assert.NoError(t, p.Close()) })
	return p
}

func plan(p Plugin) error {
	_, err := p.Process(context.Background(), sdk.Request{Content: content, Kind: "log"})
	return err
}

// reason returns the words of a declined request.
func declined(t testing.TB, p Plugin) string {
	err := plan(p)
	require.ErrorIs(t, err, sdk.ErrDeclined)
	return strings.TrimPrefix(err.Error(), sdk.ErrDeclined.Error()+": ")
}

// alive reports whether a process runs; one that waits to be reaped does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	return fields[0] != "Z" && fields[0] != "X"
}

func requireGone(t testing.TB, pid int) {
	t.Helper()
	require.Positive(t, pid)
	require.Eventually(t, func() bool { return !alive(pid) }, soon, 5*time.Millisecond, "process %d still runs", pid)
}

func TestAnswerOnEveryTransport(t *testing.T) {
	want := firstTwoLines(sdk.Request{Content: content})
	for _, p := range transports(t, "ok", Options{}) {
		t.Run(p.Transport(), func(t *testing.T) {
			got, err := p.Process(context.Background(), sdk.Request{Content: content, Kind: "log"})
			require.NoError(t, err)
			assert.Equal(t, want.Summary, got.Plan.Summary)
			assert.Equal(t, want.Order, got.Plan.Order)
			require.Len(t, got.Plan.Units, 2)
			assert.Equal(t, sdk.Span{Start: 4, End: 7}, got.Plan.Units[1].Span)
			d, err := p.Describe(context.Background())
			require.NoError(t, err)
			assert.Equal(t, serve.KindProcessor, d.Kind)
			assert.Equal(t, faulty{}.Info(), d.Processor)
			assert.Equal(t, 1, d.Protocol)
			assert.Equal(t, "ready", p.Status().State)
			_, err = p.CountTokens(context.Background(), [][]byte{content})
			assert.Equal(t, ReasonError, ReasonOf(err), "a processor counts no tokens")
		})
	}
}

func TestMatchOnEveryTransport(t *testing.T) {
	for _, p := range transports(t, "ok", Options{}) {
		t.Run(p.Transport(), func(t *testing.T) {
			for head, want := range map[string]struct{ kind, reason string }{
				"tap":   {"tap", ""},
				"":      {"", ""},
				"other": {"", ReasonInvalidReply},
				"error": {"", ReasonError},
				"panic": {"", ReasonPanicked},
			} {
				kind, err := p.Match(context.Background(), sdk.Sample{Head: []byte(head), Bytes: 5, Command: "a\xff"})
				assert.Equal(t, want.kind, kind, head)
				assert.Equal(t, want.reason, ReasonOf(err), "%s: %v", head, err)
			}
		})
	}
	p := InProcess("test", estimator{}, Options{})
	_, err := p.Match(context.Background(), sdk.Sample{})
	assert.ErrorContains(t, err, "matches no content")
	require.NoError(t, p.Close())
}

func TestEstimatorOnEveryTransport(t *testing.T) {
	process := Subprocess("test", Binary{Path: self(t), Args: []string{pluginArg, "estimator"}, Kind: serve.KindEstimator}, Options{})
	for _, p := range []Plugin{InProcess("test", estimator{}, Options{}), Wire("test", estimator{}, Options{}), process} {
		t.Run(p.Transport(), func(t *testing.T) {
			counts, err := p.CountTokens(context.Background(), [][]byte{content, nil, []byte("é")})
			require.NoError(t, err)
			assert.Equal(t, []int{len(content), 0, 2}, counts)
			assert.Equal(t, ReasonError, ReasonOf(plan(p)), "an estimator plans nothing")
			require.NoError(t, p.Close())
		})
	}
}

func TestFalseCountsAreInvalidReplies(t *testing.T) {
	for _, wrong := range []string{"few", "negative", "huge"} {
		for _, p := range []Plugin{InProcess("test", estimator{wrong: wrong}, Options{}), Wire("test", estimator{wrong: wrong}, Options{})} {
			_, err := p.CountTokens(context.Background(), [][]byte{content, content})
			assert.Equal(t, ReasonInvalidReply, ReasonOf(err), "%s on %s: %v", wrong, p.Transport(), err)
			require.NoError(t, p.Close())
		}
	}
}

// A request of 5 MB and more is over gRPC's own limit of what a server receives.
func TestLargeContentTravels(t *testing.T) {
	big := []byte(strings.Repeat("one two three four five six seven\n", 12<<20/34))
	p := processOf(t, "ok", Options{CallBase: soon})
	_, err := p.Process(context.Background(), sdk.Request{Content: big})
	require.NoError(t, err)
}

func TestContentOverTheCapIsNotSent(t *testing.T) {
	big := make([]byte, serve.MaxContent+1)
	for _, p := range transports(t, "ok", Options{}) {
		_, err := p.Process(context.Background(), sdk.Request{Content: big})
		assert.Equal(t, ReasonTooLarge, ReasonOf(err), p.Transport())
		assert.Equal(t, 0, p.Status().Generation, "nothing is started for it")
	}
}

func TestStringsOfARequestAreMadeValid(t *testing.T) {
	for _, p := range transports(t, "ok", Options{}) {
		_, err := p.Process(context.Background(), sdk.Request{
			Content: content, Command: "cat \xff", Tool: "\xfe", Options: map[string]string{"\xff": "\xff"},
		})
		assert.NoError(t, err, p.Transport())
	}
}

func TestManyCallersStartOneProcess(t *testing.T) {
	p := processOf(t, "ok", Options{CallBase: soon})
	errs := make(chan error, 16)
	for range cap(errs) {
		go func() { errs <- plan(p) }()
	}
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
	assert.Equal(t, 1, p.Status().Generation)
}

func TestAStartGoesOnWithoutItsCaller(t *testing.T) {
	p := processOf(t, "ok", Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := p.Process(ctx, sdk.Request{Content: content})
	assert.Equal(t, ReasonCanceled, ReasonOf(err))
	require.Eventually(t, func() bool { return p.Status().State == "ready" }, soon, 5*time.Millisecond)
	require.NoError(t, plan(p))
	assert.Equal(t, 1, p.Status().Generation)
}

func TestMutualTLS(t *testing.T) {
	require.NoError(t, plan(processOf(t, "ok", Options{MTLS: true})))
}

func TestThePluginHasItsOwnProcessGroup(t *testing.T) {
	var pid, group int
	_, err := fmt.Sscan(declined(t, processOf(t, "group", Options{})), &pid, &group)
	require.NoError(t, err)
	assert.Equal(t, pid, group, "a Ctrl-C for the host must not reach the plugin")
	assert.NotEqual(t, syscall.Getpgrp(), group)
}

func TestThePluginDoesNotReadTheHostsInput(t *testing.T) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	_, err = w.WriteString(`{"jsonrpc":"2.0"}`)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	old := os.Stdin
	os.Stdin = r
	defer func() { os.Stdin = old }()
	assert.Equal(t, "0 <nil>", declined(t, processOf(t, "stdin", Options{})))
	left := make([]byte, 100)
	n, _ := r.Read(left)
	assert.Equal(t, `{"jsonrpc":"2.0"}`, string(left[:n]))
}

func TestTheEnvironmentIsAnAllowList(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-leak")
	t.Setenv("TZ", "Europe/Paris")
	t.Setenv("RIFFLE_TEST_WANTED", "yes")
	t.Setenv("RIFFLE_TEST_UNWANTED", "no")
	env := declined(t, processOf(t, "env", Options{Env: []string{"RIFFLE_TEST_WANTED", "RIFFLE_TEST_UNSET"}}))
	assert.NotContains(t, env, "OPENAI_API_KEY")
	assert.NotContains(t, env, "sk-leak")
	assert.NotContains(t, env, "UNWANTED")
	assert.NotContains(t, env, "UNSET")
	assert.Contains(t, env, "TZ=Europe/Paris")
	assert.Contains(t, env, "RIFFLE_TEST_WANTED=yes")
}

func TestALongTemporaryFolderDoesNotMatter(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("d", 110))
	require.NoError(t, os.Mkdir(long, 0o700))
	t.Setenv("TMPDIR", long)
	require.NoError(t, plan(processOf(t, "ok", Options{})))
}

func TestLongPrintsInACallBlockNothing(t *testing.T) {
	p := processOf(t, "print", Options{CallBase: soon})
	for range 3 {
		require.NoError(t, plan(p))
	}
	require.Eventually(t, func() bool { return strings.Contains(p.Status().Stderr, "yyyy") }, soon, 5*time.Millisecond)
	assert.LessOrEqual(t, len(p.Status().Stderr), ringSize)
}

func TestWhatAPluginSaysInACallIsKeptForTheDoctor(t *testing.T) {
	p := processOf(t, "say", Options{})
	require.NoError(t, plan(p))
	for _, said := range []string{"printed in a call\n", "complained in a call\n"} {
		assert.Eventually(t, func() bool { return strings.Contains(p.Status().Stderr, said) }, soon, 5*time.Millisecond, said)
	}
}

func TestWhatAPluginSaysIsKeptForTheDoctor(t *testing.T) {
	p := processOf(t, "banner-main", Options{})
	require.NoError(t, plan(p))
	require.Eventually(t, func() bool { return strings.Contains(p.Status().Stderr, "welcome to the plugin") }, soon, 5*time.Millisecond)
	pid := p.Status().PID
	assert.True(t, alive(pid))
	require.NoError(t, p.Close())
	assert.False(t, alive(pid))
	assert.Equal(t, "closed", p.Status().State)
	assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
}

func TestAPinnedBinaryStartsAgainAndAgain(t *testing.T) {
	program := filepath.Join(t.TempDir(), "plugin")
	data, err := os.ReadFile(self(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, data, 0o700))
	b := Binary{Path: program, Args: []string{pluginArg, "ok"}, SHA256: sum(data)}
	for range 2 {
		p := Subprocess("test", b, Options{})
		require.NoError(t, plan(p))
		require.NoError(t, p.Close())
	}
	data[len(data)-1] ^= 1
	require.NoError(t, os.WriteFile(program, data, 0o700))
	p := Subprocess("test", b, Options{})
	err = plan(p)
	assert.Equal(t, ReasonStartFailed, ReasonOf(err))
	assert.ErrorContains(t, err, "not the file that was approved")
	require.NoError(t, p.Close())
}

// The file that was checked runs, whatever its path names by then.
func TestWhatWasCheckedIsWhatRuns(t *testing.T) {
	program := filepath.Join(t.TempDir(), "plugin")
	require.NoError(t, os.Symlink(self(t), program))
	swap := func(*os.File) error {
		require.NoError(t, os.Remove(program))
		return os.WriteFile(program, []byte("#!/bin/sh\nexit 9\n"), 0o700)
	}
	p := Subprocess("test", Binary{Path: program, Args: []string{pluginArg, "ok"}, Check: swap}, Options{})
	require.NoError(t, plan(p))
	require.NoError(t, p.Close())
}

func TestAScriptMayStartThePlugin(t *testing.T) {
	program := filepath.Join(t.TempDir(), "plugin")
	script := fmt.Sprintf("#!/bin/sh\nexec %s %s ok\n", self(t), pluginArg)
	require.NoError(t, os.WriteFile(program, []byte(script), 0o700))
	p := Subprocess("test", Binary{Path: program}, Options{})
	require.NoError(t, plan(p))
	require.NoError(t, p.Close())
}

func itoa(n int) string { return strconv.Itoa(n) }

func atoi(t testing.TB, s string) int {
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		p := Subprocess("test", Binary{Path: self(b), Args: []string{pluginArg, "ok"}}, Options{})
		require.NoError(b, plan(p))
		require.NoError(b, p.Close())
	}
}

func BenchmarkCall(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20} {
		req := sdk.Request{Content: []byte(strings.Repeat("one two three\n", size/14))}
		for _, p := range transports(b, "ok", Options{CallBase: soon}) {
			b.Run(fmt.Sprintf("transport=%s/size=%dK", p.Transport(), size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(req.Content)))
				for b.Loop() {
					_, err := p.Process(context.Background(), req)
					require.NoError(b, err)
				}
			})
		}
	}
}
