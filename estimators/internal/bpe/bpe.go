// Package bpe counts tokens exactly, with the byte pair encodings o200k_base and
// cl100k_base. It yields the tokens of OpenAI's own implementation, but splits
// texts without regular expressions and merges in n log n time.
package bpe

import (
	"sync"
	"unicode/utf8"
)

// Encoding is one byte pair encoding. It is safe for concurrent use.
type Encoding struct {
	vocab *vocabulary
	split func(s *splitter, i int) int
}

var (
	o200k = sync.OnceValue(func() *Encoding {
		return &Encoding{load("o200k_base"), (*splitter).o200k}
	})
	cl100k = sync.OnceValue(func() *Encoding {
		return &Encoding{load("cl100k_base"), (*splitter).cl100k}
	})
)

// O200K returns the encoding o200k_base (GPT-4o and later).
func O200K() *Encoding { return o200k() }

// CL100K returns the encoding cl100k_base (GPT-4, GPT-3.5).
func CL100K() *Encoding { return cl100k() }

// Count returns the number of tokens of text. Special tokens such as
// <|endoftext|> count as plain text; bytes that are no UTF-8 count as one U+FFFD
// per maximal subpart.
func (e *Encoding) Count(text []byte) int {
	return len(e.AppendTokens(nil, text))
}

// AppendTokens appends the tokens of text to dst, by the same rules as Count.
func (e *Encoding) AppendTokens(dst []uint32, text []byte) []uint32 {
	s := splitter{text: replaceInvalid(text), wide: wide()}
	for i := 0; i < len(s.text); {
		end := e.split(&s, i)
		piece := s.text[i:end]
		if rank, ok := e.vocab.rank(piece); ok {
			dst = append(dst, rank)
		} else {
			dst = e.vocab.merge(dst, piece)
		}
		i = end
	}
	return dst
}

// replaceInvalid returns text with one U+FFFD for every maximal subpart that is
// no UTF-8; text itself where there is none.
func replaceInvalid(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			for n < len(text) && !utf8.FullRune(text[:n+1]) {
				n++
			}
		}
		out = utf8.AppendRune(out, r)
		text = text[n:]
	}
	return out
}
