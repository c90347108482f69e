package sdktest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/riffle-dev/riffle/internal/shapes"
	"github.com/riffle-dev/riffle/sdk"
)

// Bounds of the case "spoiled". The contents are the same each time; a plugin that
// is slow sees the first of them.
const (
	spoiledCases = 300
	spoiledTime  = 4 * time.Second
	spoiledBytes = 64 << 10 // of a sample: from its beginning
)

// spoiled plans contents that were spoiled on their way, those of the author and
// real shapes of the kinds that the host knows: a prefix before each line, a cut, a
// character of three bytes behind each colon.
func spoiled(c *check) {
	kinds, until := c.kindsToTry(), time.Now().Add(spoiledTime)
	var own []sample
	for _, s := range c.samples {
		if slices.Contains(kinds, s.kind) {
			own = append(own, s)
		}
	}
	planned := 0
	for n := range spoiledCases / min(c.scale, 2) {
		if c.full() || n > 0 && time.Now().After(until) {
			break
		}
		s, ok := spoil(uint64(n), kinds, own)
		if !ok || len(s.content) == 0 { // nothing has a case of its own
			continue
		}
		req := ask(s)
		req.MaxTokens = 64 << (n % 8)
		plan, err := c.process(req)
		c.valid(s.name, req, &plan, err)
		if !errors.Is(err, sdk.ErrDeclined) {
			planned++
		}
	}
	if planned == 0 && len(c.faults) == 0 {
		c.skip("it declines all spoiled samples: give one by WithSample")
	}
}

// spoil makes the n-th content: in turn one of the author's and a shape of a kind. Not
// ok where there is neither, or nothing was changed.
func spoil(n uint64, kinds []string, own []sample) (sample, bool) {
	r := shapes.Random(n)
	kind := kinds[n/2%uint64(len(kinds))]
	if names := shapes.OfKind(kind); len(names) > 0 && (n%2 == 0 || len(own) == 0) {
		r.Shape = names[n/3%uint64(len(names))]
		return sample{r.String(), kind, received(r.Must())}, true
	}
	if len(own) == 0 {
		return sample{}, false
	}
	s := own[n%uint64(len(own))]
	content := slices.Clone(s.content[:min(len(s.content), spoiledBytes)])
	if len(r.Mutations) == 0 {
		r.Mutations = shapes.Mutations()[:1]
	}
	for _, m := range r.Mutations {
		content, _ = shapes.Apply(m, n, content) // a mutation that there is
	}
	content = received(content)
	return sample{fmt.Sprintf("%s, spoiled by %s (seed %d)", s.name, strings.Join(r.Mutations, ", "), n), s.kind, content}, !bytes.Equal(bytes.TrimRight(content, "\n"), bytes.TrimRight(s.content, "\n"))
}

// received is a content as a host hands it on: UTF-8 without control characters but
// those that part lines and cells. Others have a case of their own.
func received(content []byte) []byte {
	return []byte(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r) {
			return -1
		}
		return r
	}, string(content)))
}
