package retrieve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// span is a range of lines or characters as it was written: lines include to,
// characters do not.
type span struct{ from, to int64 }

// endless is the end of "A-".
const endless = math.MaxInt64

// parseSpan reads "A-B", "A,B", "A-" or "A", numbered from first.
func parseSpan(s string, first int64) (*span, error) {
	a, b, two := strings.Cut(s, "-")
	if !two {
		a, b, two = strings.Cut(s, ",")
	}
	from, err := number(a)
	if err != nil {
		return nil, err
	}
	if from < first {
		return nil, fmt.Errorf("they are numbered from %d", first)
	}
	to := from + 1 - first // one alone
	switch {
	case two && strings.TrimSpace(b) == "":
		to = endless
	case two:
		if to, err = number(b); err != nil {
			return nil, err
		}
	}
	if to < from || first == 0 && to == from {
		return nil, errors.New("the end comes before the beginning")
	}
	return &span{from, to}, nil
}

func number(s string) (int64, error) {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 62)
	if err != nil {
		return 0, errors.New("expected A-B, two numbers")
	}
	return int64(n), nil
}

// block is how many bytes are read at a time.
const block = 256 << 10

// writeLines copies whole lines, with the ends that they have.
func writeLines(w io.Writer, r io.Reader, want span) error {
	buf := make([]byte, block)
	line, inside := int64(1), false // the line that the next byte belongs to; whether it has bytes
	for {
		n, err := r.Read(buf)
		for b := buf[:n]; len(b) > 0; {
			end := bytes.IndexByte(b, '\n') + 1
			full := end > 0
			if !full {
				end = len(b)
			}
			if line >= want.from {
				if _, err := w.Write(b[:end]); err != nil {
					return err
				}
			}
			b = b[end:]
			if inside = !full; full {
				line++
			}
			if line > want.to {
				return nil
			}
		}
		if err == nil {
			continue
		}
		if err != io.EOF {
			return fmt.Errorf("get: cannot read on at line %d: %w", line, err)
		}
		total := line
		if !inside {
			total--
		}
		if want.from > total {
			return nothing("line %d was asked for, but %s", want.from, has(total, "line"))
		}
		return nil
	}
}

// has says how much of something the content has.
func has(n int64, what string) string {
	switch n {
	case 0:
		return "the content is empty"
	case 1:
		return "the content has 1 " + what
	}
	return fmt.Sprintf("the content has %d %ss", n, what)
}

// writeChars copies code points.
func writeChars(w io.Writer, r io.Reader, want span) error {
	buf := make([]byte, block)
	char := int64(-1) // that the next byte would go on with
	for {
		n, err := r.Read(buf)
		b := buf[:n]
		count := countChars(b)
		if char+count >= want.from && n > 0 {
			start := 0 // also of bytes that belong to no code point
			if want.from > 0 {
				start = charAt(b, want.from-char-1)
			}
			part := b[start:]
			end := len(part)
			if char+count >= want.to {
				end -= len(b) - charAt(b, want.to-char-1)
			}
			if _, err := w.Write(part[:end]); err != nil {
				return err
			}
		}
		if char += count; char >= want.to {
			return nil
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("get: cannot read on at character %d: %w", char+1, err)
		}
	}
	if total := char + 1; total <= want.from {
		return nothing("character %d was asked for, but %s, numbered from 0", want.from, has(total, "character"))
	}
	return nil
}

// countChars counts the bytes that begin a code point, as the host does for markers
// also where a stored stream is no UTF-8.
func countChars(b []byte) int64 {
	n := int64(0)
	for _, c := range b {
		if c&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

// charAt is where code point n of b begins, 0 where n is negative.
func charAt(b []byte, n int64) int {
	if n < 0 {
		return 0
	}
	for i, c := range b {
		if c&0xc0 != 0x80 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(b)
}

// skipRunes is the number of bytes of the first n code points of b.
func skipRunes(b []byte, n int64) int {
	i := 0
	for ; n > 0 && i < len(b); n-- {
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return i
}
