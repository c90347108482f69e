package score

import (
	"regexp"
	"strings"
)

// structureOfGroups: keys beside their values, rows in the record that they name,
// stated lengths true.
func (s *Subject) structureOfGroups(al *groupAlignment) float64 {
	var parts []float64
	if al.rows > 0 {
		parts = append(parts, 1-float64(len(al.strayed)+len(al.alien))/float64(al.rows))
	}
	for _, p := range []Share{al.pairs, al.lengths} {
		if p.Whole > 0 {
			parts = append(parts, p.Value())
		}
	}
	return meanOr(parts, 1)
}

// structureOfLines: rows where they say and in the order of the content, and what
// the kind asks for besides.
func (s *Subject) structureOfLines(j *Judgement, o *Output, al *alignment) float64 {
	if al.rows == 0 {
		return 0
	}
	parts := []float64{1 - float64(len(al.strayed)+len(al.alien))/float64(al.rows), order(al)}
	shown := s.shownLines(al)
	switch {
	case s.Case.Kind == "diff":
		parts = append(parts, s.headersBefore(shown, diffHeader, diffChange))
	case s.Case.Kind == "trace":
		parts = append(parts, s.headersBefore(shown, traceMessage, traceFrame), s.causes(shown))
	case looksLikeHTML(s.Content):
		parts = append(parts, s.headingsTrue(o))
		cells, code := s.pageTrue(j, o, al)
		for _, p := range []Share{cells, code} {
			if p.Whole > 0 {
				parts = append(parts, p.Value())
			}
		}
	case s.Case.Kind != "text":
		parts = append(parts, s.templates(shown))
	}
	return meanOr(parts, 1)
}

// order is the share of rows that stand after the row before them.
func order(al *alignment) float64 {
	var o Share
	for i := 1; i < len(al.placed); i++ {
		o.add(1, al.placed[i].span.a >= al.placed[i-1].span.a)
	}
	if o.Whole == 0 {
		return 1
	}
	return o.Value()
}

// shownLines marks the lines of which something is shown.
func (s *Subject) shownLines(al *alignment) []bool {
	shown := make([]bool, s.lineCount())
	for _, p := range al.shown {
		for k := s.lineAt(p.a); k < len(shown) && s.lineOffset(k) < p.b; k++ {
			shown[k] = true
		}
	}
	return shown
}

func (s *Subject) line(k int) string {
	return strings.TrimRight(s.Content[s.lineOffset(k):s.lineOffset(k+1)], "\r\n")
}

var (
	diffHeader   = regexp.MustCompile(`^(?:diff |--- |\+\+\+ |@@|Index: )`)
	diffChange   = regexp.MustCompile(`^[-+](?:[^-+]|$)`)
	traceFrame   = regexp.MustCompile(`^\s+(?:at |File ")|^\s*#\d+ |^\t\S+\.\w+:\d+|^\s+\.\.\. \d+ more`)
	traceMessage = regexp.MustCompile(`^\S`)
	traceCause   = regexp.MustCompile(`(?:^|\s)(?:Caused by:|caused by|\[cause\]|The above exception|During handling|--->|---> )`)
)

// headersBefore is the share of shown body lines whose nearest header before them
// is shown too.
func (s *Subject) headersBefore(shown []bool, header, body *regexp.Regexp) float64 {
	var h Share
	last := -1
	for k := range shown {
		switch l := s.line(k); {
		case header.MatchString(l) && !body.MatchString(l):
			last = k
		case shown[k] && body.MatchString(l) && last >= 0:
			h.add(1, shown[last])
		}
	}
	if h.Whole == 0 {
		return 1
	}
	return h.Value()
}

// causes is the share of the links of cause chains that are shown, the first ten.
func (s *Subject) causes(shown []bool) float64 {
	var c Share
	for k := range shown {
		if c.Whole < 10 && traceCause.MatchString(s.line(k)) {
			c.add(1, shown[k])
		}
	}
	if c.Whole == 0 {
		return 1
	}
	return c.Value()
}

// templates is how many forms of lines are shown, of as many as the shown lines could cover.
func (s *Subject) templates(shown []bool) float64 {
	all, have, lines := map[string]bool{}, map[string]bool{}, 0
	for k := range shown {
		l := s.line(k)
		if !says(l) {
			continue
		}
		form := digits.ReplaceAllLiteralString(clip(strings.TrimSpace(l), 200), "0")
		all[form] = true
		if shown[k] {
			lines++
			have[form] = true
		}
	}
	if lines == 0 {
		return 0
	}
	return float64(len(have)) / float64(min(len(all), lines))
}

var (
	shownHeading  = regexp.MustCompile(`^#{1,6} +(.+?)(?:\s*#+)?$`)
	sourceHeading = regexp.MustCompile(`(?is)<h([1-6])\b[^>]*>(.*?)</h[1-6]>`)
	anyTag        = regexp.MustCompile(`<[^>]*>`)
)

// headingsTrue is the share of shown headings that are headings of the page.
func (s *Subject) headingsTrue(o *Output) float64 {
	var h Share
	var known map[string]bool
	for _, r := range o.Rows {
		m := shownHeading.FindStringSubmatch(strings.TrimSpace(r.Text))
		if m == nil {
			continue
		}
		if known == nil {
			known = map[string]bool{}
			for _, x := range sourceHeading.FindAllStringSubmatch(s.Content, -1) {
				known[strings.Join(contentWords(Normalise(anyTag.ReplaceAllLiteralString(x[2], ""))), " ")] = true
			}
		}
		h.add(1, known[strings.Join(contentWords(Normalise(m[1])), " ")] || r.Gapped)
	}
	if h.Whole == 0 {
		return 1
	}
	return h.Value()
}
