package metamorph

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

// trouble is the lines in the middle of each log here.
const trouble = "04:10:07 ERROR orders-72981 gave up: ledgerWriteFailure at shelf 40912\n04:10:08 crane WX4821 moved crate 9f3c07aa to the quay\n"

func logCase() corpus.Case {
	var b strings.Builder
	for i := range 900 {
		if i == 500 {
			b.WriteString(trouble)
		}
		fmt.Fprintf(&b, "04:%02d:%02d INFO crane %d moved crate %d to the quay in %d ms\n", i/60, i%60, i%9, 10000+i*37, i*7%990)
	}
	return corpus.Case{Name: "log/crane.log", Kind: "log", Tool: "bash", Data: []byte(b.String()), Facts: []corpus.Fact{
		{ID: "f1", Text: "orders-72981 gave up: ledgerWriteFailure", Weight: 3},
		{ID: "f2", Text: "shelf 40912", Weight: 2},
		{ID: "f3", Text: "WX4821 moved crate 9f3c07aa", Weight: 3},
	}}
}

func arrayCase() corpus.Case {
	var items []string
	for i := range 300 {
		state := "moored"
		if i == 120 {
			state = "adrift since 1482\\nand taking water"
		}
		items = append(items, fmt.Sprintf(`{"id": %d, "name": "boat %d", "state": "%s", "depth": 1.5e10}`, 90000+i*13, i, state))
	}
	return corpus.Case{Name: "json/boats.json", Kind: "json", Tool: "bash", Data: []byte("{\"items\": [\n" + strings.Join(items, ",\n") + "\n], \"total\": 300}\n"),
		Facts: []corpus.Fact{{ID: "f1", Text: `"state": "adrift since 1482`, Weight: 3}, {ID: "f2", Text: `{"id": 91560,`, Weight: 2}}}
}

func pageCase() corpus.Case {
	var b strings.Builder
	b.WriteString("<!doctype html><html><head><title>Boats</title></head><body><table class=\"adrift\"><tr><th>Boat</th><th>State</th></tr>\n")
	for i := range 200 {
		state := "moored"
		if i == 120 {
			state = "adrift &amp; leaking since 14820"
		}
		fmt.Fprintf(&b, "<tr id=\"b%d\"><td>boat %d</td><td>%s</td></tr>\n", i, i*17, state)
	}
	b.WriteString("</table></body></html>\n")
	return corpus.Case{Name: "html/boats.html", Kind: "html", Tool: "http", Data: []byte(b.String()), Facts: []corpus.Fact{{ID: "f1", Text: "adrift &amp; leaking since 14820", Weight: 3}}}
}

func variantsOf(t *testing.T, c corpus.Case, seed uint64) map[string]Variant {
	plain := Plain(&c)
	out := map[string]Variant{}
	for _, v := range Variants(&plain, seed) {
		if v.Skipped == "" {
			require.NoError(t, v.Case.Check(), v.Name)
			require.Equal(t, plain.Name, v.Case.Name)
		}
		out[v.Name] = v
	}
	require.Len(t, out, len(Names))
	return out
}

func TestVariantsAreTheSameForTheSameSeedAndOthersForOthers(t *testing.T) {
	a, b, c := variantsOf(t, logCase(), 1), variantsOf(t, logCase(), 1), variantsOf(t, logCase(), 2)
	assert.Equal(t, a, b)
	for _, name := range []string{"ids", "words", "noise"} {
		assert.NotEqual(t, a[name].Case.Data, c[name].Case.Data, name)
	}
}

