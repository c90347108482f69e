package score

import (
	"regexp"
	"strconv"
	"strings"
)

// Output is a shortened text, read by the grammar of markers: a notice, notes,
// gap markers, and rows of content, which may carry a line number or the number of
// an item.
type Output struct {
	Notice   string // "" where there is none
	Stated   Totals
	Numbered string // "line" or "char" where the notice declares that rows are numbered
	Recovery bool   // the notice says where the original is
	Rows     []Row
}

// Totals is what a notice says in numbers.
type Totals struct {
	Omitted, Total int
	Unit           string // "" where the notice states no total
	Before, After  int    // tokens
	About          bool   // Before is marked as an estimate
	Estimator      string
}

// Row is one line of an output, after the notice.
type Row struct {
	Marker *Marker  // set where the row stands for a gap; nothing else is set then
	Note   bool     // a remark about the content
	Number int      // of the line, from 1, or of the character, from 0; -1 where there is none
	Ref    string   // as the label says: "$.items", "tags", "" for the group before
	Item   int      // from the label; -1 where there is none
	Indent int      // levels of two spaces
	Text   string   // without number and label
	Pieces []string // Text cut at its inner gaps, without statements of repeats
	Gapped bool     // a part of the row is missing, and it says so
	Repeat []Repeat
}

// Marker stands for a gap.
type Marker struct {
	Count, Of int    // Of is 0 where it is not said
	Unit      string // "lines", "chars", or what a group counts
	Arrays    int    // of how many arrays, 0 where it is not said
	Ref       string // the group; "" for lines and characters
	From, To  int    // lines from 1, both in; characters and items from 0, To out
	Ranged    bool   // From and To are given
	ByLine    bool   // From and To are lines though the unit is another
	ByChar    bool
}

// Repeat says that a text stands again elsewhere.
type Repeat struct {
	Count    int
	Exact    bool
	Text     string // the end of what is repeated, normalised
	From, To int    // lines from 1, both in, or characters
}

var (
	noticeTotals   = regexp.MustCompile(`(\d+) of (\d+) (\S+) omitted`)
	noticeTokens   = regexp.MustCompile(`(~?)(\d+) -> ~?(\d+) tokens \(([^)]*)\)`)
	shortTokens    = regexp.MustCompile(`(~?)(\d+)->~?(\d+) ([^,;]+) tokens`)
	noticeNumbered = regexp.MustCompile(`\bN: [^.\]]{0,40}?\b(line|char)`)
	markerForm     = regexp.MustCompile(`^\s*\[\.\.\. (\d+)(?: of (\d+))? (\S+)(?: in (\d+) arrays)? omitted: (.+)\]$`)
	rangeForm      = regexp.MustCompile(`^(lines |chars )?(\d+)(?:-(\d+))?$`)
	itemsForm      = regexp.MustCompile(`^(.*)\[(\d+):(\d+)\]$`)
	labelForm      = regexp.MustCompile(`^([^\s\[\]=]*(?:\[(?:\d+|"[^"]*")\][^\s\[\]=]*)*)\[(\d+)\](?: |$)`)
	numberForm     = regexp.MustCompile(`^(\d+)(?:-\d+)?:`)
	repeatForm     = regexp.MustCompile(` \[(\d+) (repeated|similar): (\d+)(?:-(\d+))?\]`)
)

const (
	noticePrefix = "[riffle: "
	notePrefix   = "[note: "
	ellipsis     = "…"
)

// Parse reads an output. A line that looks like a marker is one unless the content
// itself says it, and has no number of its own.
func Parse(text string, content string) Output {
	var o Output
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if strings.HasPrefix(text, noticePrefix) {
		n := 0
		for n < min(len(lines), 4) && !strings.HasSuffix(lines[n], "]") {
			n++
		}
		n = min(n+1, len(lines))
		o.notice(strings.Join(lines[:n], "\n"))
		lines = lines[n:]
	}
	head := true
	for _, l := range lines {
		if head && strings.HasPrefix(l, notePrefix) && strings.HasSuffix(l, "]") && !strings.Contains(content, l) {
			o.Rows = append(o.Rows, Row{Note: true, Text: l, Number: -1, Item: -1})
			continue
		}
		head = false
		o.Rows = append(o.Rows, o.row(l, content))
	}
	return o
}

func (o *Output) notice(s string) {
	o.Notice = s
	if m := noticeTotals.FindStringSubmatch(s); m != nil {
		o.Stated.Omitted, o.Stated.Total, o.Stated.Unit = atoi(m[1]), atoi(m[2]), m[3]
	}
	m := noticeTokens.FindStringSubmatch(s)
	if m == nil {
		m = shortTokens.FindStringSubmatch(s)
	}
	if m != nil {
		o.Stated.About, o.Stated.Before, o.Stated.After, o.Stated.Estimator = m[1] != "", atoi(m[2]), atoi(m[3]), m[4]
	}
	if m := noticeNumbered.FindStringSubmatch(s); m != nil {
		o.Numbered = m[1]
	}
	o.Recovery = strings.Contains(s, "othing is lost") || strings.Contains(s, "all kept: ")
}

