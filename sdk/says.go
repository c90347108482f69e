package sdk

import (
	"slices"
	"sort"
	"strings"
)

// unsaid reports the first thing that a text says and its sources do not: a token
// that none of them has, or one out of order. The tokens of the unit's own span come
// as they stand there, without a gap but where the text has "…" or the span markup;
// between and beside
// them may stand runs of what the other spans say, each as it stands there. The first
// and the last word may be cut out of longer ones, as where a text without blanks is
// clipped.
func unsaid(text string, span *reading, from []*reading) (token string, disorder bool) {
	var tokens, tagged []string
	eachToken(text, func(t string) bool { tokens = append(tokens, t); return true })
	token, disorder = unsaidOf(text, tokens, span, from)
	if token == "" && !disorder {
		return "", false
	}
	tokensOf(text, func(t string, _ bool) { tagged = append(tagged, t) })
	if !slices.Equal(tokens, tagged) {
		if t, d := unsaidOf(text, tagged, span, from); t == "" && !d {
			return "", false
		}
	}
	return token, disorder
}

// unsaidOf is unsaid for the tokens of a text in one way to read them.
func unsaidOf(text string, tokens []string, span *reading, from []*reading) (token string, disorder bool) {
	tokens = slices.Clone(tokens)
	if inOrder(tokens, span, span.forms[:1], from) {
		return "", false
	}
	sources := append([]*reading{span}, from...)
	holds := func(t string) bool {
		for _, r := range sources {
			if r.has(t) {
				return true
			}
		}
		return false
	}
	isPart := func(t string) bool {
		for _, r := range sources {
			if r.hasPart(t) {
				return true
			}
		}
		return false
	}
	// A clipped word has no place of its own in the order.
	if n := len(tokens); n > 0 && !holds(tokens[0]) && isPart(tokens[0]) {
		tokens = tokens[1:]
	}
	last := len(tokens) - 1
	if last > 0 && tokens[last] == ellipsis {
		last--
	}
	if last >= 0 && !holds(tokens[last]) && strings.HasSuffix(strings.TrimRightFunc(text, notWord), tokens[last]) && isPart(tokens[last]) {
		tokens = slices.Delete(tokens, last, last+1)
	}
	for _, t := range tokens {
		if t != ellipsis && !holds(t) {
			return t, false
		}
	}
	if inOrder(tokens, span, span.decoded(), from) {
		return "", false
	}
	return "", true
}

// inOrder reports whether some form of the span has the tokens in order. Tokens that
// this form does not have at all may come from another one.
func inOrder(tokens []string, span *reading, forms []form, from []*reading) bool {
	var runs [][]string
	var spans []Span
	for _, r := range from {
		list := r.forms
		if len(forms) > 1 {
			list = r.decoded()
		}
		for _, f := range list {
			runs, spans = append(runs, f.tokens), append(spans, r.span)
		}
	}
	for k := range forms {
		o := order{own: forms[k].tokens, must: forms[k].must, runs: runs, spans: spans}
		if len(forms) > 1 {
			o.elsewhere = func(t string) bool { return span.has(t) }
		}
		if o.holds(tokens) {
			return true
		}
	}
	return false
}

// order matches tokens with those of a span and runs of other spans. It follows all
// ways to do so at once.
type order struct {
	own       []string
	must      []int // of the span's form
	runs      [][]string
	spans     []Span // where the runs stand
	elsewhere func(token string) bool

	ownAt  map[string][]place // where a token stands; made for what is long
	runsAt map[string][]place
}

// place is behind a token of a run, or (run -1) of the span.
type place struct{ run, at int }

// way is one way to match the tokens so far: where it ends, and how many tokens of the
// span lie behind it.
type way struct {
	place
	used  int
	loose bool // whether tokens of the span may be passed over
}

// maxWays bounds the ways that are followed at once, so that the time is linear. A
// text that needs more, of words that stand hundreds of times in a header, is refused.
const maxWays = 64

func (o *order) holds(tokens []string) bool {
	ways := []way{{place{-1, 0}, 0, true}}
	for _, t := range tokens {
		if ways = o.step(ways, t); len(ways) == 0 {
			return false
		}
	}
	return true
}

// step follows the ways over one more token.
func (o *order) step(ways []way, t string) []way {
	if t == ellipsis {
		for k := range ways {
			ways[k].loose = true
		}
		return ways
	}
	var next []way
	reach := func(to way) {
		for k := range next {
			if w := &next[k]; w.place == to.place && w.loose == to.loose && (w.loose || w.used == to.used) {
				w.used = min(w.used, to.used)
				return
			}
		}
		if len(next) < maxWays {
			next = append(next, to)
		}
	}
	starts := o.starts(t)
	for _, w := range ways {
		if w.run >= 0 && w.at < len(o.runs[w.run]) && o.runs[w.run][w.at] == t {
			reach(way{place{w.run, w.at + 1}, w.used, w.loose})
		}
		if o.elsewhere != nil && o.next(t, 0) < 0 && o.elsewhere(t) {
			reach(way{place{-1, 0}, w.used, true})
		}
		for at, n := o.next(t, w.used), 0; at >= 0 && at <= o.reach(w) && n < maxPlaces; n++ {
			reach(way{place{-1, 0}, at + 1, false})
			at = o.next(t, at+1)
		}
		for _, p := range starts {
			if w.run < 0 || o.follows(w.place, p) {
				reach(way{place{p.run, p.at + 1}, w.used, w.loose})
			}
		}
	}
	return next
}

// maxPlaces bounds the places of one token of the span that a way branches to.
const maxPlaces = 16

// reach is the last token of the span that a way may take next.
func (o *order) reach(w way) int {
	switch {
	case w.loose:
		return len(o.own)
	case o.must != nil:
		return o.must[w.used]
	}
	return w.used
}

// follows reports whether a run may begin at q where one of another span ends at p:
// whole spans follow one another in any order, parts of them in that of the content.
func (o *order) follows(p, q place) bool {
	if o.spans[p.run] == o.spans[q.run] {
		return false
	}
	return p.at == len(o.runs[p.run]) && q.at == 0 || o.spans[q.run].Start >= o.spans[p.run].End
}

// longRun is from how many tokens an index is made; fewer are looked through.
const longRun = 64

// next is where the span has a token at or behind a place, -1 where it has not.
func (o *order) next(t string, from int) int {
	if len(o.own) <= longRun {
		for k := from; k < len(o.own); k++ {
			if o.own[k] == t {
				return k
			}
		}
		return -1
	}
	if o.ownAt == nil {
		o.ownAt = indexOf([][]string{o.own})
	}
	at := o.ownAt[t]
	k := sort.Search(len(at), func(k int) bool { return at[k].at >= from })
	if k == len(at) {
		return -1
	}
	return at[k].at
}

// starts are the places of the runs at which a token stands, at most maxWays.
func (o *order) starts(t string) []place {
	if o.runsAt == nil && len(o.runs) > 0 {
		o.runsAt = indexOf(o.runs)
	}
	at := o.runsAt[t]
	return at[:min(len(at), maxWays)]
}

func indexOf(runs [][]string) map[string][]place {
	n := 0
	for _, run := range runs {
		n += len(run)
	}
	index := make(map[string][]place, n)
	for k, run := range runs {
		for j, t := range run {
			index[t] = append(index[t], place{k, j})
		}
	}
	return index
}
