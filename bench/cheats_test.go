package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

// logCase is a log with a cause in the middle that no keyword gives away.
func logCase() corpus.Case {
	var b strings.Builder
	for i := 1; i <= 600; i++ {
		switch {
		case i == 300:
			b.WriteString("12:05:00 db: connection pool of orders-7 exhausted after 30 waiters\n")
		case i == 301:
			b.WriteString("12:05:00 db: deploy 4471 raised the limit of orders-7 to 5\n")
		case i == 420:
			b.WriteString("12:07:00 error: request 91f2 gave up on orders-7\n")
		case i%50 == 0:
			fmt.Fprintf(&b, "12:%02d:%02d error: retrying upstream, attempt %d\n", i/60, i%60, i)
		default:
			fmt.Fprintf(&b, "12:%02d:%02d served /cart/%d in %d ms\n", i/60, i%60, i*7, i%90)
		}
	}
	return corpus.Case{Name: "log/pool.log", Kind: "log", Tool: "bash", Data: []byte(b.String()), Facts: []corpus.Fact{
		{ID: "f1", Text: "connection pool of orders-7 exhausted", Weight: 3},
		{ID: "f2", Text: "deploy 4471 raised the limit", Weight: 3},
		{ID: "f3", Text: "request 91f2 gave up", Weight: 2},
		{ID: "f4", Text: "served /cart/1386", Weight: 1},
	}}
}

// linesOf shows lines, by their numbers from 1, with a marker for each gap.
func linesOf(text string, show []int, mark func(count, from, to int) string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var b strings.Builder
	next := 1
	gap := func(to int) {
		if to >= next {
			if m := mark(to-next+1, next, to); m != "" {
				b.WriteString(m + "\n")
			}
		}
	}
	for _, n := range show {
		gap(n - 1)
		b.WriteString(lines[n-1] + "\n")
		next = n + 1
	}
	gap(len(lines))
	return b.String()
}

func trueMarker(count, from, to int) string {
	return fmt.Sprintf("[... %d lines omitted: %d-%d]", count, from, to)
}

// fixed is a system that gives one text whatever the budget.
func fixed(name string, text func(s *score.Subject) string) System {
	return System{Name: name, New: func(_ context.Context, s *score.Subject) (*Prepared, error) {
		t := text(s)
		return &Prepared{At: func(context.Context, int) (string, error) { return t, nil }}, nil
	}}
}

// runAll gives the bare results.
func runAll(t *testing.T, cases []corpus.Case, systems []System, o Options) []Result {
	t.Helper()
	counter, err := newCounter()
	require.NoError(t, err)
	o, err = o.withDefaults()
	require.NoError(t, err)
	return run(t.Context(), subjects([]Set{{"test", cases}}, counter, o), systems, o)
}

// measureAll gives a run file.
func measureAll(t *testing.T, cases []corpus.Case, systems []System, o Options) *runfile.Run {
	t.Helper()
	file, err := Measure(t.Context(), []Set{{"test", cases}}, systems, o)
	require.NoError(t, err)
	return file
}

func byName(t *testing.T, c corpus.Case, systems ...System) map[string]Result {
	t.Helper()
	require.NoError(t, c.Check())
	out := map[string]Result{}
	for _, r := range runAll(t, []corpus.Case{c}, systems, Options{Budgets: []int{512, 1024}, Workers: 1}) {
		require.NoError(t, r.Err)
		require.NotEmpty(t, r.Points)
		out[r.System] = r
	}
	return out
}

func gates(r Result) string { return strings.Join(r.Points[0].Gates, "; ") }

func TestCheatsOnALogLose(t *testing.T) {
	show := []int{1, 50, 300, 301, 420, 600}
	honest := func(s *score.Subject) string { return linesOf(s.Content, show, trueMarker) }
	r := byName(t, logCase(),
		fixed("honest", honest),
		fixed("invents", func(s *score.Subject) string {
			return strings.Replace(honest(s), "[...", "12:04:59 fatal: disk sdb9 full on orders-7\n[...", 1)
		}),
		fixed("glues", func(s *score.Subject) string { // each word is there, the line is not
			return strings.Replace(honest(s), "[...", "12:05:00 deploy of orders-7 gave up after request 91f2\n[...", 1)
		}),
		fixed("hides a gap", func(s *score.Subject) string {
			return linesOf(s.Content, show, func(n, from, to int) string {
				if from == 51 {
					return ""
				}
				return trueMarker(n, from, to)
			})
		}),
		fixed("hides all gaps", func(s *score.Subject) string {
			return linesOf(s.Content, show, func(int, int, int) string { return "" })
		}),
		fixed("miscounts", func(s *score.Subject) string {
			return linesOf(s.Content, show, func(n, from, to int) string { return trueMarker(n/2, from, to) })
		}),
		fixed("misplaces", func(s *score.Subject) string {
			return linesOf(s.Content, show, func(n, from, to int) string { return trueMarker(n, from+40, to+40) })
		}),
		fixed("keywords", func(*score.Subject) string {
			return strings.Repeat("error retrying upstream exhausted limit raised gave up request deploy\n", 20)
		}),
		fixed("greps", func(s *score.Subject) string {
			var all []int
			for i, l := range strings.Split(s.Content, "\n") {
				if strings.Contains(l, "error") {
					all = append(all, i+1)
				}
			}
			return linesOf(s.Content, all, trueMarker)
		}),
		fixed("overflows", func(s *score.Subject) string { return s.Content[:8000] }),
	)
	p := r["honest"].Points[0]
	assert.Empty(t, p.Gates)
	assert.Equal(t, 1.0, p.Honesty, p.Remarks)
	assert.Equal(t, 1.0, p.Recoverable)
	assert.Greater(t, p.Structure, 0.9)
	assert.Equal(t, 8.0/9, p.F)
	for name, cheat := range r {
		if name != "honest" {
			assert.Less(t, cheat.Headline, r["honest"].Headline-0.02, name)
		}
	}
	assert.Contains(t, gates(r["invents"]), "G5")
	assert.Contains(t, gates(r["glues"]), "G5")
	assert.Equal(t, 1, r["hides a gap"].Points[0].Silent)
	assert.Less(t, r["hides a gap"].Points[0].Recoverable, 1.0, "what lies in a silent gap is lost")
	assert.InDelta(t, 0.5, r["miscounts"].Points[0].Honesty, 0.05)
	assert.LessOrEqual(t, r["misplaces"].Points[0].Honesty, 0.5)
	assert.Zero(t, r["keywords"].Points[0].F)
	assert.Less(t, r["greps"].AUC, 0.6)
	assert.Contains(t, gates(r["overflows"]), "G1")
}

