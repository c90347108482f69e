// Package render draws chosen units of a plan as the text that a model reads:
// rows in the order of the content, every gap marked in a unit and a count, long
// repeats folded, and the notice that stands before it all. It decides nothing
// about what is shown.
//
// Plain content (lines) is drawn in one of two forms, whichever costs fewer
// tokens: a marker per gap, or every row under its own number, where the jump
// between two numbers is the marker. Content of groups (the items of an array)
// is drawn with the number of each item.
package render

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

// Form is how gaps between plain lines are marked.
type Form int

const (
	Marked   Form = iota // a marker line stands in each gap
	Numbered             // each row has its own number; the jump is the marker
)

// longLine is the mean length in bytes from which lines are no good as addresses
// and gaps are counted in characters instead.
const longLine = 2000

// Page is one content with its plan, ready to be drawn for any choice of units.
// It is safe for concurrent use: drawing changes nothing.
type Page struct {
	content []byte
	plan    *sdk.Plan
	starts  []int        // byte offset of each line
	chars   bool         // gaps are counted in characters, not lines
	markup  bool         // bytes between units may be markup that says nothing: the parts of a row tell its gaps
	grouped bool         // units belong to groups
	runes   []int        // code points before every runeStep-th byte, where chars is set
	shared  map[int]bool // rows that units of several items stand on
}

const runeStep = 4096

// NewPage prepares to draw a plan that has passed sdk.CheckPlan, of a content that
// the inspector took for the given kind. It keeps content and plan; they must not
// change.
func NewPage(content []byte, plan *sdk.Plan, kind string) *Page {
	p := &Page{content: content, plan: plan, starts: []int{0}, markup: isMarkup(content, plan, kind)}
	for i := 0; i < len(content); {
		j := bytes.IndexByte(content[i:], '\n')
		if j < 0 || i+j+1 == len(content) {
			break
		}
		i += j + 1
		p.starts = append(p.starts, i)
	}
	p.chars = len(p.starts) <= 3 && len(content) > longLine || len(content)/len(p.starts) > longLine
	if p.chars {
		n := 0
		for i := 0; i < len(content); i += runeStep {
			p.runes = append(p.runes, n)
			n += runeStarts(content[i:min(len(content), i+runeStep)])
		}
	}
	for i := range plan.Units {
		if plan.Units[i].Group >= 0 {
			p.grouped = true
			p.shared = sharedRows(plan)
			break
		}
	}
	return p
}

// isMarkup reports whether a content has bytes that say nothing to a reader though
// they hold letters: tags, or the keys of records. A kind that the host does not
// know is taken at its word only where it begins like a page.
func isMarkup(content []byte, plan *sdk.Plan, kind string) bool {
	switch kind {
	case sdk.KindHTML:
		return true
	case sdk.KindJSON:
		return len(plan.Groups) > 0 // else it is shown as lines
	case sdk.KindLog, sdk.KindText:
		return false
	}
	return plan.Complete && bytes.HasPrefix(bytes.TrimSpace(content[:min(len(content), 512)]), []byte("<"))
}

// Lines is the number of lines of the content.
func (p *Page) Lines() int { return len(p.starts) }

// Plan returns the plan that the page draws.
func (p *Page) Plan() *sdk.Plan { return p.plan }

// line is the number, from 0, of the line that holds byte i.
func (p *Page) line(i int) int {
	return sort.Search(len(p.starts), func(k int) bool { return p.starts[k] > i }) - 1
}

// char is the number of code points before byte i.
func (p *Page) char(i int) int {
	if len(p.content) == 0 {
		return 0
	}
	k := min(i/runeStep, len(p.runes)-1)
	return p.runes[k] + runeStarts(p.content[k*runeStep:i])
}

// runeStarts counts the code points that begin in b.
func runeStarts(b []byte) int {
	n := 0
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// lineEnd is the byte after the last byte of line k, its line end left out.
func (p *Page) lineEnd(k int) int {
	if k+1 < len(p.starts) {
		return p.starts[k+1] - 1
	}
	return len(bytes.TrimSuffix(p.content, []byte("\n")))
}

// text is what unit i shows.
func (p *Page) text(i int) []byte {
	u := &p.plan.Units[i]
	if u.Text != "" {
		return []byte(u.Text)
	}
	return p.content[u.Span.Start:u.Span.End]
}

// Shows returns what unit i shows, without what its row adds. It must not be
// changed.
func (p *Page) Shows(i int) []byte { return p.text(i) }

// Gap is a run of the content that is not shown.
type Gap struct {
	Span  sdk.Span // bytes of the content
	Unit  string   // "lines", "chars", or what the group counts
	Count int      // how many of them
	Ref   string   // the group, "" for lines and characters
}

// Body is a drawn choice of units, without its notice.
type Body struct {
	Lines   []string // output lines without line ends
	Gaps    []Gap
	Unit    string // what the notice counts: "lines", "chars", "items"
	Omitted int    // how many of them are not shown
	Total   int    // how many the content has
	Where   string // the one gap of a preview: "4096-28976"
	Form    Form   // Numbered where the lines carry numbers that the notice explains
}
