package render

import (
	"fmt"
	"strconv"
	"strings"
)

// ShortBelow is the budget in tokens under which the notice is one short line.
const ShortBelow = 1024

// Hint says by which commands the reader can get at what is missing.
type Hint string

const (
	HintShell  Hint = "shell"  // riffle get, sed and grep
	HintRead   Hint = "read"   // a tool that reads files by line
	HintRiffle Hint = "riffle" // riffle get alone
	HintNone   Hint = "none"   // the locator alone
	HintGiven  Hint = "given"  // the caller's own words, Notice.Given
)

// Notice is what a replacement says about itself. Numbers are filled in by the
// host; Body gives what is missing.
type Notice struct {
	Processor string
	Before    int    // tokens of the content
	After     int    // tokens of the replacement, this notice included
	Sampled   bool   // Before is extrapolated from parts of the text, so it is marked "~"
	Estimated bool   // both counts are estimates, and marked "~"
	Estimator string // what counted: the name of an estimator, and its scale where there is one
	ID        string // what riffle get takes; "" where nothing was stored
	Path      string // the file that lines and characters count in
	Status    string // "exit 3", "tool error"; "" where there is none
	Hint      Hint
	Given     string // the caller's words for HintGiven, one line
	Short     bool
}

// Prefix begins every notice.
const Prefix = "[riffle: "

// Text draws the notice: one line where Short is set, else up to three. It ends
// without a line end.
func (n Notice) Text(b Body) string {
	if n.Short {
		return n.short(b)
	}
	return n.long(b)
}

// omitted says how much of the content a body leaves out.
func omitted(b Body) string {
	s := fmt.Sprintf("%d of %d %s omitted", b.Omitted, b.Total, b.Unit)
	if b.Where != "" {
		s += ": " + b.Where
	}
	return s
}

func (n Notice) before() string { return count(n.Before, n.Sampled || n.Estimated) }
func (n Notice) after() string  { return count(n.After, n.Estimated) }

func count(tokens int, estimated bool) string {
	if estimated {
		return "~" + strconv.Itoa(tokens)
	}
	return strconv.Itoa(tokens)
}

// short is at most 40 tokens of o200k_base and the locator's own, with numbers of
// up to six digits: hence its clipped words.
func (n Notice) short(b Body) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s%s, %s, %s->%s %s tokens", Prefix, n.Processor, omitted(b), n.before(), n.after(), n.Estimator)
	if b.Form == Numbered {
		s.WriteString(", N: " + numberUnit(b))
	}
	if n.Status != "" {
		s.WriteString(", " + n.Status)
	}
	switch {
	case n.ID == "":
		s.WriteString("; original not kept]")
	case n.Hint == HintShell || n.Hint == HintRiffle:
		s.WriteString("; all kept: riffle get " + n.ID + "]")
	case n.Hint == HintGiven:
		s.WriteString("; all kept: " + n.Path + "]")
	default:
		s.WriteString("; all kept: " + n.ID + " " + n.Path + "]")
	}
	return s.String()
}

func (n Notice) long(b Body) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s%s, %s, %s -> %s tokens (%s)", Prefix, n.Processor, omitted(b), n.before(), n.after(), n.Estimator)
	if n.Status != "" {
		s.WriteString(", " + n.Status)
	}
	if n.ID != "" {
		s.WriteString(", sha256 " + n.ID)
	}
	s.WriteString(".")
	if b.Form == Numbered {
		fmt.Fprintf(&s, " N: numbers the %ss; a jump is a gap.", numberUnit(b))
	}
	if n.ID == "" {
		s.WriteString(" The original was not kept.]")
		return s.String()
	}
	s.WriteString("\nNothing is lost, the original is " + n.Path)
	switch n.Hint {
	case HintShell, HintRiffle:
		s.WriteString("\nMore: riffle get " + n.ID + n.flags(b))
		if n.Hint == HintShell && b.Unit == "lines" {
			s.WriteString(", or sed -n 'A,Bp' and grep on that file")
		}
	case HintRead:
		s.WriteString("\nMore: read that file by line numbers (offset and limit), or search in it")
	case HintGiven:
		if n.Given != "" {
			s.WriteString("\nMore: " + n.Given)
		}
	}
	s.WriteString("]")
	return s.String()
}

func numberUnit(b Body) string {
	if b.Unit == "chars" {
		return "char"
	}
	return "line"
}

// flags names the ways of riffle get that fit what the markers count in.
func (n Notice) flags(b Body) string {
	switch b.Unit {
	case "lines":
		return " --lines A-B or --grep RE"
	case "chars":
		return " --chars A-B or --grep RE"
	}
	return " --path 'REF[A:B]' or --grep RE"
}

// Assemble joins notice, notes and body to the replacement, which ends with a
// line end.
func Assemble(notice string, notes []string, b Body) string {
	var s strings.Builder
	s.WriteString(notice)
	s.WriteByte('\n')
	for _, n := range notes {
		s.WriteString(NoteLine(n))
		s.WriteByte('\n')
	}
	for _, l := range b.Lines {
		s.WriteString(l)
		s.WriteByte('\n')
	}
	return s.String()
}

// NoteLine draws a processor's remark about the content.
func NoteLine(note string) string { return "[note: " + note + "]" }
