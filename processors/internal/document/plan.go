package document

import (
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Rules of documents.
var (
	ruleHeadings    = rank.NewRule("document-headings", "headings are the skeleton of a document")
	ruleTerms       = rank.NewRule("document-terms", "terms, options and directives come before sentences")
	ruleSentences   = rank.NewRule("document-sentences", "sentences are told apart by rarity, place and words")
	ruleBoilerplate = rank.NewRule("document-boilerplate", "navigation, footers and notices come last or not at all")
	ruleTables      = rank.NewRule("document-tables", "rows of a table are told apart by rarity and place")
	ruleCode        = rank.NewRule("document-code", "the first lines of a block of code come first")
	ruleLinks       = rank.NewRule("document-links", "addresses of links follow their text")
	ruleProse       = rank.NewRule("document-prose", "in running text what a sentence states counts, not the headings above it")
	ruleTelling     = rank.NewRule("document-telling", "sentences with amounts, limits, exceptions and reasons count")
	ruleEvidence    = rank.NewRule("document-evidence", "what the host looks for is raised")
)

// worthless is the value of what is shown only when all else is.
const worthless = 0.002

// besideHeadings scales sentences against headings, terms and code, and opening is
// the number of first blocks that tell what a document is.
const (
	besideHeadings = 0.5
	opening        = 3
)

// proseTenths is the share of paragraphs and items, in tenths of the text, from
// which a plain document is running text: notes, reports, letters. A manual, whose
// headings and terms are what a reader looks up, has less.
const proseTenths = 8

// planner turns blocks into units.
type planner struct {
	*Doc
	b        *sdk.Builder
	set      rank.Set
	words    *Words
	evidence []sdk.Span // by start
	section  int        // number of headings so far
	since    int        // blocks since the last heading
	leading  bool       // that heading announces what the document says in short
	row      int        // of the block before, for Join
	rowHead  int        // first unit of that row, -1 for none
	headers  map[int][]int
	copies   map[int][]int // blocks that say the same as an earlier one, by that one
	first    int           // index of the first block that is content
	worths   []worth
	lists    int // listings so far
	last     int // index of the last block that is content
	prose    bool
}

// Plan adds units for all blocks to a builder.
func (d *Doc) Plan(b *sdk.Builder, req sdk.Request) {
	p := &planner{Doc: d, b: b, set: rank.ParseSet(req.Options[rank.AblateOption]), words: NewWords(),
		evidence: req.Evidence, rowHead: -1, headers: map[int][]int{}, copies: map[int][]int{}, first: -1, last: -1}
	p.weigh()
	for i := range d.Blocks {
		x := &d.Blocks[i]
		if x.same == 0 { // others are shown as copies of that one
			p.block(i, x)
		}
	}
	p.thin()
}

// weigh learns the words and, where nothing but decoration is left, takes it for
// the content.
func (p *planner) weigh() {
	content, running, raw := 0, 0, 0
	for i := range p.Blocks {
		x := &p.Blocks[i]
		if x.same > 0 {
			p.copies[x.same-1] = append(p.copies[x.same-1], i)
			continue
		}
		p.words.Learn(p.textOf(x, x.start, x.end))
		if x.Weight >= 1 && x.Kind != Title {
			content += x.TextLen()
			if x.Raw {
				raw += x.TextLen()
			}
			if x.Kind == Para && x.Join == "" || x.Kind == Item {
				running += x.TextLen()
			}
			p.last = i
			if p.first < 0 {
				p.first = i
			}
		}
	}
	p.prose = p.set.On(ruleProse) && 10*running > proseTenths*content && 2*raw > content
	p.contents()
	p.listings()
	p.tables()
	const littleText = 80 // bytes; less is a heading at most
	for i := range p.Blocks {
		x := &p.Blocks[i]
		if x.Weight < 1 && x.Kind != Title && (content < littleText || !p.set.On(ruleBoilerplate)) {
			x.Weight = 1
		}
	}
}

// contents lowers the entries of tables of contents and a title over the page:
// blocks that say no more than a heading does.
func (p *planner) contents() {
	titles := map[string]bool{}
	for i := range p.Blocks {
		if x := &p.Blocks[i]; x.Kind == Heading && x.Weight >= 1 {
			titles[string(p.textOf(x, x.start, x.end))] = true
		}
	}
	for i := range p.Blocks {
		x := &p.Blocks[i]
		if x.Kind == Title && titles[string(p.textOf(x, x.start, x.end))] {
			x.Weight = Low / 2 // the heading says it
		}
		if (x.Kind == Para || x.Kind == Item) && x.Weight > Low && x.TextLen() < LongPiece && titles[string(p.textOf(x, x.start, x.end))] {
			x.Weight = Low
		}
	}
}

func (p *planner) block(i int, x *Block) {
	if x.Kind == Heading {
		p.section++
		p.since = 0
		p.leading = leads(p.textOf(x, x.start, x.end))
	}
	if x.Join == "" || p.rowHead < 0 {
		p.row, p.rowHead = p.b.NewRow(), -1
	}
	if len(x.Cells) > 0 {
		p.tableRow(i, x)
	} else {
		p.plain(i, x)
	}
	if x.Kind != Heading && x.Kind != Title {
		p.since++
	}
}

// plain adds the pieces of a block that is not a table row.
func (p *planner) plain(i int, x *Block) {
	whole := x.Kind != Para && x.Kind != Item
	pieces := p.pieces(x, x.start, x.end, whole)
	rarity := 0.0
	if whole {
		rarity = p.words.Rarity(p.textOf(x, x.start, x.end))
	}
	for k, c := range pieces {
		v := p.value(i, x, c, rarity)
		opts := p.options(x)
		sep := c.sep
		if k == 0 {
			sep = x.Join
			if p.rowHead >= 0 && x.Join != "" {
				opts = append(opts, sdk.Needs(p.rowHead))
			}
		}
		mark := ""
		if k == 0 {
			mark = x.Mark
		}
		if x.Kind == Code && c.chunk == 0 && p.textOf(x, c.start, c.end)[0] == '#' {
			mark = codeIndent
		}
		if h := p.headers[x.Table]; x.Kind == Line && x.Table > 0 && len(h) > 0 {
			opts = append(opts, sdk.Needs(h...))
		}
		for _, k := range p.copies[i] {
			by := p.Blocks[k].start - x.start
			opts = append(opts, sdk.Copies(sdk.Span{Start: c.start + by, End: c.end + by}))
		}
		u := p.add(x, c, mark, v, nil, append(opts, sdk.InRow(p.row, sep)))
		if p.rowHead < 0 {
			p.rowHead = u
		}
		if x.Kind == Header {
			p.headers[x.Table] = append(p.headers[x.Table], u)
		}
		p.links(x, pieces, k)
	}
}

// options of all units of a block.
func (p *planner) options(x *Block) []sdk.UnitOption {
	switch x.Kind {
	case Heading:
		if p.prose { // few of them say as much as what stands below
			return []sdk.UnitOption{sdk.Key("heading")}
		}
		return nil
	case Title:
		return nil
	case Term:
		return []sdk.UnitOption{sdk.SoftKey("term")}
	case Code:
		return []sdk.UnitOption{sdk.SoftKey("code"), sdk.Section(p.section)}
	case Line:
		if opts := []sdk.UnitOption{sdk.Section(p.section)}; x.Like > 0 {
			return append(opts, sdk.Key("like"+strconv.Itoa(x.Like)))
		}
	case Option:
		return []sdk.UnitOption{sdk.Key("option"), sdk.Section(p.section)}
	}
	return []sdk.UnitOption{sdk.Section(p.section)}
}

// add makes the unit of one piece: verbatim where the bytes read as the text does.
func (p *planner) add(x *Block, c piece, mark string, value float64, from []sdk.Span, opts []sdk.UnitOption) int {
	span := p.source(x, c.start, c.end)
	text := p.textOf(x, c.start, c.end)
	if value > 0 && p.set.On(ruleEvidence) && p.isEvidence(span) {
		value += 1
	}
	if x.Raw && (x.Kind == Para || x.Kind == Item) {
		if s, ok := collapse(text); ok && s != string(text) {
			return p.show(x, span, mark+s, value, from, opts)
		}
	}
	if mark == "" && string(p.Content[span.Start:span.End]) == string(text) {
		return p.keep(span, value, opts)
	}
	return p.show(x, span, mark+string(text), value, from, opts)
}

func (p *planner) keep(span sdk.Span, value float64, opts []sdk.UnitOption) int {
	u := p.b.Keep(span, value, opts...)
	p.note(u, value, span.Len())
	return u
}

// show adds a unit with a text of its own. Where the text may hold a word that the
// bytes do not, the bytes are shown instead.
func (p *planner) show(x *Block, span sdk.Span, text string, value float64, from []sdk.Span, opts []sdk.UnitOption) int {
	if x.Unsure {
		alone := sdk.Plan{Units: []sdk.Unit{{Span: span, Text: text, From: from, Group: -1}}}
		if sdk.CheckPlan(sdk.Request{Content: p.Content}, &alone) != nil {
			return p.keep(span, value, opts)
		}
	}
	if len(from) > 0 {
		opts = append(opts, sdk.From(from...))
	}
	u := p.b.Show(span, text, value, opts...)
	p.note(u, value, len(text))
	return u
}

func (p *planner) isEvidence(s sdk.Span) bool {
	for _, e := range p.evidence {
		if e.Start < s.End && s.Start < e.End {
			return true
		}
	}
	return false
}

// links adds the addresses in a piece behind it. Their unit takes the bytes
// between this piece and the next, mostly the tag that ends the link; the bytes
// that hold the address are named as its source.
func (p *planner) links(x *Block, pieces []piece, k int) {
	if len(x.Links) == 0 || x.Weight == 0 || !p.set.On(ruleLinks) {
		return
	}
	here := p.source(x, pieces[k].start, pieces[k].end)
	gap := sdk.Span{Start: here.End, End: x.after}
	if k+1 < len(pieces) {
		gap.End = p.source(x, pieces[k+1].start, pieces[k+1].end).Start
	}
	// Links are in the order of the content: those up to the end of this piece are its own.
	n := 0
	for n < len(x.Links) && x.Links[n].Tag.Start < here.End {
		n++
	}
	p.addLinks(x.Links[:n], gap, x.Weight)
	x.Links = x.Links[n:]
}

func (p *planner) addLinks(links []Link, gap sdk.Span, weight float64) {
	const most = 4 // addresses behind one piece; they are dear
	if len(links) == 0 || gap.Len() <= 0 {
		return
	}
	links = links[:min(len(links), most)]
	var texts []string
	var from []sdk.Span
	for _, l := range links {
		texts = append(texts, "<"+l.Href+">")
		from = append(from, l.Tag)
	}
	p.b.Show(gap, strings.Join(texts, " "), 0.13*weight*float64(len(links)), sdk.From(from...),
		sdk.InRow(p.row, " "), sdk.SoftKey("link"), sdk.Section(p.section))
}

// codeIndent sets comments of code in, which would read as headings at the margin.
const codeIndent = "    "

func tableKey(n int) string { return "table" + strconv.Itoa(n) }
