package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/sdk"
)

// sniffRig is a rig with the processor "tables", which knows the kind "csv".
func sniffRig(t *testing.T, s Sniffer, match func(sdk.Sample) (string, error)) (*rig, *[]sdk.Request) {
	r := newRig(t)
	var asked []sdk.Request
	for _, name := range []string{"log", "text", "tables"} {
		r.procs.byName[name] = &fakeProcessor{name: name, own: match, f: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			asked = append(asked, sdk.Request{Tool: name, Kind: req.Kind})
			if name == "tables" && req.Command == "decline" {
				return sdk.Plan{}, sdk.ErrDeclined
			}
			return planLines(ctx, req)
		}}
	}
	s.Name, s.Kinds = "tables", []string{"csv", "tsv"}
	r.procs.sniff = []Sniffer{s}
	return r, &asked
}

func TestAKindOfItsOwnGoesToItsProcessor(t *testing.T) {
	says := func(kind string, err error) func(sdk.Sample) (string, error) {
		return func(sdk.Sample) (string, error) { return kind, err }
	}
	for _, test := range []struct {
		name    string
		sniffer Sniffer
		match   func(sdk.Sample) (string, error)
		in      Input
		routes  []config.Route
		want    []sdk.Request // Tool is the processor
	}{
		{"by its magic", Sniffer{Magic: []string{"x,", "10:00:0? INFO"}}, nil, Input{}, nil, []sdk.Request{{Tool: "tables", Kind: "csv"}}},
		{"not by another's magic", Sniffer{Magic: []string{"x,"}}, nil, Input{}, nil, []sdk.Request{{Tool: "log", Kind: "log"}}},
		{"by its answer", Sniffer{Asks: true}, says("tsv", nil), Input{}, nil, []sdk.Request{{Tool: "tables", Kind: "tsv"}}},
		{"its answer is no", Sniffer{Asks: true}, says("", nil), Input{}, nil, []sdk.Request{{Tool: "log", Kind: "log"}}},
		{"it answers what it does not declare", Sniffer{Asks: true}, says("html", nil), Input{}, nil, []sdk.Request{{Tool: "log", Kind: "log"}}},
		{"it fails to answer", Sniffer{Asks: true}, says("csv", errors.New("no")), Input{}, nil, []sdk.Request{{Tool: "log", Kind: "log"}}},
		{"magic spares the question", Sniffer{Asks: true, Magic: []string{"x,"}}, says("csv", nil), Input{}, nil, []sdk.Request{{Tool: "log", Kind: "log"}}},
		{"it declines after all: the others are told what they know", Sniffer{Asks: true}, says("csv", nil), Input{Command: "decline"}, nil,
			[]sdk.Request{{Tool: "tables", Kind: "csv"}, {Tool: "log", Kind: "log"}}},
		{"the caller says the kind", Sniffer{Asks: true}, nil, Input{Kind: "csv"}, nil, []sdk.Request{{Tool: "tables", Kind: "csv"}}},
		{"the caller says another kind", Sniffer{Asks: true}, nil, Input{Kind: "text"}, nil, []sdk.Request{{Tool: "text", Kind: "text"}}},
		{"a route spares the question", Sniffer{Asks: true}, nil, Input{Tool: "bash"}, []config.Route{{Tool: "bash", Processor: "text"}},
			[]sdk.Request{{Tool: "text", Kind: "log"}}},
		{"a route for the kind comes before its processor", Sniffer{Asks: true}, says("csv", nil), Input{}, []config.Route{{Kind: "csv", Processor: "text"}},
			[]sdk.Request{{Tool: "text", Kind: "log"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, asked := sniffRig(t, test.sniffer, test.match)
			r.Config.Routes = test.routes
			test.in.Raw = noisy(3000)
			res := r.Run(background, test.in)
			require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
			assert.Equal(t, test.want, *asked)
		})
	}
}

func TestAMatcherSeesTheHeadCutBetweenCharacters(t *testing.T) {
	var got sdk.Sample
	r, _ := sniffRig(t, Sniffer{Asks: true}, func(s sdk.Sample) (string, error) {
		got = s
		return "csv", nil
	})
	raw := append([]byte("a"+strings.Repeat("é", 3000)+"\n"), noisy(3000)...)
	res := r.Run(background, Input{Raw: raw, Tool: "bash", Command: "cat x"})
	assert.Len(t, got.Head, sdk.MaxSample-1)
	assert.Equal(t, sdk.Sample{Head: got.Head, Bytes: len(raw), Kind: "log", Tool: "bash", Command: "cat x"}, got)
	assert.Equal(t, "csv", res.Outcome.Kind)
}
