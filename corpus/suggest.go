package corpus

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// How many facts of each sort are suggested, and how long they may be, in bytes. A
// person who has to edit more than a dozen does not.
const (
	suggestFailures = 6
	suggestTotals   = 3
	suggestIDs      = 3
	suggestBytes    = 160
)

// Suggested begins the why of every suggested fact, so that one which nobody has
// looked at is found.
const Suggested = "suggested: "

// Suggest guesses facts by form: failure lines, totals, and identifiers of a shape
// that is rare in the text. All are exact substrings of it, most important first.
// The time is linear.
func Suggest(c *Case) []Fact {
	text := c.Text()
	s := suggester{text: text, wholeLines: c.Kind == "log" || c.Kind == "text", facts: []Fact{}}
	content, _ := clean.Clean(c.Data)
	spans := evidence.Find(content, c.Kind)
	for _, span := range spans {
		if len(s.facts) == suggestFailures {
			break
		}
		weight := 2.0
		if len(s.facts) < 2 {
			weight = 3
		}
		s.put(trimmed(string(content[span.Start:span.End])), weight, "a failure line or what belongs to it")
	}
	s.totals()
	s.ids()
	for i := range s.facts {
		f := &s.facts[i]
		f.ID = fmt.Sprintf("f%d", i+1)
		f.Pos = math.Round(place(text, f.Text)*1000) / 1000
		f.Count = strings.Count(text, f.Text)
	}
	return s.facts
}

type suggester struct {
	text       string
	wholeLines bool // a line of the text says one thing
	facts      []Fact
}

// put adds a fact unless it is none, or stands in one that is there, or holds one.
func (s *suggester) put(text string, weight float64, why string) bool {
	if text == "" || !strings.Contains(s.text, text) {
		return false
	}
	for _, f := range s.facts {
		if strings.Contains(f.Text, text) || strings.Contains(text, f.Text) {
			return false
		}
	}
	s.facts = append(s.facts, Fact{Text: text, Weight: weight, Why: Suggested + why})
	return true
}

// A total is a number beside a word that sums up, in prose or as a member of JSON.
var total = regexp.MustCompile(`(?i)\b\d[\d,.]* (?:of \d|passed|failed|failures?|errors?|warnings?|tests?|packages?|files?|problems?|rows?|commits?|requests?)\b` +
	`|\b(?:total|summary|ran|found|coverage)\b[^\n]{0,20}\d|"(?:count|total\w*|size|length)": ?\d+`)

// totals takes them from the end: what sums up stands last.
func (s *suggester) totals() {
	found := total.FindAllStringIndex(s.text, -1)
	slices.Reverse(found)
	n := 0
	for _, at := range found {
		if n == suggestTotals {
			return
		}
		fact := s.text[at[0]:at[1]]
		if s.wholeLines {
			fact = around(s.text, at[0], at[1])
		}
		if s.put(fact, 2, "a total") {
			n++
		}
	}
}

var identifier = regexp.MustCompile(`[\p{L}\p{N}]+(?:[-_.:#][\p{L}\p{N}]+)*`)

// ids takes identifiers that occur once and whose shape (letters and digits masked)
// is the rarest. Among equals the first wins.
func (s *suggester) ids() {
	type id struct {
		text string
		at   int
	}
	var all []id
	seen, shapes := map[string]int{}, map[string]int{}
	var shape []byte
	for _, at := range identifier.FindAllStringIndex(s.text, -1) {
		word := s.text[at[0]:at[1]]
		if len(word) < 6 || len(word) > 64 || !strings.ContainsAny(word, "0123456789") {
			continue
		}
		seen[word]++
		shape = lines.Shape(shape[:0], []byte(word))
		shapes[string(shape)]++
		if seen[word] == 1 {
			all = append(all, id{word, at[0]})
		}
	}
	rarity := func(i id) int { return shapes[string(lines.Shape(shape[:0], []byte(i.text)))] }
	all = slices.DeleteFunc(all, func(i id) bool { return seen[i.text] > 1 })
	slices.SortStableFunc(all, func(a, b id) int { return rarity(a) - rarity(b) })
	n := 0
	for _, i := range all {
		if n == suggestIDs {
			return
		}
		if s.put(i.text, 1, "an identifier that occurs once") {
			n++
		}
	}
}

// around is the line about a span without what surrounds it, at most suggestBytes
// long; of a longer line the span alone.
func around(text string, start, end int) string {
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	if to-from > suggestBytes {
		return text[start:end]
	}
	return strings.TrimSpace(text[from:to])
}

// trimmed is the first line of s without white space around it, cut at a character.
func trimmed(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if len(s) > suggestBytes {
		s = string(bytes.ToValidUTF8([]byte(s[:suggestBytes]), nil))
	}
	return strings.TrimSpace(s)
}
