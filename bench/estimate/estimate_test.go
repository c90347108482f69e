package estimate

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// scaled counts a share of the true counts.
type scaled struct {
	share float64
	fails string // a text that it fails on
}

func (s scaled) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := exact[Standard]().CountTokens(ctx, texts)
	for i := range counts {
		if s.fails != "" && strings.Contains(string(texts[i]), s.fails) {
			return nil, errors.New("it will not")
		}
		counts[i] = int(math.Round(float64(counts[i]) * s.share))
	}
	return counts, err
}

func texts() []Text {
	return []Text{
		{"log/a.log", "log", []byte(strings.Repeat("12:00:01 served /cart/77 in 12 ms\n", 2000))},
		{"log/b.log", "log", []byte(strings.Repeat("worker stopped with status 1\n", 100))},
		{"text/ja.txt", "text", []byte(strings.Repeat("出荷の予定は明日の朝です。", 300))},
		{"text/none", "text", nil},
	}
}

func measure(t *testing.T, c Counter, encoding string) Accuracy {
	t.Helper()
	a, err := NewSet(texts()).Measure(t.Context(), c, encoding)
	require.NoError(t, err)
	return a
}

func TestExactCountsHaveNoError(t *testing.T) {
	for _, encoding := range []string{"o200k_base", "cl100k_base"} {
		a := measure(t, exact[encoding](), encoding)
		assert.Equal(t, encoding, a.Against)
		require.Len(t, a.Sizes, len(Sizes))
		for _, z := range a.Sizes {
			assert.Zero(t, z.All.Error, z.Size)
			assert.Zero(t, z.All.P95, z.Size)
			assert.Equal(t, runfile.Far{}, z.All.Under, z.Size)
			assert.Positive(t, z.All.Samples, z.Size)
		}
	}
}

func TestAnotherEncodingIsFarFromTheStandard(t *testing.T) {
	a := measure(t, exact["cl100k_base"](), "a meter of its own")
	assert.Equal(t, Standard, a.Against)
	assert.Greater(t, a.At("whole").All.Error, 0.05, "Japanese has more tokens in cl100k_base")
}

func TestErrorsAreThoseOfTheCounts(t *testing.T) {
	a := measure(t, scaled{share: 0.9}, Standard)
	for _, z := range a.Sizes {
		assert.InDelta(t, 0.1, z.All.Error, 0.002, z.Size)
		assert.InDelta(t, -0.1, z.All.Bias, 0.002, z.Size)
		assert.InDelta(t, 0.1, z.All.P95, 0.002, z.Size)
		assert.InDelta(t, -0.1, z.All.Under.Error, 0.002, z.Size)
		assert.Equal(t, z.All.Under, z.All.Worst, z.Size)
		require.Len(t, z.Kinds, 2, z.Size)
		assert.Equal(t, []string{"log", "text"}, []string{z.Kinds[0].Of, z.Kinds[1].Of})
		require.Len(t, z.Scripts, 2, z.Size)
		assert.Equal(t, []string{"ascii", "kana"}, []string{z.Scripts[0].Of, z.Scripts[1].Of})
		assert.Equal(t, z.All.Samples, z.Kinds[0].Samples+z.Kinds[1].Samples)
	}
	assert.Equal(t, 3, a.At("whole").All.Samples, "an empty text is none")
	over := measure(t, scaled{share: 1.2}, Standard)
	assert.Equal(t, runfile.Far{}, over.At("whole").All.Under, "nothing is too low")
	assert.InDelta(t, 0.2, over.At("whole").All.Worst.Error, 0.002)
}

