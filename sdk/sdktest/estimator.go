package sdktest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riffle-dev/riffle/sdk"
)

// estimatorCases are what every estimator promises.
var estimatorCases = []*testCase{
	{"estimator-info-valid", "an Estimator must describe itself by a name, a semantic version, one line and the encoding that it counts or imitates", everywhere, estimatorInfo},
	{"estimator-info-constant", "an Estimator must describe itself in the same words each time", everywhere, estimatorConstant},
	{"estimator-exact-margin", "an Estimator must not claim a margin where it claims to be exact", everywhere, exactMargin},
	{"estimator-zero-for-empty", "an Estimator must count nothing in an empty text", everywhere, zeroForEmpty},
	{"estimator-empty-batch", "an Estimator must answer a batch without texts with no counts", everywhere, emptyBatch},
	{"estimator-counts-valid", "an Estimator must return a count for each text, more than nothing and at most four for each byte", everywhere, countsValid},
	{"estimator-batch-equals-single", "an Estimator must count a text the same in a batch as alone", everywhere, batchEqualsSingle},
	{"estimator-deterministic", "an Estimator must count the same text the same each time", everywhere, countsAgain},
	{"estimator-concurrent", "an Estimator must serve many calls at once as it serves one", everywhere, countsTogether},
	{"estimator-monotone", "an Estimator must count hardly less in a text when something is appended to it", everywhere, monotone},
	{"estimator-all-scripts", "an Estimator must take all scripts", everywhere, counted(allScripts)},
	{"estimator-control-bytes", "an Estimator must take control characters and NUL bytes", everywhere, counted(controlBytes)},
	{"estimator-bad-bytes", "an Estimator must not fail on bytes that are no UTF-8", everywhere, counted(badBytes)},
	{"estimator-huge-run", "an Estimator must take long runs without a blank", everywhere, counted(longRuns)},
	{"estimator-input-not-mutated", "an Estimator must not change the texts", inside, textsNotMutated},
	{"estimator-travels", "an Estimator must count the same over the wire as in its own process", wired, countsTravel},
	{"estimator-large", "an Estimator must take time in proportion to the text", direct, countsLarge},
	{"estimator-cancel", "an Estimator must return soon after its context ends", inside, countsCancel},
}

func estimatorInfo(c *check) {
	info := c.said.Estimator
	info.Exact = false // exact and margin are another case
	if err := sdk.CheckEstimatorInfo(info); err != nil {
		c.fault("%v", err)
	}
	if info.Summary == "" {
		c.fault("the summary is empty: say in one line how it counts")
	}
}

func exactMargin(c *check) {
	if e := c.said.Estimator; e.Exact && e.Margin != 0 {
		c.fault("it is exact and has a margin of %v", e.Margin)
	}
}

func estimatorConstant(c *check) {
	_, _ = c.count(c.countTexts()...)
	for range 3 {
		again, err := c.describe()
		if err != nil {
			c.fault("asked again: %s", said(err))
		} else if d := differentInfo(c.said, again); d != "" {
			c.fault("%s", d)
		}
	}
}

// countTexts are texts as hosts have them counted, none of them empty.
func (c *check) countTexts() [][]byte {
	var out [][]byte
	for _, s := range usual(c.scale) {
		out = append(out, s.content[:min(len(s.content), 6000)])
		for i, line := range bytes.SplitAfter(s.content[:min(len(s.content), 1500)], []byte("\n")) {
			if i < 8 && len(line) > 1 {
				out = append(out, line)
			}
		}
	}
	for _, s := range []string{"a", " ", "\n", "42", "hello", "don't", "3.14159", "  indented", "CamelCaseName", "snake_case_name", "日本", "é"} {
		out = append(out, []byte(s))
	}
	return out
}

// steady counts texts twice. Not ok where that fails or differs: other cases say so.
func (c *check) steady(texts ...[]byte) ([]int, bool) {
	first, err := c.count(texts...)
	if err != nil || len(first) != len(texts) {
		return nil, false
	}
	again, err := c.count(texts...)
	return first, err == nil && slices.Equal(first, again)
}

