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
	ruleShapes      = rank.NewRule("document-shapes", "what says the same again with other numbers is worth less, and makes no word common")
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
	b       *sdk.Builder
	row     int // of the block before, for Join
	rowHead int // first unit of that row, -1 for none
	headers map[int32][]int
	copies  map[int][]int // blocks that say the same as an earlier one, by that one
	worths  []worth
	joined  []byte           // the text of the present row
	cut     []piece          // the pieces of the present block
	opts    []sdk.UnitOption // of the present unit
	inPart  sdk.UnitOption   // the section of the present block
	part    int32            // and its number; -1 for none
}

// Blocks that are parted into sentences and ranked: a budget of a few thousand
// tokens shows hundreds of them. The others are told from them by a rough value.
const (
	leastReach     = 4096
	tokensPerBlock = 2 // of the budget; a block that is shown costs more
)

// Plan adds units for the blocks to a builder: for all of them, or for those that a
// budget may reach.
func (d *Doc) Plan(b *sdk.Builder, req sdk.Request) {
	p := &planner{Doc: d, b: b, rowHead: -1, headers: map[int32][]int{}, copies: map[int][]int{}, part: -1}
	d.judge(len(d.Blocks))
	d.weigh()
	if req.MaxTokens > 0 {
		d.keepBest(len(d.Blocks), max(leastReach, req.MaxTokens/tokensPerBlock))
	}
	if d.Dropped > 0 {
		b.Partial()
	}
	for i := range d.Blocks {
		if k := d.Blocks[i].same; k > 0 {
			p.copies[int(k)-1] = append(p.copies[int(k)-1], i)
		}
	}
	for i := range d.Blocks {
		if x := &d.Blocks[i]; x.same == 0 { // others are shown as copies of that one
			p.block(i, x)
		}
	}
	p.thin()
}

// weigh finds out what of the document is content and, where nothing but decoration
// is left, takes that for the content.
func (d *Doc) weigh() {
	d.contents()
	const littleText = 80 // bytes; less is a heading at most
	if d.content >= littleText && d.set.On(ruleBoilerplate) {
		return
	}
	for i := range d.Blocks {
		if x := &d.Blocks[i]; x.Weight < 1 && x.Kind != Title {
			x.Weight = 1
		}
	}
}

// contents lowers the entries of tables of contents and a title over the page:
// blocks that say no more than a heading does.
func (d *Doc) contents() {
	titles := map[string]bool{}
	for i := range d.Blocks {
		if x := &d.Blocks[i]; x.Kind == Heading && x.Weight >= 1 {
			titles[string(d.wholeText(x))] = true
		}
	}
	if len(titles) == 0 {
		return
	}
	for i := range d.Blocks {
		x := &d.Blocks[i]
		if x.Kind == Title && titles[string(d.wholeText(x))] {
			x.Weight = Low / 2 // the heading says it
		}
		if (x.Kind == Para || x.Kind == Item) && x.Weight > Low && x.TextLen() < LongPiece && titles[string(d.wholeText(x))] {
			x.Weight = Low
		}
	}
}

func (p *planner) block(i int, x *Block) {
	if x.Join == Apart || p.rowHead < 0 {
		p.row, p.rowHead = p.b.NewRow(), -1
	}
	if p.part != x.section {
		p.part, p.inPart = x.section, sdk.Section(int(x.section))
	}
	if x.cells.n > 0 {
		p.tableRow(x)
	} else {
		p.plain(i, x)
	}
}

// whole reports whether a block is no running text, and so only cut where it is too long.
func whole(x *Block) bool { return x.Kind != Para && x.Kind != Item }

// plain adds the pieces of a block that is not a table row.
func (p *planner) plain(i int, x *Block) {
	p.cut = p.pieces(p.cut[:0], x, int(x.start), int(x.end), whole(x))
	rarity := 0.0
	if whole(x) {
		rarity = p.words.Rarity(p.wholeText(x))
	}
	for k := range p.cut {
		c := &p.cut[k]
		v := p.value(i, x, *c, rarity)
		p.options(x)
		sep, mark := c.sep, ""
		if k == 0 {
			sep, mark = joinTexts[x.Join], markTexts[x.Mark]
			p.copiesOf(i, x, c) // said once, where the block begins
			if p.rowHead >= 0 && x.Join != Apart {
				p.opts = append(p.opts, sdk.Needs(p.rowHead))
			}
		}
		if x.Kind == Code && c.chunk == 0 && p.textOf(x, c.start, c.end)[0] == '#' {
			mark = codeIndent
		}
		if x.Kind == Line && x.Table > 0 {
			if h := p.headers[x.Table]; len(h) > 0 {
				p.opts = append(p.opts, sdk.Needs(h...))
			}
		}
		p.opts = append(p.opts, sdk.InRow(p.row, sep))
		u := p.add(x, *c, mark, v, nil)
		if p.rowHead < 0 {
			p.rowHead = u
		}
		if x.Kind == Header {
			p.headers[x.Table] = append(p.headers[x.Table], u)
		}
		p.addLinksOf(x, k)
	}
}

