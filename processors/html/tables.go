package html

import (
	"bytes"
	"strconv"

	"golang.org/x/net/html/atom"

	"github.com/riffle-dev/riffle/processors/internal/document"
)

// Bounds of tables.
const (
	maxColumns  = 64   // a wider row is no table that a person reads
	maxCarried  = 16   // cells that span into one row
	maxSpanned  = 1000 // rows that one cell may span
	wordyCell   = 1500 // bytes; a cell with more is laid out as text
	headerLines = 3    // rows of column names at the top
)

// table is an open table.
type table struct {
	number  int32
	rows    int32 // of data so far
	headers int
	head    bool // inside thead
	carried []carried
	row     *row
	spare   row
}

// row is an open row.
type row struct {
	first  int // index of its first block
	cells  []cell
	layout bool // holds another table, so it is no row of data
}

type cell struct {
	first, last   int // its blocks
	column        int
	columns, rows int // how many it spans
	head          bool
	open          bool
}

// carried is a cell that spans the rows to come.
type carried struct {
	cell          document.Cell
	columns, left int
}

// newRow opens a row at a block. A table has one at a time, so it is used again.
func (t *table) newRow(first int) *row {
	t.spare = row{first: first, cells: t.spare.cells[:0]}
	return &t.spare
}

func isTable(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Td, atom.Th:
		return true
	}
	return false
}

func (r *reader) table() *table {
	if n := len(r.tables); n > 0 {
		return r.tables[n-1]
	}
	return nil
}

// openTable starts a table or a part of one. It reports false for a part without
// its table, which is ignored.
func (r *reader) openTable(a atom.Atom, attrs attrs) bool {
	t := r.table()
	if a == atom.Table {
		if t != nil && t.row != nil {
			t.row.layout = true
		}
		r.tableNo++
		r.tables = append(r.tables, &table{number: r.tableNo})
		return true
	}
	if t == nil {
		if r.tableNo > 0 || a == atom.Td || a == atom.Th {
			return false
		}
		// rows that a program prints without the table around them
		r.tableNo++
		t = &table{number: r.tableNo}
		r.tables = append(r.tables, t)
	}
	switch a {
	case atom.Td, atom.Th:
		r.endCell()
		if t.row == nil {
			t.row = t.newRow(len(r.doc.Blocks))
		}
		r.popTo([]atom.Atom{atom.Td, atom.Th}, []atom.Atom{atom.Table, atom.Tr})
		r.startCell(t, a == atom.Th, attrs)
	case atom.Tr:
		r.endRow(r.pos)
		r.popTo([]atom.Atom{atom.Tr}, []atom.Atom{atom.Table})
		t.row = t.newRow(len(r.doc.Blocks))
	default:
		r.endRow(r.pos)
		r.popTo([]atom.Atom{atom.Thead, atom.Tbody, atom.Tfoot}, []atom.Atom{atom.Table})
		t.head = a == atom.Thead
	}
	return true
}

func (r *reader) closeTable(a atom.Atom) {
	t := r.table()
	if t == nil {
		return
	}
	switch a {
	case atom.Table:
		r.endTable(r.end)
		r.popTable()
		return
	case atom.Td, atom.Th:
		r.endCell()
		a = atom.Td
		r.popTo([]atom.Atom{atom.Td, atom.Th}, []atom.Atom{atom.Table})
		return
	case atom.Tr:
		r.endRow(r.end)
	default:
		r.endRow(r.pos)
		t.head = false
	}
	r.popTo([]atom.Atom{a}, []atom.Atom{atom.Table})
}

// popTable closes the innermost table element however far up it is: it is popped
// once, so all of this is linear.
func (r *reader) popTable() {
	for i := len(r.stack) - 1; i >= 0; i-- {
		if r.stack[i].atom == atom.Table {
			r.pop(i)
			return
		}
	}
}

func (r *reader) endTable(after int) {
	r.endRow(after)
	r.tables = r.tables[:len(r.tables)-1]
}

func (r *reader) startCell(t *table, head bool, attrs attrs) {
	c := cell{
		first: len(r.doc.Blocks), head: head, open: true,
		columns: number(attrs.get("colspan"), maxColumns), rows: number(attrs.get("rowspan"), maxSpanned),
	}
	if n := len(t.row.cells); n > 0 {
		last := t.row.cells[n-1]
		c.column = last.column + last.columns
	}
	for moved := true; moved; {
		moved = false
		for _, x := range t.carried {
			if c.column >= int(x.cell.Column) && c.column < int(x.cell.Column)+x.columns {
				c.column, moved = int(x.cell.Column)+x.columns, true
			}
		}
	}
	t.row.cells = append(t.row.cells, c)
}

