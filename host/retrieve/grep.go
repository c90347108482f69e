package retrieve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Bounds of what grep writes of one line, in code points or pieces. 400 code points
// are about 100 tokens; 120 on either side of a match show a record or a message.
const (
	maxShown   = 400
	around     = 120
	maxPieces  = 20
	maxMatches = 1000
)

// maxLine is the longest line, in bytes, that is searched in memory: a content that
// went through the host has at most 64 MiB. Of longer ones the first match is found.
const maxLine = 64 << 20

// grep writes lines that match as "N:line" and those around them as "N-line", with
// "--" between groups. A line over maxShown is written in pieces around its
// matches, "N:[chars A-B] …piece…", so that one can go on reading there.
type grep struct {
	request
	src source
	out *bufio.Writer

	longest int // line in bytes that is kept in memory

	long   []byte   // room for a line over one block
	before [][]byte // ring of the last lines as they are written behind "N-"
	kept   int      // how many lines of the ring count, the last of them being the line before
	due    int      // how many lines are still to be written behind a match
	last   int64    // number of the last line written
	found  bool
}

// line is one line of the content without its end.
type line struct {
	no     int64  // from 1
	offset int64  // of its first byte
	char   int64  // of its first code point
	data   []byte // valid until the next line is read
	huge   bool   // over the longest line that is kept: there is no data
	size   int64  // bytes, the end included
	chars  int64  // code points, the end included
}

func (g *grep) run() error {
	r := bufio.NewReaderSize(g.src, block)
	want := span{1, endless}
	if g.lines != nil {
		want = *g.lines
	}
	l := line{no: 1}
	for l.no <= want.to {
		err := g.read(r, &l)
		if err != nil && err != io.EOF {
			return fmt.Errorf("get: cannot read on at line %d: %w", l.no, err)
		}
		if l.size > 0 && l.no >= want.from {
			if err := g.take(&l); err != nil {
				return err
			}
		}
		if l.size > 0 {
			l = line{no: l.no + 1, offset: l.offset + l.size, char: l.char + l.chars}
		}
		if err == io.EOF {
			break
		}
	}
	switch total := l.no - 1; {
	case want.from > total && (total > 0 || g.lines != nil):
		return nothing("line %d was asked for, but %s", want.from, has(total, "line"))
	case !g.found:
		return nothing("no line matches %q (searched lines %d to %d)", g.re, min(want.from, total), total)
	}
	return nil
}

// read reads the line at l.offset. io.EOF comes with the last line, which may be empty.
func (g *grep) read(r *bufio.Reader, l *line) error {
	part, err := r.ReadSlice('\n')
	data := part
	if errors.Is(err, bufio.ErrBufferFull) {
		g.long = g.long[:0]
		for {
			g.long = append(g.long, part...)
			l.size += int64(len(part))
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
			if len(g.long) > g.longest {
				l.huge = true
				return g.pass(r, l)
			}
			part, err = r.ReadSlice('\n')
		}
		data = g.long
	}
	l.size, l.chars = int64(len(data)), countChars(data)
	l.data = withoutEnd(data)
	return err
}

// pass reads on to the end of a line that is too long to keep.
func (g *grep) pass(r *bufio.Reader, l *line) error {
	l.chars = countChars(g.long)
	g.long = nil // not to be held for the rest of the content
	for {
		part, err := r.ReadSlice('\n')
		l.size += int64(len(part))
		l.chars += countChars(part)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

func withoutEnd(b []byte) []byte {
	if n := len(b); n > 0 && b[n-1] == '\n' {
		b = b[:n-1]
		if n > 1 && b[n-2] == '\r' {
			b = b[:n-2]
		}
	}
	return b
}

// take writes a line, or keeps it as one before a match.
func (g *grep) take(l *line) error {
	rows, err := g.match(l)
	if err != nil {
		return err
	}
	switch {
	case len(rows) > 0:
		g.found = true
		g.flushBefore(l.no)
		for _, row := range rows {
			fmt.Fprintf(g.out, "%d:%s\n", l.no, row)
		}
		g.kept, g.due, g.last = 0, g.context, l.no
	case g.due > 0:
		fmt.Fprintf(g.out, "%d-%s\n", l.no, g.head(l, nil))
		g.due--
		g.last = l.no
	case g.context > 0:
		if g.before == nil {
			g.before = make([][]byte, g.context)
		}
		slot := &g.before[l.no%int64(g.context)]
		*slot = g.head(l, (*slot)[:0])
		g.kept = min(g.kept+1, g.context)
	}
	if g.out.Buffered() == 0 { // an error of the writer shows when it has to write
		return g.out.Flush()
	}
	return nil
}

// flushBefore writes the lines before a match, after a separator where lines are
// missing.
func (g *grep) flushBefore(no int64) {
	first := no - int64(g.kept)
	if g.context > 0 && g.last > 0 && first > g.last+1 {
		g.out.WriteString("--\n")
	}
	for n := first; n < no; n++ {
		fmt.Fprintf(g.out, "%d-%s\n", n, g.before[n%int64(g.context)])
	}
}