func TestTheMeanIsOverKinds(t *testing.T) {
	g := groups{}
	one := func(name string) *sample { return newSamplePtr(name) }
	g.at("log").add(one("a"), 110, 100)
	g.at("log").add(one("b"), 70, 100)
	g.at("log").add(one("c"), 100, 100)
	e := g.errors([]string{"html", "log"})
	require.Len(t, e, 1, "a kind without samples has no row")
	assert.InDelta(t, 0.4/3, e[0].Error, 1e-9)
	assert.InDelta(t, -20.0/300, e[0].Bias, 1e-9)
	assert.InDelta(t, 0.3, e[0].P95, 1e-9)
	assert.Equal(t, "b", e[0].Worst.Sample)
	assert.InDelta(t, -0.3, e[0].Under.Error, 1e-9)
}

func newSamplePtr(name string) *sample {
	s := newSample(&Text{Name: name, Content: []byte("x")}, 0, 1)
	return &s
}

func TestWhatFailsIsTold(t *testing.T) {
	a := measure(t, scaled{share: 1, fails: "worker"}, Standard)
	assert.Equal(t, 1, a.Failed)
	assert.Equal(t, "log/b.log: it will not", a.Reason)
	assert.Equal(t, 2, a.At("whole").All.Samples)
	all := measure(t, scaled{fails: ""}, Standard)
	assert.InDelta(t, 1, all.At("whole").All.Error, 1e-9, "a count of nothing is wholly wrong")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := NewSet(texts()).Measure(ctx, scaled{share: 1}, Standard)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestSamplesAreSpreadAndCutBetweenCharacters(t *testing.T) {
	text := &Text{Name: "x", Content: []byte(strings.Repeat("aé日😀", 20000))} // 10 bytes each
	for _, z := range Sizes[1:] {
		s := z.samples(text)
		assert.Len(t, s, z.Most, z.Name)
		assert.Zero(t, s[0].start)
		assert.InDelta(t, len(text.Content), s[len(s)-1].start+len(s[len(s)-1].bytes), 4)
		for _, p := range s {
			assert.True(t, utf8.Valid(p.bytes), z.Name)
			assert.InDelta(t, z.Bytes, len(p.bytes), 4)
		}
		assert.NotEqual(t, s[0].name(), s[1].name())
	}
	short := &Text{Name: "short", Content: []byte("no longer than a sample")}
	for _, z := range Sizes {
		s := z.samples(short)
		require.Len(t, s, 1, z.Name)
		assert.Equal(t, "short", s[0].name())
	}
	assert.Empty(t, Sizes[0].samples(&Text{}))
}

func FuzzSamples(f *testing.F) {
	f.Add([]byte("a\xff日本"), 3000)
	f.Fuzz(func(t *testing.T, part []byte, times int) {
		text := NewText("x", "", []byte(strings.Repeat(string(part), max(0, times%3000))))
		for _, z := range Sizes {
			for _, p := range z.samples(&text) {
				assert.True(t, utf8.Valid(p.bytes))
				assert.NotEmpty(t, p.bytes)
				assert.Contains(t, Scripts, p.script)
			}
		}
	})
}

func TestScripts(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "ascii",
		"plain English, 12 words": "ascii",
		"0123 4567 -- 89":         "ascii",
		"one naïve word in quite a long English sentence that goes on and on, and then on again, until its very end comes at last, which is here": "ascii",
		"Über die Grüße an alle Mädchen": "latin",
		"Xin chào, tôi đến từ Việt Nam":  "latin",
		"Привет, мир":                    "cyrillic",
		"Καλημέρα κόσμε":                 "greek",
		"发货计划在明天早上":                      "han",
		"出荷の予定は明日の朝です":                   "kana",
		"내일 아침에 출발합니다":                   "hangul",
		"مرحبا بالعالم":                  "arabic",
		"שלום עולם":                      "hebrew",
		"नमस्ते दुनिया":                  "devanagari",
		"สวัสดีชาวโลก":                   "thai",
		"😀🎉🚀 ok":                         "other",
		"გამარჯობა":                      "other",
		"error: the file was not found: файл не найден, see the manual": "ascii",
	} {
		assert.Equal(t, want, Script([]byte(text)), text)
	}
}

