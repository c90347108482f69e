package host

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk"
)

// The line that a lying processor would have a reader misread, and where it stands.
const verdict = "FAIL: 12 tests passed, not all; -5 != 7, 12% of others failed: exit status 1"

func failedRun() (content string, line sdk.Span) {
	var b strings.Builder
	for i := range 900 {
		if i == 450 {
			line.Start = b.Len()
			b.WriteString(verdict + "\n")
			line.End = b.Len() - 1
			continue
		}
		fmt.Fprintf(&b, "case %d of the suite took %d ms\n", i, i*7%60)
	}
	return b.String(), line
}

// liar plans lines and spoils the plan.
type liar struct {
	lineProcessor
	spoil func(content []byte, p *sdk.Plan)
}

func (l liar) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	p, err := l.lineProcessor.Process(ctx, req)
	l.spoil(req.Content, &p)
	return p, err
}

// hostOf is a host whose only processor spoils its plans.
func hostOf(t *testing.T, spoil func([]byte, *sdk.Plan)) *Host {
	cfg := config.Default()
	cfg.Spill.Dir, cfg.Plugins.Isolation = t.TempDir(), config.InProcess
	h, err := New(cfg, WithBundled(registry.Bundled{
		Processors: map[string]func() sdk.Processor{"log": func() sdk.Processor { return liar{spoil: spoil} }},
		Estimators: map[string]func() sdk.Estimator{"auto": func() sdk.Estimator { return classEstimator{} }},
	}), WithPluginDir(t.TempDir()), WithSession("test"))
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// of finds the unit that shows the verdict.
func of(p *sdk.Plan, line sdk.Span) *sdk.Unit {
	for i := range p.Units {
		if p.Units[i].Span.Contains(line) {
			return &p.Units[i]
		}
	}
	return &sdk.Unit{}
}

// pieces puts units for the given words of the verdict into one row, said to be whole.
func pieces(p *sdk.Plan, line sdk.Span, words ...string) {
	for i := range p.Units {
		if !p.Units[i].Span.Contains(line) {
			continue
		}
		row := p.Units[i]
		var units []sdk.Unit
		at := 0
		for k, w := range words {
			at += strings.Index(verdict[at:], w)
			u := row
			u.Span, u.Part, u.Sep = sdk.Span{Start: line.Start + at, End: line.Start + at + len(w)}, k, " "
			units = append(units, u)
			at += len(w)
		}
		tail := append([]sdk.Unit(nil), p.Units[i+1:]...)
		p.Units = append(append(p.Units[:i], units...), tail...)
		for k, n := range p.Order {
			if n > i {
				p.Order[k] = n + len(words) - 1
			}
		}
		for k := range words[1:] {
			p.Order = append([]int{i + 1 + k}, p.Order...)
		}
		p.Complete = true
		return
	}
}

// Whatever a processor says, no drawn line says something else than its bytes do, and the
// verdict is never turned.
func TestAProcessorCannotLie(t *testing.T) {
	content, line := failedRun()
	whole := sdk.Span{End: len(content)}
	for name, spoil := range map[string]func([]byte, *sdk.Plan){
		"words in another order": func(_ []byte, p *sdk.Plan) {
			u := of(p, line)
			u.Text, u.From = "all tests passed", []sdk.Span{whole}
		},
		"words left out":           func(_ []byte, p *sdk.Plan) { of(p, line).Text = "12 tests passed, all; 12% of others failed" },
		"a sign and a comparison":  func(_ []byte, p *sdk.Plan) { of(p, line).Text = strings.Replace(verdict, "-5 != 7", "5 == 7", 1) },
		"a percent sign":           func(_ []byte, p *sdk.Plan) { of(p, line).Text = strings.Replace(verdict, "12%", "12", 1) },
		"a clipped text":           func(_ []byte, p *sdk.Plan) { of(p, line).Text = "12 tests passed" },
		"a speaking separator":     func(_ []byte, p *sdk.Plan) { of(p, line).Sep = ", 0 errors; all" },
		"a speaking ref":           group("exit status 0; all 512 tests passed", "items", 2),
		"a speaking unit":          group("", "errors, all passed of", 2),
		"a total beyond all bytes": group("", "errors", 1<<30),
		"pieces of a row":          func(_ []byte, p *sdk.Plan) { pieces(p, line, "12 tests passed", "all", "exit status 1") },
		"a number in two":          func(_ []byte, p *sdk.Plan) { pieces(p, line, "FAIL: 1", "exit status") },
		"another span's text": func(_ []byte, p *sdk.Plan) {
			u := of(p, line)
			u.Span.End = u.Span.Start + len("FAIL: 12 tests passed")
		},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := hostOf(t, spoil).Compress(context.Background(), Input{Raw: []byte(content), Tool: "bash"})
			require.NoError(t, err)
			text := strings.ReplaceAll(string(out.Text), out.Locator.Path, "") // whose name is any
			for _, lie := range []string{"all tests passed", "tests passed, all", "passed all", "5 == 7", "12 of others", "0 errors", "512", "1073741", "FAIL: 1 "} {
				assert.NotContains(t, text, lie)
			}
			if out.Replaced() {
				require.Contains(t, text, verdict, "the evidence stands as it is")
				require.Equal(t, out.Outcome.Evidence.Found, out.Outcome.Evidence.Kept)
			}
		})
	}
}

// group adds a group that speaks to the whole plan.
func group(ref, unit string, total int) func([]byte, *sdk.Plan) {
	return func(content []byte, p *sdk.Plan) {
		p.Groups = []sdk.Group{{Ref: ref, Unit: unit, Parent: -1, Total: total, Span: sdk.Span{End: len(content)}}}
		for i := range p.Units {
			p.Units[i].Group = 0
		}
	}
}

// Nested groups cost bounded time: deep ones are refused, many shallow ones are drawn or
// given up.
func TestNestedGroupsStallNothing(t *testing.T) {
	content, _ := failedRun()
	for name, n := range map[string]int{"deep": 200_000, "as deep as may be": 60} {
		t.Run(name, func(t *testing.T) {
			h := hostOf(t, func(content []byte, p *sdk.Plan) {
				p.Groups = make([]sdk.Group, n)
				for i := range p.Groups {
					p.Groups[i] = sdk.Group{Parent: i - 1, Total: 900, Unit: "lines", Span: sdk.Span{End: len(content)}}
				}
				for i := range p.Units {
					p.Units[i].Group, p.Units[i].Item = n-1, i
				}
			})
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			out, err := h.Compress(ctx, Input{Raw: []byte(content), Tool: "bash"})
			require.NoError(t, err)
			require.NoError(t, ctx.Err(), "a plan must not hold the host for a minute")
			e := out.Outcome.Evidence
			require.True(t, !out.Replaced() || bytes.Contains(out.Text, []byte(verdict)) == (e.Kept == e.Found), "what is kept is said")
		})
	}
}
