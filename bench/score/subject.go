// Package score says in numbers, without a model, how much of a tool result a
// shorter text keeps and whether what it says about the rest is true.
package score

import (
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/riffle-dev/riffle/corpus"
)

// Budgets are the token budgets at which a curve is measured by default.
var Budgets = []int{256, 512, 1024, 2048, 4096, 8192}

// Subject is a case made ready for scoring. It is safe for concurrent use.
type Subject struct {
	Case    *corpus.Case
	Content string // what line numbers and offsets count in: the decoded input, without terminal sequences
	Input   string // the decoded input
	Tokens  int    // of Input

	counter *Counter
	needles []Needle

	once  sync.Once
	seen  []*view
	json  *jsonIndex // nil where the content is not JSON
	lines []int      // bytes of Content at which lines begin
	ascii bool       // a character is a byte
	input *view      // of Input, nil where that is the content

	pageOnce sync.Once
	html     *page
}

// NewSubject prepares a case. content is the cleaned text that a system under test
// works on; "" means the decoded input itself.
func NewSubject(c *corpus.Case, counter *Counter, content string) *Subject {
	s := &Subject{Case: c, Input: c.Text(), Content: content, counter: counter}
	if content == "" {
		s.Content = s.Input
	}
	s.Tokens = counter.Count(s.Input)
	for _, f := range c.Facts {
		s.needles = append(s.needles, NewNeedle(f.Text))
	}
	return s
}

// Counter counts tokens as the scores do.
func (s *Subject) Counter() *Counter { return s.counter }

// BudgetsBelow are the budgets that are smaller than the input: at the others
// nothing needs to be left out.
func (s *Subject) BudgetsBelow(budgets []int) []int {
	var below []int
	for _, b := range budgets {
		if b < s.Tokens {
			below = append(below, b)
		}
	}
	return below
}

// middle reports whether the fact first occurs in the middle 80 % of the input.
func (s *Subject) middle(fact int) bool {
	at := strings.Index(s.Input, s.Case.Facts[fact].Text)
	return at >= 0 && 10*at > len(s.Input) && 10*at < 9*len(s.Input)
}

// prepare makes what only the judgement of outputs needs.
func (s *Subject) prepare() {
	s.once.Do(func() {
		s.seen = []*view{newView(s.Content)}
		if looksLikeHTML(s.Content) {
			s.seen = []*view{newHTMLView(s.Content), s.seen[0]}
		}
		if s.Input != s.Content {
			s.input = newView(s.Input)
		}
		s.json = indexJSON(s.Content)
		s.lines = []int{0}
		s.ascii = true
		for i := 0; i < len(s.Content); i++ {
			if s.Content[i] == '\n' && i+1 < len(s.Content) {
				s.lines = append(s.lines, i+1)
			}
			s.ascii = s.ascii && s.Content[i] < 0x80
		}
	})
}

// views are the forms of the content in which texts are looked for, the plainest first.
func (s *Subject) views() []*view {
	s.prepare()
	return s.seen
}

// inUncleaned reports whether the pieces of a row stand in the input, each as one
// run of text, where cleaning has changed it.
func (s *Subject) inUncleaned(r *Row) bool {
	s.prepare()
	if s.input == nil {
		return false
	}
	for _, p := range r.Pieces {
		if !strings.Contains(s.input.all, strings.TrimSpace(Normalise(p))) {
			return false
		}
	}
	return true
}

// htmlPage is the content as a page. Few judgements need it.
func (s *Subject) htmlPage() *page {
	s.pageOnce.Do(func() { s.html = newPage(s.Content) })
	return s.html
}

func (s *Subject) index() *jsonIndex {
	s.prepare()
	return s.json
}

// indexJSON indexes a content that is JSON for the most part, if only its beginning.
func indexJSON(content string) *jsonIndex {
	head := strings.TrimLeft(content, " \t\r\n")
	if head == "" || head[0] != '{' && head[0] != '[' {
		return nil
	}
	if ix := newJSONIndex(content); 2*ix.end > len(content) && ix.root != nil {
		return ix
	}
	return nil
}

func (s *Subject) lineCount() int { s.prepare(); return len(s.lines) }

// lineOffset is the byte at which line k, from 0, begins; the end for lines beyond.
func (s *Subject) lineOffset(k int) int {
	s.prepare()
	if k < 0 {
		return 0
	}
	if k >= len(s.lines) {
		return len(s.Content)
	}
	return s.lines[k]
}

// lineAt is the line, from 0, that holds byte i.
func (s *Subject) lineAt(i int) int {
	s.prepare()
	return sort.SearchInts(s.lines, i+1) - 1
}

// charOffset is the byte at which character n, from 0, begins.
func (s *Subject) charOffset(n int) int {
	s.prepare()
	if n < 0 {
		return 0
	}
	if s.ascii {
		return min(n, len(s.Content))
	}
	for i := range s.Content {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s.Content)
}

// fragment is how a piece of a page begins: a table that a program printed.
var fragment = regexp.MustCompile(`(?i)^<(?:table|thead|tbody|tr|div|section|article|main|nav|header|ul|ol|dl|form|pre|p|h[1-6]|head|title|meta|link|body)(?:\s[^<>]*)?>`)

func looksLikeHTML(content string) bool {
	head := strings.ToLower(strings.TrimSpace(content[:min(len(content), 1024)]))
	return strings.HasPrefix(head, "<!doctype html") || strings.Contains(head, "<html") || fragment.MatchString(head)
}