func zeroForEmpty(c *check) {
	for _, texts := range [][][]byte{{nil}, {{}}, {nil, []byte("one"), nil}} {
		got, err := c.count(texts...)
		if err != nil {
			c.fault("%s", said(err))
			continue
		}
		for i, n := range got {
			if i < len(texts) && len(texts[i]) == 0 && n != 0 {
				c.fault("it counts %d in an empty text", n)
			}
		}
	}
}

func emptyBatch(c *check) {
	if got, err := c.count(); err != nil {
		c.fault("%s", said(err))
	} else if len(got) != 0 {
		c.fault("it returned %d counts for no texts", len(got))
	}
}

func countsValid(c *check) {
	texts := c.countTexts()
	got, err := c.count(texts...)
	c.validCounts("usual texts", texts, got, err)
}

// validCounts notes what is wrong with the answer to one batch.
func (c *check) validCounts(what string, texts [][]byte, got []int, err error) {
	switch {
	case err != nil:
		c.fault("%s: %s", what, said(err))
		return
	case len(got) != len(texts):
		c.fault("%s: %d counts for %d texts", what, len(got), len(texts))
		return
	}
	for i, n := range got {
		// A host takes sixteen more; so much is room for marks around a text.
		if n < 1 || n > 4*len(texts[i])+16 {
			c.fault("%s: it counts %d in %d bytes: %.40q", what, n, len(texts[i]), texts[i])
		}
	}
}

func counted(make func(scale int) []named) func(*check) {
	return func(c *check) {
		for _, n := range make(c.scale) {
			if c.full() {
				return
			}
			texts := [][]byte{[]byte(n.text)}
			got, err := c.count(texts...)
			c.validCounts(n.name, texts, got, err)
		}
	}
}

func badBytes(int) []named {
	return []named{
		{"a byte that begins nothing", "\xff"}, {"a cut character", "abc\xe6\x97"}, {"a surrogate", "\xed\xa0\x80 x"},
		{"every byte", everyByte(8)}, {"an overlong form", "\xc0\xaf\xc0\xaf"}, {"UTF-16", "a\x00b\x00c\x00\xff\xfe"},
	}
}

func everyByte(times int) string {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return strings.Repeat(string(all), times)
}

// longRuns are what a tokenizer that looks at pairs takes longest for.
func longRuns(scale int) []named {
	n := 200_000 / scale
	return []named{
		{"one letter", strings.Repeat("a", n)}, {"two letters", strings.Repeat("ab", n/2)}, {"blanks", strings.Repeat(" ", n)},
		{"digits", strings.Repeat("1234567", n/7)}, {"signs", strings.Repeat("=-", n/2)}, {"base64", strings.Repeat("QWxsIHdvcmsgYW5kIG5vIHBsYXk", n/27)},
		{"line ends", strings.Repeat("\n", n)}, {"Chinese", strings.Repeat("天地玄黃宇宙洪荒", n/24)},
	}
}

func batchEqualsSingle(c *check) {
	texts := append(c.countTexts(), nil)
	batch, ok := c.steady(texts...)
	if !ok {
		return
	}
	for i, t := range texts {
		if one, ok := c.steady(t); ok && one[0] != batch[i] {
			c.fault("%.40q is %d alone and %d in a batch", t, one[0], batch[i])
		}
	}
}

func countsAgain(c *check) {
	texts := c.countTexts()
	first, err := c.count(texts...)
	for range 3 {
		again, err2 := c.count(texts...)
		if err == nil && (err2 != nil || !slices.Equal(first, again)) {
			c.fault("the same texts were counted otherwise the next time")
		}
	}
	if other := c.second(); other != nil && err == nil {
		mine := c.subject
		c.subject = other
		if again, err := c.count(texts...); err != nil || !slices.Equal(first, again) {
			c.fault("a second instance counts otherwise")
		}
		c.subject = mine
	}
}