func TestIdsAndWordsChangeEverywhereAndKeepTheirShape(t *testing.T) {
	c := logCase()
	c.Data = append(c.Data, "05:00:00 INFO orders-72981 asked again about shelf 40912\n"...)
	v := variantsOf(t, c, 1)
	ids, words := v["ids"].Case, v["words"].Case
	assert.Len(t, ids.Data, len(c.Data))
	for _, gone := range []string{"72981", "40912", "WX4821", "9f3c07aa"} {
		assert.NotContains(t, string(ids.Data), gone)
		assert.NotContains(t, string(words.Data), gone)
	}
	assert.Regexp(t, `^orders-7\d{4} gave up: ledgerWriteFailure$`, ids.Facts[0].Text)
	assert.Equal(t, 2, bytes.Count(ids.Data, []byte(ids.Facts[1].Text)), "each is the same everywhere")
	assert.Regexp(t, `^[A-Z]{2}[1-9]{4} moved crate [1-9][a-f][1-9][a-f]0[1-9][a-f]{2}$`, ids.Facts[2].Text)
	assert.Regexp(t, `^[a-z]{6}-7\d{4} [a-z]{4} up: [a-z]{6}[A-Z][a-z]{4}Failure$`, words.Facts[0].Text)
	assert.NotContains(t, string(words.Data), "crate")
	assert.Contains(t, string(words.Data), "04:10:07 ERROR ", "what tells of severity and time stays")
	assert.Equal(t, 1, bytes.Count(words.Data, []byte(" ERROR ")))
}

func TestFormSurvives(t *testing.T) {
	for name, v := range variantsOf(t, arrayCase(), 1) {
		require.Empty(t, v.Skipped, name)
		var doc struct {
			Items []struct {
				ID    int
				State string
				Depth float64
			}
		}
		require.NoError(t, json.Unmarshal(v.Case.Data, &doc), name)
		assert.Equal(t, 1.5e10, doc.Items[0].Depth)
		want := 300
		if name == "noise" {
			want = 299*10 + 1
		}
		assert.Len(t, doc.Items, want)
	}
	for name, v := range variantsOf(t, pageCase(), 1) {
		if strings.HasPrefix(name, "move") {
			assert.NotEmpty(t, v.Skipped)
			continue
		}
		text := string(v.Case.Data)
		assert.Equal(t, strings.Count(text, "<tr"), strings.Count(text, "</tr>"), name)
		assert.Contains(t, text, `<table class="adrift">`, "markup stays")
		assert.Contains(t, v.Case.Facts[0].Text, " &amp; leak")
	}
}

func TestTheBlockStandsAtItsDepth(t *testing.T) {
	for _, c := range []corpus.Case{logCase(), arrayCase()} {
		v := variantsOf(t, c, 1)
		for _, depth := range []int{10, 30, 50, 70, 90} {
			m := v[fmt.Sprintf("move-%d", depth)].Case
			assert.Len(t, m.Data, len(c.Data), c.Name)
			at := bytes.Index(m.Data, []byte(c.Facts[0].Text))
			assert.InDelta(t, float64(depth)/100, float64(at)/float64(len(m.Data)), 0.03, c.Name)
		}
	}
	moved := variantsOf(t, logCase(), 1)["move-30"].Case
	assert.Contains(t, string(moved.Data), trouble, "the block stays whole")
}

func TestFactsElsewhereStayAndCountForNothing(t *testing.T) {
	c := logCase()
	c.Facts = append(c.Facts, corpus.Fact{ID: "f4", Text: "crate 40192 to the quay", Weight: 1})
	m := variantsOf(t, c, 1)["move-90"]
	assert.Equal(t, []string{"f1", "f2", "f3"}, m.Key)
	at := func(data []byte) int { return bytes.Index(data, []byte("crate 40192")) }
	assert.InDelta(t, at(c.Data), at(m.Case.Data), float64(len(trouble)+400))
}

func TestWhatStandsAtTheEndsStaysThere(t *testing.T) {
	c := logCase()
	c.Data = append([]byte("crane log, shift 77120\n"), c.Data...)
	c.Facts = append(c.Facts, corpus.Fact{ID: "f4", Text: "shift 77120", Weight: 1})
	m := variantsOf(t, c, 1)["move-90"].Case
	assert.True(t, bytes.HasPrefix(m.Data, []byte("crane log, shift 77120\n")))
}

func TestNoiseIsTenTimesAndNoFactIs(t *testing.T) {
	c := logCase()
	m := variantsOf(t, c, 1)["noise"].Case
	assert.InDelta(t, 10, float64(len(m.Data))/float64(len(c.Data)), 0.1)
	for _, f := range c.Facts {
		assert.Equal(t, 1, bytes.Count(m.Data, []byte(f.Text)), f.Text)
	}
	lines := bytes.Count(c.Data, []byte("\n"))
	assert.Equal(t, 10*(lines-4)+4, bytes.Count(m.Data, []byte("\n")), "the first, the last and the lines with facts stand once")
	assert.NotEqual(t, string(m.Data[200:400]), string(c.Data[200:400]))
}

