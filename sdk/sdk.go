// Package sdk is all that the author of a Riffle plugin imports: the two
// interfaces, the plan that a processor returns, and a Builder that makes plans
// easy to write. It uses the standard library only.
//
// A processor ranks pieces of one tool result; it fits no budget and draws
// nothing. The host takes the best pieces that the budget holds, draws them and
// says what is missing, so it can prove what any processor kept.
package sdk

import (
	"context"
	"errors"
)

// Processor plans how one kind of content is shown. Implementations must be
// safe for concurrent use.
type Processor interface {
	// Info describes the processor. It is constant and has no side effects.
	Info() Info
	// Process parts req.Content into units and ranks them. It returns an error
	// that wraps ErrDeclined when it has nothing useful to do; any other error
	// is a fault, which counts against the plugin. Either way the host asks the
	// next processor.
	Process(ctx context.Context, req Request) (Plan, error)
}

// Estimator counts or estimates tokens. Implementations must be safe for
// concurrent use.
type Estimator interface {
	// Info describes the estimator. It is constant and has no side effects.
	Info() EstimatorInfo
	// CountTokens returns the number of tokens of each text, in the same order.
	// The texts are valid UTF-8, read only, and not kept after the call.
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
}

// ErrDeclined reports that a processor has nothing useful to do with a content.
// It is data, not a fault: the host tries the next processor. It may be wrapped
// with a reason.
var ErrDeclined = errors.New("sdk: processor declined")

// Info describes a processor.
type Info struct {
	Name      string   // lower case, digits and hyphens: "log"
	Version   string   // semantic version without a leading v: "1.0.0"
	Summary   string   // one line for listings
	Kinds     []string // kinds of content it takes: those of the host ("json", "html", "log", "text") and kinds of its own
	Magic     []string // what content of its own kinds begins with, any of them; "?" stands for any byte; nil: anything
	Priority  int      // which of several processors is asked first whether a content is of its own kind: the highest
	Stability string   // Experimental, Beta, Stable or Deprecated; "" says nothing
}

// EstimatorInfo describes an estimator.
type EstimatorInfo struct {
	Name      string  // lower case, digits and hyphens: "tiktoken"
	Version   string  // semantic version without a leading v
	Summary   string  // one line for listings
	Encoding  string  // the tokenizer it counts or imitates: "o200k_base"
	Exact     bool    // true: the counts are those of the tokenizer itself
	Stability string  // Experimental, Beta, Stable or Deprecated; "" says nothing
	Margin    float64 // how far a true count may exceed the estimate, as a share of it; budgets are kept by so much
	ExactUpTo int     // the most bytes of a text that an estimator which is not Exact counts as if it were; 0: none
	PerText   int     // tokens that every text costs beside those of its words, as in a meter of messages
}

// Request is one content to plan.
type Request struct {
	Content   []byte            // valid UTF-8; read only, not to be kept after the call
	Kind      string            // what the content is: "json", "html", "log", "text", or a kind that Matcher gave
	Tool      string            // name of the tool: "bash", "http", "mcp__fs__read_file"; may be empty
	Command   string            // the command line, where the caller knows it
	MaxTokens int               // by sdk/tokens: Plan.Order may stop at twice this cost; 0 means no limit
	Evidence  []Span            // what the host's guard will look for, most important first
	Options   map[string]string // from the configuration of this processor
}

// Span is the bytes [Start,End) of a content.
type Span struct {
	Start, End int
}

// Len is the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether t lies inside s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Unit is one piece of a plan: which bytes of the content it shows, and how, if
// not verbatim.
type Unit struct {
	Span   Span   // bytes of Content that this unit shows
	Text   string // what to show for them; "" shows the bytes themselves, verbatim
	From   []Span // further bytes whose words Text repeats (a header row, a constant column); may overlap; not counted as shown
	Copies []Span // other places that say the same; the host verifies them and draws how many and where
	Group  int    // index into Plan.Groups, -1 for plain lines
	Item   int    // which item of the group, from 0
	Row    int    // units of one row share an output line
	Part   int    // place in the row, from 0; a jump between two shown units is drawn as a gap
	Parts  int    // how many pieces the row has, shown, planned or neither; 0 means Part+1
	Sep    string // joins this unit to the one before it in its row
	Needs  []int  // indices of units that must be shown whenever this one is; acyclic
}

// Group is a set of things in the content that are counted when some are
// missing. Plain lines need none.
type Group struct {
	Ref    string // in the content's own terms: "$.items", "## Options", "diff a/x.go"
	Unit   string // "items", "rows", "hunks", "tests", "sections"
	Parent int    // index into Plan.Groups of an earlier group, -1 at the top
	Item   int    // which item of the parent holds this group
	Span   Span   // all bytes of the group
	Total  int    // how many items the content has
	Named  bool   // items are told apart by their first unit (a map's key), so no number is drawn
}

// Plan is a processor's answer: units in the order of the content and a ranking
// that serves every budget.
type Plan struct {
	Units    []Unit   // spans ascend and do not overlap; at most MaxUnits
	Order    []int    // indices into Units, best first; what is only needed by others may be absent
	Groups   []Group  // parents before children
	Notes    []string // remarks about the content, at most MaxNotes of at most MaxNoteBytes bytes
	Complete bool     // true: all bytes outside the units are markup that says nothing; false: the plan stopped early
	Summary  string   // one short line: "2331 lines, 3 errors"
}

// Limits of a plan. A plan beyond them is refused by CheckPlan.
const (
	MaxUnits     = 65536 // units that a plan may hold: Units only needs what Order reaches
	MaxNotes     = 8
	MaxNoteBytes = 160
)