func countsTogether(c *check) {
	texts := c.countTexts()
	want, ok := c.steady(texts...)
	if !ok {
		return
	}
	var mu sync.Mutex
	var wait sync.WaitGroup
	begin := make(chan struct{})
	for range callers {
		mine := &check{kit: c.kit, ctx: c.ctx, mode: c.mode, subject: c.subject}
		wait.Go(func() {
			<-begin
			for range rounds {
				if got, err := mine.count(texts...); err != nil {
					mine.fault("among others: %s", said(err))
				} else if !slices.Equal(want, got) {
					mine.fault("among others the same texts were counted otherwise")
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for _, f := range mine.faults {
				c.fault("%s", f)
			}
			c.hung = c.hung || mine.hung
		})
	}
	close(begin)
	wait.Wait()
}

const (
	// loss is how much less a text may count when something is appended: a tokenizer
	// that merges across the seam counts a few less, one that rounds as well.
	loss      = 4    // tokens
	lossShare = 0.05 // of the shorter text
)

// monotone counts longer and longer beginnings.
func monotone(c *check) {
	for _, s := range usual(c.scale) {
		var parts [][]byte
		for n := 1; n < len(s.content); n += 1 + n/5 {
			if s.content[n]&0xc0 != 0x80 {
				parts = append(parts, s.content[:n])
			}
		}
		got, ok := c.steady(parts...)
		if !ok {
			return
		}
		for i := 1; i < len(got); i++ {
			if before := got[i-1]; float64(got[i]) < float64(before)-loss-lossShare*float64(before) {
				c.fault("%s: %d tokens in %d bytes, %d in %d", s.name, before, len(parts[i-1]), got[i], len(parts[i]))
			}
		}
	}
}

func textsNotMutated(c *check) {
	want, got := c.countTexts(), c.countTexts()
	for i := range got {
		got[i] = slices.Clone(got[i])
	}
	_, _ = bounded(c, 0, func(ctx context.Context) ([]int, error) { return c.subject.CountTokens(ctx, got) })
	if c.hung {
		return
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) {
			c.fault("text %d was changed: %.40q, before %.40q", i, got[i], want[i])
		}
	}
}

func countsTravel(c *check) {
	sent, err := c.from.open(c.ctx, inProcess)
	if err != nil {
		return
	}
	if a, err := sent.Describe(c.ctx); err == nil {
		if d := differentInfo(a, c.said); d != "" {
			c.fault("its description: %s", d)
		}
	}
	texts := c.countTexts()
	arrived := c.subject
	c.subject = sent
	want, ok := c.steady(texts...)
	c.subject = arrived
	if !ok {
		return
	}
	if got, err := c.count(texts...); err != nil {
		c.fault("%s", said(err))
	} else if !slices.Equal(want, got) {
		c.fault("the counts that arrive are not those that were sent")
	}
}

func countsLarge(c *check) {
	ratio, bytes, ok := c.linear(func(n int) (time.Duration, bool) {
		text := many(sdk.KindLog, nil, n)
		before := len(c.faults)
		var got []int
		var err error
		took := c.timed(func() {
			got, err = bounded(c, n, func(ctx context.Context) ([]int, error) { return c.subject.CountTokens(ctx, [][]byte{text}) })
		})
		c.validCounts(megabytes(n), [][]byte{text}, got, err)
		return took, len(c.faults) == before
	})
	if ok && ratio > mostRatio {
		c.fault("%s take %.1f times as long as a quarter of that, expected about %d", megabytes(bytes), ratio, factor)
	}
}

// countsCancel counts many texts of middle size: an estimator looks at its context at
// least between two of them.
func countsCancel(c *check) {
	text := many(sdk.KindText, nil, 16<<10)
	texts := slices.Repeat([][]byte{text}, 1)
	began := time.Now()
	_, _ = c.count(texts...)
	if took := time.Since(began); took < 2*time.Second/128 {
		texts = slices.Repeat(texts, 128)
	} else {
		texts = slices.Repeat(texts, 16)
	}
	for i := range texts { // no two alike, so that a memory is of no use
		texts[i] = append([]byte{'a' + byte(i%26), 'a' + byte(i/26), ' '}, texts[i]...)
	}
	c.cancelled(func() { _, _ = c.count(texts...) },
		func(ctx context.Context) { _, _ = c.subject.CountTokens(ctx, texts) })
}
