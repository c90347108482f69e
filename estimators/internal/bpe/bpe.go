// Package bpe counts tokens exactly, with the byte pair encodings o200k_base and
// cl100k_base. It yields the tokens of OpenAI's own implementation, but splits
// texts without regular expressions, merges in n log n time, looks tokens up in
// tables that are built ahead (see table), and remembers the counts of short pieces.
//
// The classes of characters are those of Go's Unicode tables, version 15.0.0 as of
// Go 1.26, as with github.com/pkoukk/tiktoken-go, from which no token differs. The
// implementation in Rust has tables of version 16: beside 5,055 code points that are
// letters, marks or numbers only since 15.1 or 16 (rare scripts and ideographs; the
// list is in unicode_test.go) it may count a token more or less.
package bpe

import (
	"context"
	_ "embed" // for the tables
	"sync"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
	"github.com/riffle-dev/riffle/estimators/internal/decode"
)

//go:generate go run ./generate o200k_base cl100k_base

// The tables are used where they are embedded. That costs 6.8 MB of program, but
// no time: building them from the rank files takes longer than riffle's whole run.
var (
	//go:embed o200k_base.bin
	o200kTable string
	//go:embed cl100k_base.bin
	cl100kTable string
)

// Encoding is one byte pair encoding. It is safe for concurrent use.
type Encoding struct {
	tokens table.Table
	cl100k bool // which rules split the text
	states sync.Pool
}

// The encodings are no initialised variables, so that a program holds only the
// tables that it uses.
var (
	o200k, cl100k         *Encoding
	o200kOnce, cl100kOnce sync.Once
)

// O200K returns the encoding o200k_base (GPT-4o and later).
func O200K() *Encoding {
	o200kOnce.Do(func() { o200k = &Encoding{tokens: table.Open(o200kTable)} })
	return o200k
}

// CL100K returns the encoding cl100k_base (GPT-4, GPT-3.5).
func CL100K() *Encoding {
	cl100kOnce.Do(func() { cl100k = &Encoding{tokens: table.Open(cl100kTable), cl100k: true} })
	return cl100k
}

// Count returns the number of tokens of text. Special tokens such as
// <|endoftext|> count as plain text; bytes that are no UTF-8 count as one U+FFFD
// per maximal subpart.
func (e *Encoding) Count(text []byte) int {
	n, _ := e.CountContext(context.Background(), text)
	return n
}

// CountContext is Count, but stops soon after ctx has ended, with its error.
func (e *Encoding) CountContext(ctx context.Context, text []byte) (int, error) {
	s := e.state()
	defer e.states.Put(s)
	return s.count(ctx, decode.Valid(text))
}

// AppendTokens appends the tokens of text to dst, by the same rules as Count.
func (e *Encoding) AppendTokens(dst []uint32, text []byte) []uint32 {
	s := e.state()
	defer e.states.Put(s)
	s.text = decode.Valid(text)
	for i := 0; i < len(s.text); {
		end := s.next(i)
		dst = s.appendTokens(dst, s.text[i:end])
		i = end
	}
	s.text = nil
	return dst
}

func (e *Encoding) state() *state {
	if s, ok := e.states.Get().(*state); ok {
		return s
	}
	return newState(&e.tokens, e.cl100k)
}