func TestNoiseOfProseIsParagraphs(t *testing.T) {
	c := corpus.Case{Name: "text/a.md", Kind: "text", Facts: []corpus.Fact{{ID: "f1", Text: "crate 4471", Weight: 3}}}
	for i := range 30 {
		c.Data = fmt.Appendf(c.Data, "Pier %d is long and\nwide enough.\n\n", 100+i)
	}
	c.Data = append(c.Data, "It is here that\ncrate 4471 fell.\n\nThe end.\n"...)
	m := variantsOf(t, c, 1)["noise"].Case
	assert.Equal(t, 291, bytes.Count(m.Data, []byte(" is long and\nwide enough.\n\n")), "the first stands once")
	assert.Equal(t, 1, bytes.Count(m.Data, []byte("It is here that\ncrate 4471 fell.\n\nThe end.\n")))
}

func TestTheSpreadIsWhatDependsOnThePlace(t *testing.T) {
	head := bench.Baselines()[0]
	moves, err := Run(t.Context(), []bench.Set{{Name: "c", Cases: []corpus.Case{logCase()}}}, []bench.System{head, knowing("orders", "WX")}, Options{Seed: 1})
	require.NoError(t, err)
	recall, area := Spread(moves, head.Name)
	assert.Equal(t, 1.0, recall)
	assert.Greater(t, area, 0.3)
	recall, area = Spread(moves, "knowing")
	assert.Zero(t, recall+area)
}

func TestWhatCannotBeVariedSaysWhy(t *testing.T) {
	for why, c := range map[string]corpus.Case{
		"fewer than 40 lines": {Name: "log/a.log", Data: []byte("04:10:07 ERROR pump 7 lost\n04:10:08 INFO pump 8 runs\n"), Facts: []corpus.Fact{{ID: "f1", Text: "pump 7"}}},
		"a diff": {Name: "log/a.diff", Data: []byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,90 +1,90 @@\n" + strings.Repeat("+pump 7 runs\n", 90)),
			Facts: []corpus.Fact{{ID: "f1", Text: "@@ -1,90"}}},
		"JSON that is neither": {Name: "json/a.json", Data: []byte(strings.Repeat("{\"a\":\n1}\n", 90)), Facts: []corpus.Fact{{ID: "f1", Text: `{"a":`}}},
		"no facts":             {Name: "log/a.log", Data: []byte("a\n")},
	} {
		for _, v := range Variants(&c, 1) {
			if v.Name == "move-50" {
				assert.Contains(t, v.Skipped, why)
			}
		}
	}
}

// The smaller cases of the repository keep their facts and their form in every variant.
func TestVariantsOfTheCorpusKeepTheirFacts(t *testing.T) {
	cases, err := corpus.Load("../../corpus")
	require.NoError(t, err)
	made, kinds, small := map[string]int{}, map[string]int{}, 0
	for i := range cases {
		plain := Plain(&cases[i])
		if len(plain.Data) > 24<<10 {
			continue
		}
		small++
		kinds[plain.Kind]++
		for _, v := range Variants(&plain, 3) {
			if v.Skipped != "" {
				continue
			}
			made[v.Name]++
			if err := v.Case.Check(); err != nil {
				t.Errorf("%s: %v", v.Name, err)
			}
			if json.Valid(plain.Data) {
				assert.True(t, json.Valid(v.Case.Data), "%s %s", plain.Name, v.Name)
			}
		}
	}
	for _, name := range Names {
		assert.Greater(t, made[name], small/3, name)
	}
	for _, kind := range routing.Kinds {
		assert.Positive(t, kinds[kind], kind)
	}
}

