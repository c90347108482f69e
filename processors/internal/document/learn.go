package document

import (
	"cmp"
	"slices"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// knowledge is what a document tells of itself while it is read: the words and
// shapes of its blocks, and which section each stands in.
type knowledge struct {
	set      rank.Set
	evidence []evidence
	words    *Words
	shapes   shapes
	firsts   map[uint64]int32 // blocks by the hash of their bytes
	judged   int              // blocks before that one are learned
	lists    int              // listings so far

	section int32
	since   int                                // blocks since the last heading
	leading bool                               // that heading announces what the document says in short
	heading uint64                             // its shape
	header  struct{ table, shape, turn int32 } // of the last table
	bare    int32                              // how many headings of that shape stand right above it

	content, running, raw int // bytes of blocks that are content; of paragraphs and items; of raw ones
	prose                 bool
	first, last           int // index of the first and of the last block that is content; -1 for none
}

func (k *knowledge) start(req sdk.Request) {
	k.set = rank.ParseSet(req.Options[rank.AblateOption])
	k.words, k.firsts = NewWords(len(req.Content)), map[uint64]int32{}
	k.evidence = sortedEvidence(req.Evidence)
	k.first, k.last = -1, -1
}

// judge learns from the blocks before until that it has not seen, and values lines
// of listings and rows of tables against each other.
func (d *Doc) judge(until int) {
	if until <= d.judged {
		return
	}
	for i := d.judged; i < until; i++ {
		x := &d.Blocks[i]
		if d.fold(i, x); x.same > 0 {
			continue
		}
		d.learn(i, x)
	}
	fresh := d.Blocks[d.judged:until]
	d.prose = d.set.On(ruleProse) && 10*d.running > proseTenths*d.content && 2*d.raw > d.content
	d.listings(fresh)
	d.tables(fresh)
	d.judged = until
}

func (d *Doc) learn(i int, x *Block) {
	text := d.wholeText(x)
	if d.compare(x, text); x.turn == 0 || x.serial() || !d.set.On(ruleShapes) {
		d.words.Learn(text) // what only has other numbers would make its words look common
	}
	if x.Kind == Heading {
		d.section++
		d.since = 0
		d.leading = leads(text)
	}
	x.section, x.opens = d.section, d.since == 0
	x.leads = d.leading && x.opens
	if x.Kind != Heading && x.Kind != Title {
		d.since++
	}
	if x.Weight >= 1 && x.Kind != Title {
		d.content += x.TextLen()
		if x.Raw {
			d.raw += x.TextLen()
		}
		if x.Kind == Para && x.Join == Apart || x.Kind == Item {
			d.running += x.TextLen()
		}
		d.last = i
		if d.first < 0 {
			d.first = i
		}
	}
}

// evidence is a span that the host looks for, and how far it and those before it reach.
type evidence struct{ start, end, reach int }

func sortedEvidence(spans []sdk.Span) []evidence {
	out := make([]evidence, 0, len(spans))
	for _, s := range spans {
		out = append(out, evidence{start: s.Start, end: s.End})
	}
	slices.SortFunc(out, func(a, b evidence) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	reach := 0
	for i := range out {
		reach = max(reach, out[i].end)
		out[i].reach = reach
	}
	return out
}

// isEvidence reports whether a span touches what the host looks for.
func (k *knowledge) isEvidence(s sdk.Span) bool {
	i, _ := slices.BinarySearchFunc(k.evidence, s.Start, func(e evidence, at int) int {
		if e.reach > at {
			return 1
		}
		return -1
	})
	for ; i < len(k.evidence) && k.evidence[i].start < s.End; i++ {
		if k.evidence[i].end > s.Start {
			return true
		}
	}
	return false
}