func TestReadTakesFilesFoldersAndCorpora(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	plain := write("one.json", `{"a": 1}`)
	write("folder/b/page", "<!DOCTYPE html><html><body><p>Hello</p></body></html>")
	write("folder/a.log", "\x1b[31m12:00 ERROR gone\x1b[0m\n")
	write("folder/.hidden", "no")
	write("folder/.git/HEAD", "no")
	write("folder/image", "\x89PNG\x00\x01")
	write("cases/log/x.txt", "12:00 a\n")
	write("cases/log/x.facts.json", `{"kind":"log","tool":"bash","facts":[],"questions":[],"role":"robustness-only"}`)
	got, err := Read([]string{plain, filepath.Join(dir, "folder"), filepath.Join(dir, "cases"), "-"}, strings.NewReader("in\xff"))
	require.NoError(t, err)
	assert.Equal(t, []Text{
		{plain, "json", []byte(`{"a": 1}`)},
		{"a.log", "log", []byte("12:00 ERROR gone\n")},
		{"b/page", "html", []byte("<!DOCTYPE html><html><body><p>Hello</p></body></html>")},
		{"log/x.txt", "log", []byte("12:00 a\n")},
		{"-", got[4].Kind, []byte("in\uFFFD")},
	}, got)
	kind, err := Read([]string{filepath.Join(dir, "cases", "log")}, nil)
	require.NoError(t, err)
	assert.Equal(t, []Text{{"x.txt", "log", []byte("12:00 a\n")}}, kind, "the notes of a corpus are no texts")
	_, err = Read([]string{filepath.Join(dir, "none")}, nil)
	assert.ErrorContains(t, err, "estimate: ")
	_, err = Read([]string{filepath.Join(dir, "folder", ".git")}, nil)
	assert.NoError(t, err, "a folder that is named is read")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "empty"), 0o700))
	_, err = Read([]string{filepath.Join(dir, "empty")}, nil)
	assert.ErrorContains(t, err, "there is no text in")
}

func TestSpeedsAreTaken(t *testing.T) {
	w, err := NewSet(texts()).NewStopwatch()
	require.NoError(t, err)
	defer w.Close()
	assert.Positive(t, w.Reference())
	opened, closed := 0, 0
	v, err := w.Time(t.Context(), func() (Opened, error) {
		opened++
		return Opened{Counter: lengths{}, Close: func() error { closed++; return nil }}, nil
	})
	require.NoError(t, err)
	assert.Greater(t, v.Times, 1.0, "the length of a text is known sooner than its tokens")
	assert.Greater(t, v.Large, 1.0)
	assert.InDelta(t, v.MBPerS, v.Times*w.Reference(), v.MBPerS/1e6)
	assert.Equal(t, opened, closed)
	assert.GreaterOrEqual(t, opened, 2*minPasses)
	_, err = w.Time(t.Context(), func() (Opened, error) {
		return Opened{Counter: scaled{1, "tables"}, Close: func() error { return nil }}, nil
	})
	assert.ErrorContains(t, err, "it will not")
}

// lengths is an estimator that allocates its answer only.
type lengths struct{}

func (lengths) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i := range texts {
		out[i] = len(texts[i]) / 4
	}
	return out, nil
}

func TestWhatIsTimedHoldsAllKinds(t *testing.T) {
	s := NewSet(texts())
	assert.Len(t, s.timed(), 3)
	assert.Equal(t, texts()[2].Content, s.timed()[1], "kinds take turns")
	assert.InDelta(t, largeBytes, len(s.largeText()), 4)
	assert.True(t, utf8.Valid(s.largeText()))
	assert.NotEmpty(t, s.referenceTexts())
	run := NewSet([]Text{{"run", "log", []byte(strings.Repeat("x", 30000))}})
	require.Len(t, run.referenceTexts(), 1)
	assert.LessOrEqual(t, len(run.referenceTexts()[0]), 1<<10, "long runs take the reference very long")
}