// knowing is a system that was told the very words of the facts: it shows the lines
// that hold them, and else the first ones.
func knowing(words ...string) bench.System {
	return bench.System{Name: "knowing", New: func(_ context.Context, s *score.Subject) (*bench.Prepared, error) {
		return &bench.Prepared{At: func(_ context.Context, budget int) (string, error) {
			var found, others []string
			for _, l := range strings.SplitAfter(s.Content, "\n") {
				known := false
				for _, w := range words {
					known = known || strings.Contains(l, w)
				}
				if known {
					found = append(found, l)
				} else {
					others = append(others, l)
				}
			}
			return strings.Join(append(found, others[:8]...), ""), nil
		}}, nil
	}}
}

// severe is an honest system: it shows the lines that differ most from the others.
func severe() bench.System {
	for _, b := range bench.Baselines() {
		if b.Name == "rare" {
			return b
		}
	}
	panic("there is no such baseline")
}

func TestASystemThatKnowsTheWordsMovesAndOneThatDoesNotStays(t *testing.T) {
	systems := []bench.System{knowing("orders-72981", "WX4821"), severe()}
	moves, err := Run(t.Context(), []bench.Set{{Name: "c", Cases: []corpus.Case{logCase()}}}, systems, Options{Seed: 1})
	require.NoError(t, err)
	for _, m := range moves {
		require.NotNil(t, m.Recall, m.Variant)
		switch {
		case m.System == "knowing" && (m.Variant == "ids" || m.Variant == "words"):
			assert.Equal(t, Pair{1, 0}, *m.Recall, m.Variant)
			assert.Equal(t, []string{"f1", "f2", "f3"}, m.Lost)
		case m.System == "knowing":
			assert.Equal(t, Pair{1, 1}, *m.Recall, m.Variant)
		case m.Variant != "noise":
			assert.InDelta(t, 0, m.Recall.By(), Limit, m.Variant)
		}
	}
	over := Unsettled(moves, "knowing")
	require.Len(t, over, 2)
	assert.Contains(t, over[0], "ids (F@2048 -1.000, AUC -1.000)")
	var b strings.Builder
	require.NoError(t, Write(&b, moves, "knowing"))
	assert.Contains(t, b.String(), "knowing: not all mean moves stay under 0.05: ids (")
	WriteWorst(&b, moves, "knowing", 1)
	assert.Contains(t, b.String(), "-1.000  ids      log/crane.log  F@2048 1.000 -> 0.000  lost: f1 f2 f3\n")
}

func TestASystemThatFailsOnAVariantScoresNothingThere(t *testing.T) {
	fails := bench.System{Name: "fails", New: func(_ context.Context, s *score.Subject) (*bench.Prepared, error) {
		if len(s.Content) > 300000 {
			return nil, assert.AnError
		}
		return &bench.Prepared{At: func(context.Context, int) (string, error) { return trouble, nil }}, nil
	}}
	moves, err := Run(t.Context(), []bench.Set{{Name: "c", Cases: []corpus.Case{logCase()}}}, []bench.System{fails}, Options{Seed: 1})
	require.NoError(t, err)
	last := moves[len(moves)-1]
	assert.Equal(t, "noise", last.Variant)
	assert.NotEmpty(t, last.Error)
	assert.Equal(t, Pair{1, 0}, *last.Recall)
}

func FuzzVariants(f *testing.F) {
	for _, c := range []corpus.Case{logCase(), arrayCase(), pageCase()} {
		f.Add(c.Data[:2000], 20, 60)
		f.Add(c.Data, 4000, 4040)
	}
	f.Add([]byte("[1,[2,\"]\",{\"a\":[\\u00"), 1, 3)
	f.Fuzz(func(t *testing.T, data []byte, a, b int) {
		c := corpus.Case{Name: "log/fuzz.log", Kind: "log", Data: data}
		plain := Plain(&c)
		if a < 0 || b > len(plain.Data) || a >= b || b-a > 200 {
			return
		}
		plain.Facts = []corpus.Fact{{ID: "f1", Text: string(plain.Data[a:b]), Weight: 3}}
		for _, v := range Variants(&plain, 1) {
			if v.Skipped == "" {
				require.True(t, bytes.Contains(v.Case.Data, []byte(v.Case.Facts[0].Text)), v.Name)
			}
		}
		require.Len(t, Fresh(data, rand.New(rand.NewPCG(1, 1))), len(data))
	})
}
