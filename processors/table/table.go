// Package table plans tables: CSV, TSV and semicolons, tables drawn with rules,
// and columns that are aligned with blanks. The header is kept, and rows are ranked
// by what in them differs from their column.
package table

import (
	"bytes"
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
)

// Processor ranks the rows of a table. The zero value is ready; it is safe for
// concurrent use.
type Processor struct{}

var (
	_ sdk.Processor = Processor{}
	_ sdk.Matcher   = Processor{}
)

// Kind is the processor's own kind.
const Kind = "table"

// New returns the processor.
func New() sdk.Processor { return Processor{} }

// Info describes the processor.
func (Processor) Info() sdk.Info {
	return sdk.Info{
		Name:      "table",
		Version:   "1.0.0",
		Summary:   "tables: CSV, TSV, semicolons, drawn and aligned columns",
		Kinds:     []string{Kind},
		Priority:  -200, // what the user added, and a report, are told first
		Stability: sdk.Beta,
	}
}

// Process reads the content as a table and ranks its rows. It declines what is
// no table.
func (Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	t := read(req.Content)
	if t == nil {
		return sdk.Plan{}, fmt.Errorf("table: the content is no table: %w", sdk.ErrDeclined)
	}
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("table: %w", err)
	}
	marks := t.marks()
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("table: %w", err)
	}
	return newDraft(req, t, marks).plan(), nil
}

// Match tells a table by its first lines.
func (Processor) Match(_ context.Context, s sdk.Sample) (string, error) {
	if s.Kind != sdk.KindLog && s.Kind != sdk.KindText {
		return "", nil
	}
	head := s.Head
	if s.Bytes > len(head) { // the last line is cut
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	if t := read(head); t == nil || len(t.head.cells) == 0 {
		return "", nil
	}
	return Kind, nil
}

// form is how the cells of a row are parted.
type form uint8

const (
	delimited form = iota // by one byte, perhaps with quotes
	drawn                 // by vertical rules
	aligned               // by blanks, at the same places in all rows
)

// table is a content as rows of cells. Spans count bytes of the content.
type table struct {
	content []byte
	form    form
	delim   byte  // of delimited cells, else 0
	head    row   // names of the columns; without cells where there are none
	rows    []row // in the order of the content
	rest    []sdk.Span
	columns int
	others  [][]row // further tables: each a header and rows
}

// row is one record: a line, or several where a quoted cell spans them.
type row struct {
	sdk.Span
	cells   []sdk.Span // without quotes and blanks around them
	comment bool       // a line that begins with "#"
}

// minRows and minColumns are what a table needs; anything is parted somewhere.
const (
	minRows    = 6
	minColumns = 3
)

// read finds the form in which the content is a table, nil: it is none, or one that is
// read for its words.
func read(content []byte) *table {
	for _, f := range []func([]byte) *table{readDrawn, readDelimited, readAligned} {
		if t := f(content); t != nil {
			if t.wordy() {
				return nil
			}
			return t
		}
	}
	return nil
}

const (
	wordyBytes   = 200 // rows of more may be read for their words
	wordyPercent = 60  // where so much of them is no number
	wordyRows    = 256 // that are looked at
)

// wordy reports whether a table is read for its words rather than for cells that stand
// out, as a proxy's log is: its rows are long, and mostly text. Those are better read as
// lines.
func (t *table) wordy() bool {
	all, words := 0, 0
	rows := t.rows[:min(len(t.rows), wordyRows)]
	for i := range rows {
		all += rows[i].Len()
		for j := range rows[i].cells {
			if c := t.cell(&rows[i], j); len(c) > 0 {
				if _, ok := number(c); !ok {
					words += len(c)
				}
			}
		}
	}
	return all > wordyBytes*len(rows) && words*100 >= all*wordyPercent
}

// cell is the j-th cell of a row; rows may lack some.
func (t *table) cell(r *row, j int) []byte {
	if j >= len(r.cells) {
		return nil
	}
	return t.content[r.cells[j].Start:r.cells[j].End]
}

// name is what heads a column, empty where nothing does.
func (t *table) name(j int) []byte { return t.cell(&t.head, j) }