// copiesOf adds the places where a piece of a block stands again.
func (p *planner) copiesOf(i int, x *Block, c *piece) {
	again := p.copies[i]
	if len(again) == 0 {
		return
	}
	spans := make([]sdk.Span, len(again))
	for n, k := range again {
		by := int(p.Blocks[k].start - x.start)
		spans[n] = sdk.Span{Start: c.start + by, End: c.end + by}
	}
	p.opts = append(p.opts, sdk.Copies(spans...))
}

// Options that many units have.
var (
	headingKey = sdk.Key("heading")
	termKey    = sdk.SoftKey("term")
	codeKey    = sdk.SoftKey("code")
	optionKey  = sdk.Key("option")
	linkKey    = sdk.SoftKey("link")
)

// options starts the options of a unit with those of all units of its block.
func (p *planner) options(x *Block) {
	p.opts = p.opts[:0]
	switch x.Kind {
	case Title:
		return
	case Heading:
		if p.prose { // few of them say as much as what stands below
			p.opts = append(p.opts, headingKey)
		}
		return
	case Term:
		p.opts = append(p.opts, termKey)
		return
	case Code:
		p.opts = append(p.opts, codeKey)
	case Line:
		if x.Like > 0 {
			p.opts = append(p.opts, sdk.Key("like"+strconv.Itoa(int(x.Like))))
		}
	case Option:
		p.opts = append(p.opts, optionKey)
	}
	p.opts = append(p.opts, p.inPart)
}

// add makes the unit of one piece, with the present options: verbatim where the
// bytes read as the text does.
func (p *planner) add(x *Block, c piece, mark string, value float64, from []sdk.Span) int {
	span := p.source(x, c.start, c.end)
	text := p.textOf(x, c.start, c.end)
	if value > 0 && p.set.On(ruleEvidence) && p.isEvidence(span) {
		value += 1
	}
	if x.Raw && (x.Kind == Para || x.Kind == Item) {
		if s, ok := collapse(text); ok && s != "" {
			return p.show(span, mark+s, value, from)
		}
	}
	if mark == "" && string(p.Content[span.Start:span.End]) == string(text) {
		return p.keep(span, value)
	}
	return p.show(span, mark+string(text), value, from)
}

func (p *planner) keep(span sdk.Span, value float64) int {
	u := p.b.Keep(span, value, p.opts...)
	p.note(u, value, span.Len())
	return u
}

// show adds a unit with a text of its own. Where the bytes do not read as the text does,
// stray text between cells or a tag within an entity, they are shown instead.
func (p *planner) show(span sdk.Span, text string, value float64, from []sdk.Span) int {
	alone := sdk.Plan{Units: []sdk.Unit{{Span: span, Text: text, From: from, Group: -1}}}
	if sdk.CheckPlan(sdk.Request{Content: p.Content}, &alone) != nil {
		return p.keep(span, value)
	}
	if len(from) > 0 {
		p.opts = append(p.opts, sdk.From(from...))
	}
	u := p.b.Show(span, text, value, p.opts...)
	p.note(u, value, len(text))
	return u
}

// addLinksOf adds the addresses in the k-th piece behind it. Their unit takes the
// bytes between this piece and the next, mostly the tag that ends the link; the bytes
// that hold the address are named as its source.
func (p *planner) addLinksOf(x *Block, k int) {
	if x.links.n == 0 || x.Weight == 0 || !p.set.On(ruleLinks) {
		return
	}
	here := p.source(x, p.cut[k].start, p.cut[k].end)
	gap := sdk.Span{Start: here.End, End: int(x.after)}
	if k+1 < len(p.cut) {
		gap.End = p.source(x, p.cut[k+1].start, p.cut[k+1].end).Start
	}
	// Links are in the order of the content: those up to the end of this piece are its own.
	links, n := p.linksOf(x), 0
	for n < len(links) && links[n].Tag.Start < here.End {
		n++
	}
	p.addLinks(links[:n], gap, float64(x.Weight))
	x.links = part{x.links.first + int32(n), x.links.n - int32(n)}
}

func (p *planner) addLinks(links []Link, gap sdk.Span, weight float64) {
	const most = 4 // addresses behind one piece; they are dear
	if len(links) == 0 || gap.Len() <= 0 {
		return
	}
	links = links[:min(len(links), most)]
	var text strings.Builder
	from := make([]sdk.Span, 0, most)
	for k, l := range links {
		if k > 0 {
			text.WriteByte(' ')
		}
		text.WriteString("<" + l.Href + ">")
		from = append(from, l.Tag)
	}
	p.b.Show(gap, text.String(), 0.13*weight*float64(len(links)), sdk.From(from...), sdk.InRow(p.row, " "), linkKey, p.inPart)
}

// codeIndent sets comments of code in, which would read as headings at the margin.
const codeIndent = "    "

func tableKey(n int32) string { return "table" + strconv.Itoa(int(n)) }
