package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func TestAProgramThatDoesNotStartRunsInProcess(t *testing.T) {
	var said bytes.Buffer
	life := supervise.Options{BackoffBase: time.Hour, Jitter: func() float64 { return 1 }}
	r := open(t, Options{
		Dir:     folder(t, map[string]string{"riffle-processor-log": "#!/bin/sh\nexit 1\n", "riffle-estimator-bytes": "#!/bin/sh\nexit 1\n"}),
		Bundled: bundled, Life: life, Log: slog.New(slog.NewTextHandler(&said, nil)),
	})
	names, cause := r.StandIns()
	assert.Empty(t, names)
	require.NoError(t, cause, "nothing was used")
	for range 4 { // it is started once more, and then not for a while
		transport, err := served(t, r, "log")
		assert.EqualError(t, err, fmt.Sprintf("%s: %d", sdk.ErrDeclined, os.Getpid()))
		assert.Equal(t, InProcess, transport)
	}
	p, err := r.Estimator("bytes")
	require.NoError(t, err)
	_, err = p.CountTokens(context.Background(), [][]byte{nil})
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(said.String(), "msg=plugin.in-process plugin=log"), "said once:\n%s", said.String())
	names, cause = r.StandIns()
	assert.Equal(t, []string{"estimator bytes", "processor log"}, names)
	assert.ErrorContains(t, cause, "exit status 1")
	e := r.Processors()[0]
	assert.Equal(t, InProcess, e.Transport)
	assert.Equal(t, "waiting", e.State)
	assert.Contains(t, e.Reason, "exit status 1")
}

// scripted is a plugin whose calls end as a test says.
type scripted struct {
	supervise.Plugin
	errs    []error
	started bool
}

func (*scripted) Transport() string { return Subprocess }
func (s *scripted) Status() supervise.Status {
	if !s.started {
		return supervise.Status{}
	}
	return supervise.Status{Description: supervise.Description{Kind: serve.KindProcessor}}
}

func (s *scripted) Process(context.Context, sdk.Request) (supervise.Reply, error) {
	err := s.errs[0]
	s.errs = s.errs[1:]
	return supervise.Reply{}, err
}

func TestOnlyAStartIsStoodInFor(t *testing.T) {
	is := func(reason string) error { return &supervise.Fault{Reason: reason, Err: errors.New("x")} }
	start, away := is(supervise.ReasonStartFailed), is(supervise.ReasonUnavailable)
	for name, c := range map[string]struct {
		errs    []error
		started bool
		want    []string // transports
	}{
		"a start, and the pause behind it": {[]error{start, away, start}, false, []string{InProcess, InProcess, InProcess}},
		"a start that goes well later":     {[]error{start, nil, away}, true, []string{InProcess, Subprocess, Subprocess}},
		"a crash":                          {[]error{is(supervise.ReasonCrashed), start, away}, true, []string{Subprocess, Subprocess, Subprocess}},
		"a lie":                            {[]error{is(supervise.ReasonInvalidReply), start}, true, []string{Subprocess, Subprocess}},
		"a call that hung":                 {[]error{is(supervise.ReasonTimeout), start}, true, []string{Subprocess, Subprocess}},
		"a start that hung":                {[]error{is(supervise.ReasonTimeout), start}, false, []string{Subprocess, InProcess}},
		"a panic":                          {[]error{is(supervise.ReasonPanicked), start}, true, []string{Subprocess, Subprocess}},
		"an error":                         {[]error{is(supervise.ReasonError), away}, true, []string{Subprocess, Subprocess}},
		"a caller that gave up":            {[]error{is(supervise.ReasonCanceled), start}, true, []string{Subprocess, InProcess}},
	} {
		t.Run(name, func(t *testing.T) {
			here := supervise.InProcess("log", processor{name: "log", version: "1.0.0"}, supervise.Options{})
			defer here.Close()
			s := &standIn{Plugin: &scripted{errs: c.errs, started: c.started}, here: here, warn: func(error) {}}
			var got []string
			for range c.errs {
				reply, _ := s.Process(context.Background(), sdk.Request{Content: []byte("a\n")})
				got = append(got, reply.Transport)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