func (o *Output) row(l, content string) Row {
	r := Row{Number: -1, Item: -1}
	if m := parseMarker(l); m != nil && !strings.Contains(content, strings.TrimSpace(l)) {
		r.Marker, r.Indent = m, indent(l)
		return r
	}
	if m := numberForm.FindStringSubmatch(l); m != nil && o.Numbered != "" {
		r.Number, l = atoi(m[1]), l[len(m[0]):]
	} else if o.Numbered == "" {
		r.Indent = indent(l)
		if m := labelForm.FindStringSubmatch(strings.TrimLeft(l, " ")); m != nil {
			r.Ref, r.Item = m[1], atoi(m[2])
			l = strings.TrimLeft(l, " ")[len(m[0]):]
		}
	}
	l = unescaped(l, content)
	r.Text = l
	for _, m := range repeatForm.FindAllStringSubmatch(l, -1) {
		if strings.Contains(content, m[0]) {
			continue
		}
		to := m[3]
		if m[4] != "" {
			to = m[4]
		}
		before, after, _ := strings.Cut(l, m[0])
		r.Repeat = append(r.Repeat, Repeat{Count: atoi(m[1]), Exact: m[2] == "repeated", Text: repeated(before), From: atoi(m[3]), To: atoi(to)})
		l = before + after
	}
	r.Gapped = strings.Contains(l, ellipsis)
	for _, p := range strings.Split(unescapedRepeats(l, content), ellipsis) {
		if says(p) {
			r.Pieces = append(r.Pieces, p)
		}
	}
	return r
}

// unescaped is a row without the backslash before what would pass for a line of Riffle's
// own, unless the content has that backslash itself.
func unescaped(l, content string) string {
	at := len(l) - len(strings.TrimLeft(l, " \t\u2028\u2029\u0085"))
	if !strings.HasPrefix(l[at:], `\`) || strings.Contains(content, strings.TrimSpace(l)) {
		return l
	}
	for _, own := range [...]string{noticePrefix, notePrefix, "[... ", "Nothing is lost, the original is ", "More: "} {
		if strings.HasPrefix(l[at+1:], own) {
			return l[:at] + l[at+1:]
		}
	}
	return l
}

var escapedRepeat = regexp.MustCompile(`\\(\[\d+ (?:repeated|similar): \d)`)

// unescapedRepeats does so for what would pass for a statement of repeats.
func unescapedRepeats(l, content string) string {
	return escapedRepeat.ReplaceAllStringFunc(l, func(m string) string {
		if strings.Contains(content, m) {
			return m
		}
		return m[1:]
	})
}

// repeatedEnd is how many bytes at least, if there are so many, of a text before a
// statement of repeats belong to what is repeated.
const repeatedEnd = 24

// repeated is the end of a text, from a gap or the start of a word on.
func repeated(before string) string {
	n := strings.TrimSpace(Normalise(before[strings.LastIndex(before, ellipsis)+1:]))
	if cut := len(n) - repeatedEnd; cut > 0 {
		if i := strings.LastIndexByte(n[:cut], ' '); i >= 0 {
			n = n[i+1:]
		}
	}
	return strings.ToValidUTF8(n, "")
}

func parseMarker(l string) *Marker {
	m := markerForm.FindStringSubmatch(l)
	if m == nil {
		return nil
	}
	k := &Marker{Count: atoi(m[1]), Of: atoi(m[2]), Unit: m[3], Arrays: atoi(m[4])}
	if w := rangeForm.FindStringSubmatch(m[5]); w != nil {
		k.From, k.To, k.Ranged = atoi(w[2]), atoi(w[2]), true
		if w[3] != "" {
			k.To = atoi(w[3])
		}
		k.ByLine = w[1] == "lines " || w[1] == "" && k.Unit == "lines"
		k.ByChar = w[1] == "chars " || w[1] == "" && k.Unit == "chars"
		return k
	}
	if w := itemsForm.FindStringSubmatch(m[5]); w != nil {
		k.Ref, k.From, k.To, k.Ranged = w[1], atoi(w[2]), atoi(w[3]), true
		return k
	}
	k.Ref = m[5]
	return k
}

// atoi reads a number that has matched \d+; what is too long for an int is as
// good as the largest.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil && s != "" {
		return int(^uint(0) >> 1)
	}
	return n
}

func indent(l string) int { return (len(l) - len(strings.TrimLeft(l, " "))) / 2 }

// says reports whether a text holds anything that a reader might miss.
func says(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; letter(c) || digit(c) || c >= 0x80 {
			return true
		}
	}
	return false
}