func TestNumbersOfLinesAreChecked(t *testing.T) {
	const notice = "[riffle: log, %d of 600 lines omitted, 9000 -> 200 tokens (other), N: = line; nothing lost: riffle get 0123456789ab]\n"
	numbered := func(shift, omitted int) func(*score.Subject) string {
		return func(s *score.Subject) string {
			lines := strings.Split(s.Content, "\n")
			text := fmt.Sprintf(notice, omitted)
			for _, n := range []int{1, 300, 301, 420, 600} {
				text += fmt.Sprintf("%d:%s\n", n+shift, lines[n-1])
			}
			return text
		}
	}
	r := byName(t, logCase(), fixed("honest", numbered(0, 595)), fixed("shifted", numbered(1, 595)), fixed("wrong total", numbered(0, 100)))
	p := r["honest"].Points[0]
	assert.Empty(t, p.Gates)
	assert.Equal(t, 1.0, p.Honesty, p.Remarks)
	assert.Equal(t, 1.0, p.Recoverable)
	assert.Equal(t, 0, p.Strayed)
	assert.Less(t, r["shifted"].Points[0].Honesty, 0.7)
	assert.Equal(t, 5, r["shifted"].Points[0].Strayed, r["shifted"].Points[0].Remarks)
	assert.Less(t, r["wrong total"].Points[0].Honesty, p.Honesty)
}

// recordsCase is an array of records of which one is in trouble.
func recordsCase(t *testing.T) corpus.Case {
	type node struct {
		Name   string `json:"name"`
		Status string `json:"status"`
		Disk   int    `json:"disk"`
		Note   string `json:"note"`
	}
	var nodes []node
	for i := range 120 {
		n := node{fmt.Sprintf("node-%d", i), "ready", 40 + i%7, "serves the shop"}
		if i == 70 {
			n.Status, n.Disk = "evicting", 99
		}
		nodes = append(nodes, n)
	}
	b, err := json.MarshalIndent(map[string]any{"items": nodes, "kind": "List"}, "", " ")
	require.NoError(t, err)
	return corpus.Case{Name: "json/nodes.json", Kind: "json", Tool: "bash", Data: b, Facts: []corpus.Fact{
		{ID: "f1", Text: `"status": "evicting"`, Weight: 3}, {ID: "f2", Text: "node-70", Weight: 3}, {ID: "f3", Text: "node-99", Weight: 1}}}
}

func TestCheatsOnRecordsLose(t *testing.T) {
	const body = `[... 118 of 120 items omitted: $.items]
$.items[0] name=node-0 status=ready disk=40 …
[70] name=node-70 status=evicting disk=99 …
kind=List
`
	text := func(old, new string) func(*score.Subject) string {
		require.Contains(t, body, old)
		return func(*score.Subject) string { return strings.Replace(body, old, new, 1) }
	}
	r := byName(t, recordsCase(t),
		fixed("honest", text("", "")),
		fixed("hides gaps", text("[... 118 of 120 items omitted: $.items]\n", "")),
		fixed("another record", text("[70] name=node-70", "[71] name=node-70")),
		fixed("another value", text("disk=40", "disk=99")),
		fixed("swapped values", text("status=ready disk=40", "status=40 disk=ready")),
		fixed("invents", text("status=evicting", "status=exploded")),
		fixed("miscounts", text("118 of 120", "18 of 120")),
		fixed("wrong length", text("118 of 120", "118 of 200")),
		fixed("no such item", text("[70]", "[700]")),
	)
	p := r["honest"].Points[0]
	assert.Empty(t, p.Gates)
	assert.Equal(t, 1.0, p.Honesty, p.Remarks)
	assert.Equal(t, 1.0, p.Structure, p.Remarks)
	assert.Equal(t, 1.0, p.Recoverable)
	for name, cheat := range r {
		if name != "honest" {
			assert.Less(t, cheat.Headline, r["honest"].Headline-0.01, name)
		}
	}
	assert.Equal(t, 2, r["hides gaps"].Points[0].Silent, "before and after item 70")
	assert.Equal(t, 1, r["another record"].Points[0].Strayed)
	assert.Equal(t, 1, r["another value"].Points[0].Strayed)
	assert.Less(t, r["swapped values"].Points[0].Structure, 1.0)
	assert.Contains(t, gates(r["invents"]), "G5")
	assert.Less(t, r["miscounts"].Points[0].Honesty, 0.7)
	assert.Less(t, r["wrong length"].Points[0].Structure, 1.0)
	assert.Equal(t, 1, r["no such item"].Points[0].Strayed)
}
