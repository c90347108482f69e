package structure

import (
	"regexp"
	"strconv"
	"strings"
)

// page is a replacement as a reader takes it apart: by its text alone.
type page struct {
	notice   string
	body     []string
	unit     string // what the notice counts
	omitted  int
	total    int
	after    int  // tokens that it says it has
	numbered bool // rows carry numbers
	broken   string
}

var (
	countsOf = regexp.MustCompile(`(\d+) of (\d+) (\pL+) omitted`)
	tokensOf = regexp.MustCompile(`~?(\d+) ?-> ?~?(\d+) `)
	markerOf = regexp.MustCompile(`^\s*\[\.\.\. (\d+)(?: of (\d+))? (\S+) omitted: (.+)\]$`)
	rangeOf  = regexp.MustCompile(`^(\d+)(?:-(\d+))?$`)
	rowOf    = regexp.MustCompile(`^(\d+)(?:-(\d+))?:(.*)$`)
	copiesOf = regexp.MustCompile(` \[(\d+) (repeated|similar): (\d+)(?:-(\d+))?\]`)
)

// readPage takes a replacement apart. Notes are left out, as far as they are those of
// the plan.
func readPage(text string, notes []string) page {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	p := page{}
	n := 1
	if !strings.HasSuffix(lines[0], "]") {
		for n < len(lines) && !strings.HasSuffix(lines[n], "]") && n < 3 {
			n++
		}
		n++
	}
	n = min(n, len(lines))
	p.notice, p.body = strings.Join(lines[:n], "\n"), lines[n:]
	for _, note := range notes {
		if len(p.body) > 0 && p.body[0] == "[note: "+note+"]" {
			p.body = p.body[1:]
		}
	}
	c, t := countsOf.FindStringSubmatch(lines[0]), tokensOf.FindStringSubmatch(lines[0])
	if !strings.HasPrefix(text, "[riffle: ") || !strings.HasSuffix(text, "\n") || c == nil || t == nil {
		p.broken = "the notice does not say how much is missing and how many tokens there are"
		return p
	}
	p.omitted, _ = strconv.Atoi(c[1])
	p.total, _ = strconv.Atoi(c[2])
	p.unit = c[3]
	p.after, _ = strconv.Atoi(t[2])
	p.numbered = strings.Contains(lines[0], " N: ")
	return p
}

var (
	escapedLine   = regexp.MustCompile(`^(\s*)\\(\[\.\.\. |\[riffle: |\[note: |Nothing is lost, |More: )`)
	escapedCopies = regexp.MustCompile(`\\(\[\d+ (?:repeated|similar): \d)`)
)

// asTheContent gives back what the content says where a row is escaped, as it would pass for
// one of the host's own.
func asTheContent(row string) string {
	return escapedCopies.ReplaceAllString(escapedLine.ReplaceAllString(row, "$1$2"), "$1")
}

// marker is a gap that a text marks.
type marker struct {
	count, of int
	unit      string
	where     string
	from, to  int // of where, as far as it is two numbers
}

func readMarker(line string) (marker, bool) {
	m := markerOf.FindStringSubmatch(line)
	if m == nil {
		return marker{}, false
	}
	out := marker{unit: m[3], where: m[4]}
	out.count, _ = strconv.Atoi(m[1])
	out.of, _ = strconv.Atoi(m[2])
	if r := rangeOf.FindStringSubmatch(m[4]); r != nil {
		out.from, _ = strconv.Atoi(r[1])
		out.to = out.from
		if r[2] != "" {
			out.to, _ = strconv.Atoi(r[2])
		}
	}
	return out, true
}
