package report

import (
	"sort"
	"strings"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
)

// worstSystem is a system with the cases of which it keeps least.
type worstSystem struct {
	*series
	Cases []worstCase
}

type worstCase struct {
	Name, Kind, Error string
	Tokens, Budget    int
	AUC               float64
	Point             *runfile.Point // the one that the lost facts are lost at; nil where the system failed
	Curve             []recallCell   // one for each of the page's budgets
	Lost              []lostFact
	Remarks, Gates    []string
}

type lostFact struct {
	ID, Text, Why string
	Weight        float64
	At            float64 // place of the first occurrence, from 0 to 1
	Hidden        bool    // the marker of its gap does not lead to it
	Excerpt       *excerpt
}

// excerpt is the text around a fact: clipped lines, the fact apart.
type excerpt struct {
	Before, Fact, After string
	Line                int // of the fact, from 1
}

func (v *view) worst(o Options) {
	texts := newTexts(o.Corpora)
	for _, s := range v.Series {
		if s.Role != runfile.RoleSystem {
			continue
		}
		cases := scored(s, "")
		sort.SliceStable(cases, func(a, b int) bool { return cases[a].result.AUC < cases[b].result.AUC })
		w := worstSystem{series: s}
		for _, c := range cases[:min(o.Worst, len(cases))] {
			w.Cases = append(w.Cases, v.worstCase(c, texts))
		}
		v.Worst = append(v.Worst, w)
	}
}

func (v *view) worstCase(c scoredCase, texts *texts) worstCase {
	w := worstCase{Name: c.of.Name, Kind: c.of.Kind, Error: c.result.Error, Tokens: c.of.Tokens, AUC: c.result.AUC, Gates: c.result.Gates}
	for _, b := range v.Budgets {
		p := c.result.At(b)
		if p == nil {
			w.Curve = append(w.Curve, recallCell{None: true})
			continue
		}
		w.Curve = append(w.Curve, recallCell{F: p.F})
		if w.Point == nil || b <= runfile.MainBudget {
			w.Point = p
		}
		for _, g := range p.Gates {
			w.Gates = append(w.Gates, g)
		}
	}
	lost := map[string]bool{}
	if w.Point != nil {
		w.Budget, w.Remarks = w.Point.Budget, w.Point.Remarks
		for _, id := range w.Point.Lost {
			lost[id] = true
		}
	}
	text := ""
	for _, f := range c.of.Facts {
		if !lost[f.ID] {
			continue
		}
		if text == "" {
			text = texts.of(c.of)
		}
		l := lostFact{ID: f.ID, Text: f.Text, Why: f.Why, Weight: f.Weight, At: f.At, Excerpt: around(text, f.Text)}
		for _, h := range w.Point.Hidden {
			l.Hidden = l.Hidden || h == f.ID
		}
		w.Lost = append(w.Lost, l)
	}
	sort.SliceStable(w.Lost, func(a, b int) bool { return w.Lost[a].Weight > w.Lost[b].Weight })
	return w
}

// texts finds the decoded inputs of cases by name.
type texts struct{ byName map[string][]*corpus.Case }

func newTexts(cases []corpus.Case) *texts {
	t := &texts{map[string][]*corpus.Case{}}
	for i := range cases {
		t.byName[cases[i].Name] = append(t.byName[cases[i].Name], &cases[i])
	}
	return t
}

// of is the input of a case of that name and size, "" where there is none: the run
// may be of another corpus.
func (t *texts) of(c *runfile.Case) string {
	for _, k := range t.byName[c.Name] {
		if len(k.Data) == c.Bytes {
			return k.Text()
		}
	}
	return ""
}

// What an excerpt shows on each side of a fact.
const (
	excerptLines = 2
	excerptChars = 300 // code points
)

// around cuts out the first occurrence of a fact; nil where it does not occur.
func around(text, fact string) *excerpt {
	at := strings.Index(text, fact)
	if at < 0 || fact == "" {
		return nil
	}
	end := at + len(fact)
	return &excerpt{Before: tail(text[:at]), Fact: fact, After: head(text[end:]), Line: 1 + strings.Count(text[:at], "\n")}
}

// head is the rest of the line and the lines after it.
func head(s string) string {
	rest := s
	for range excerptLines + 1 {
		k := strings.IndexByte(rest, '\n')
		if k < 0 {
			rest = ""
			break
		}
		rest = rest[k+1:]
	}
	out := strings.TrimSuffix(s[:len(s)-len(rest)], "\n")
	n := 0
	for i := range out {
		if n++; n > excerptChars {
			return out[:i] + "…"
		}
	}
	return out
}

// tail is the beginning of the line and the lines before it.
func tail(s string) string {
	from := len(s)
	for range excerptLines + 1 {
		k := strings.LastIndexByte(s[:from], '\n')
		if k < 0 {
			from = 0
			break
		}
		from = k
	}
	out := strings.TrimPrefix(s[from:], "\n")
	runes := 0
	for i := len(out); i > 0; {
		i--
		if out[i]&0xC0 == 0x80 {
			continue
		}
		if runes++; runes > excerptChars {
			for i++; i < len(out) && out[i]&0xC0 == 0x80; i++ {
			}
			return "…" + out[i:]
		}
	}
	return out
}
