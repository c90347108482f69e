package score

import (
	"context"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/riffle-dev/riffle/sdk"
)

// maxPiece bounds in bytes what is given to the encoder at once: its time grows
// with the square of a piece. It is a multiple of 128, the longest run of spaces
// that is one token, so that cutting runs hardly changes a count.
const maxPiece = 2048

// maxMemo bounds in bytes the pieces whose counts are remembered.
const maxMemo = 64 << 20

// Counter counts the o200k_base tokens of texts. It remembers the counts of pieces
// between which the tokenizer always splits, so that texts that share most of
// their words are counted fast. It is safe for concurrent use.
type Counter struct {
	encoding *tiktoken.Tiktoken

	mu    sync.RWMutex
	memo  map[string]int
	bytes int
}

// SetBpeLoader writes a global, and an encoding takes long to build and never changes.
var o200k = sync.OnceValues(func() (*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	return tiktoken.GetEncoding("o200k_base")
})

// NewCounter makes a counter. The tables are part of the program.
func NewCounter() (*Counter, error) {
	e, err := o200k()
	if err != nil {
		return nil, err
	}
	return &Counter{encoding: e, memo: map[string]int{}}, nil
}

// Count is the number of tokens of s as ordinary text. Bytes that are not valid
// UTF-8 count as U+FFFD each.
func (c *Counter) Count(s string) int {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	n := 0
	var unknown []string
	c.mu.RLock()
	for len(s) > 0 {
		end := pieceEnd(s)
		if k, ok := c.memo[s[:end]]; ok {
			n += k
		} else {
			unknown = append(unknown, s[:end])
		}
		s = s[end:]
	}
	c.mu.RUnlock()
	for _, p := range unknown {
		n += c.learn(p)
	}
	return n
}

func (c *Counter) learn(piece string) int {
	c.mu.RLock()
	k, ok := c.memo[piece]
	c.mu.RUnlock()
	if ok {
		return k
	}
	k = len(c.encoding.EncodeOrdinary(piece))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes > maxMemo {
		clear(c.memo)
		c.bytes = 0
	}
	c.memo[strings.Clone(piece)] = k // a copy: the piece would hold its whole text
	c.bytes += len(piece)
	return k
}

// Info describes the counter as an estimator.
func (c *Counter) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "exact", Version: "1.0.0", Summary: "o200k_base, counted", Encoding: "o200k_base", Exact: true}
}

// CountTokens counts each text.
func (c *Counter) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, t := range texts {
		counts[i] = c.Count(string(t))
	}
	return counts, nil
}

var _ sdk.Estimator = (*Counter)(nil)

// pieceEnd is where the first piece of s ends: the first place where the o200k
// pattern always splits, whatever follows, or maxPiece.
func pieceEnd(s string) int {
	limit := min(len(s), maxPiece)
	for i := 1; i < limit; i++ {
		if splits(s, i) {
			return i
		}
	}
	for limit < len(s) && limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}

// splits reports whether no token of the o200k pattern can span s[i]. A run of
// letters ends before anything that is no letter, mark or apostrophe (a
// contraction), a run of digits before anything that is no digit, and white space
// goes with what follows it, except that line ends go with punctuation before them.
func splits(s string, i int) bool {
	a, b := s[i-1], s[i]
	if a >= utf8.RuneSelf || b >= utf8.RuneSelf {
		return false
	}
	switch {
	case letter(a):
		return !letter(b) && b != '\''
	case digit(a):
		return !digit(b)
	case a == '\n':
		return b != '/' && !blankAhead(s[i:])
	case b == ' ' || b == '\t':
		return a > ' ' && a < 0x7f
	}
	return false
}

// blankAhead reports whether s starts with white space that holds a line end, which
// the tokenizer joins to the line end before it.
func blankAhead(s string) bool {
	for _, r := range s {
		if r == '\n' || r == '\r' {
			return true
		}
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