func number(s []byte, most int) int {
	if len(s) == 0 {
		return 1
	}
	n, err := strconv.Atoi(string(bytes.TrimSpace(s)))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, most)
}

// inCell reports whether the present text belongs to a cell of a table.
func (r *reader) inCell() bool {
	t := r.table()
	return t != nil && t.row != nil && len(t.row.cells) > 0 && t.row.cells[len(t.row.cells)-1].open
}

// endCell ends the open cell, if there is one.
func (r *reader) endCell() {
	t := r.table()
	if t == nil || t.row == nil || len(t.row.cells) == 0 {
		return
	}
	if c := &t.row.cells[len(t.row.cells)-1]; c.open {
		r.control = -1
		r.flush(r.pos)
		c.last, c.open = len(r.doc.Blocks), false
	}
}

// endRow ends the open row: its blocks become one row of data, or stay what they
// are if the row only lays out a page.
func (r *reader) endRow(after int) {
	t := r.table()
	if t == nil || t.row == nil {
		return
	}
	r.endCell()
	row := t.row
	t.row = nil
	if !r.isData(t, row) {
		t.pass(nil)
		return
	}
	b := document.Block{Kind: document.Row, Weight: 1, Table: t.number}
	if len(r.doc.Blocks) > row.first {
		b.Weight = r.doc.Blocks[row.first].Weight
	}
	if r.isHeader(t, row) {
		b.Kind = document.Header
		t.headers++
	} else {
		b.Nth = t.rows
		t.rows++
	}
	r.doc.SetCells(&b, r.cells(t, row))
	r.count[b.Kind]++
	r.doc.Merge(row.first, b, after)
	r.start = r.doc.Len()
	r.block.Unlink()
}

// cells lists, until the next call, the row's own cells and those that earlier rows carry into it, by
// column, and remembers those that it carries on.
func (r *reader) cells(t *table, row *row) []document.Cell {
	out := r.rowCells[:0]
	var next []carried
	at := 0
	for _, c := range row.cells {
		for at < len(t.carried) && int(t.carried[at].cell.Column) < c.column {
			out = append(out, t.carried[at].cell)
			at++
		}
		x := r.doc.CellOf(c.first, c.last, c.column)
		out = append(out, x)
		if c.rows > 1 && len(next) < maxCarried && c.column < maxColumns {
			x.Carried = true
			next = append(next, carried{x, c.columns, c.rows})
		}
	}
	for ; at < len(t.carried); at++ {
		out = append(out, t.carried[at].cell)
	}
	t.pass(next)
	r.rowCells = out
	return out
}

// pass counts a row down on the cells that span it, and adds those that start in it.
func (t *table) pass(next []carried) {
	if len(t.carried)+len(next) == 0 {
		return
	}
	var out []carried
	all := append(append([]carried(nil), t.carried...), next...)
	for _, c := range all {
		if c.left--; c.left > 0 {
			out = append(out, c)
		}
	}
	for i := 1; i < len(out); i++ { // by column; a handful at most
		for k := i; k > 0 && out[k].cell.Column < out[k-1].cell.Column; k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	t.carried = out[:min(len(out), maxCarried)]
}

// isData tells a row of data from one that only lays out a page: that one holds
// other tables, headings, code, form fields with choices, long texts, or one cell.
func (r *reader) isData(t *table, row *row) bool {
	if row.layout || len(row.cells) == 0 || len(row.cells) > maxColumns || len(r.doc.Blocks) == row.first {
		return false
	}
	if len(row.cells) == 1 && len(t.carried) == 0 && row.cells[0].columns == 1 && !row.cells[0].head {
		return false
	}
	for _, c := range row.cells {
		size := 0
		for i := c.first; i < c.last; i++ {
			b := &r.doc.Blocks[i]
			switch b.Kind {
			case document.Para, document.Item:
			default:
				return false
			}
			size += b.TextLen()
		}
		if size > wordyCell {
			return false
		}
	}
	return true
}

func (r *reader) isHeader(t *table, row *row) bool {
	if t.rows > 0 || t.headers >= headerLines {
		return false
	}
	if t.head {
		return true
	}
	for _, c := range row.cells {
		if !c.head {
			return false
		}
	}
	return len(row.cells) > 1
}
