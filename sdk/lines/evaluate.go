package lines

import (
	"bytes"
	"math"

	"github.com/riffle-dev/riffle/sdk/rank"
)

// Rules of the values, for ablation.
var (
	ruleStamps   = rank.NewRule("stamps", "time stamps, process names and plain levels at line starts are parted off")
	ruleRarity   = rank.NewRule("rarity", "lines of rare templates with rare words are worth more")
	ruleSeverity = rank.NewRule("severity", "error and warning words and forms count")
	ruleTotals   = rank.NewRule("totals", "totals and exit lines count")
	rulePosition = rank.NewRule("position", "first, last and late lines count")
	ruleContext  = rank.NewRule("context", "lines around a failure share its value")
	ruleFrames   = rank.NewRule("frames", "the first frame in user code stands for its trace")
	ruleOutliers = rank.NewRule("outliers", "extreme numbers and rare values within a template count")
	ruleHeadings = rank.NewRule("headings", "section headings count")
	ruleAdvice   = rank.NewRule("advice", "what a tool advises about itself is worth little")
	ruleEmpty    = rank.NewRule("empty", "a level or a stamp without a message says nothing")
	ruleEnds     = rank.NewRule("ends", "the end of a run is where it says how it ended, not the cleanup behind it")
	ruleFolds    = rank.NewRule("folds", "calm lines inside the folded groups of CI logs are worth less")
	ruleTitles   = rank.NewRule("titles", "a failing test is titled once; a message's further lines are worth less than its first")
	ruleRepeats  = rank.NewRule("repeats", "lines and traces that repeat are worth less")
)

// Options choose what Evaluate looks at. The zero value reads plain lines.
type Options struct {
	Delim    byte     // cells are parted by this byte; 0: fields are parted by blanks
	Stamps   bool     // mine and part off common prefixes
	Position bool     // first and last lines count: the content is a whole, not a cell or a string
	Rows     bool     // lines are rows of a table, of which the last say no more than others
	Rules    rank.Set // rules that are switched off
}

// Line is one line with what Evaluate found out about it.
type Line struct {
	Span
	Signals
	Body     int     // where the text behind the common prefix begins; Start where there is none
	Template int     // lines of one template differ in few words or only in numbers
	Like     int     // how many lines its template has
	Same     int     // how many lines have the same body
	Value    float64 // what the line is worth, about 0 to 5; 0 for blank lines and rules
	Bad      float64 // the part of Value that severity and form brought
	Outlier  float64 // the part of Value that an extreme number or a rare cell brought
	OddAt    Span    // that number or cell, in the content
	Odd      string  // which column and cell made it an outlier, where it deserves a place of its own
	Trace    int     // numbers the stack trace that a frame belongs to, from 1; 0: no frame
	Indent   int
	again    int8 // how much of what it says was said before: lines of one message, titles of one test
	dull     bool // takes no part in what stands around it: advice, cleanup
	Serial   bool // one of many headings that differ in numbers alone
	Heading  bool // titles what follows: "===== x =====", "Events:"
}

// Text is the line's text behind the common prefix.
func (l *Line) Text(content []byte) []byte { return content[l.Body:l.End] }

// Failing reports whether the line is as bad as an error or worse.
func (l *Line) Failing() bool { return l.Bad >= errorValue }

// leastTelling is more than a rule, a brace or what was said many times before is worth.
const leastTelling = 0.05

// Telling reports whether the line says something of its own.
func (l *Line) Telling() bool { return l.Value > leastTelling }

// scanned is how many bytes of a line are read for words.
const scanned = 600

// evaluation is the state of one call of Evaluate.
type evaluation struct {
	content []byte
	opt     Options
	lines   []Line
	miner   *miner
	buf     []byte

	// scratch of columns
	values  counter
	cells   []int32
	numbers []float64
	at      []int32
	flags   []bool
	sizes   []float64
}

// serialFrom is how many headings that differ in numbers alone stand for all.
const serialFrom = 2

// Evaluate gives each line of a content a value, from what it says alone and from
// how it differs from the others. spans are the lines, in order, without line
// ends. Its time is linear in the bytes.
func Evaluate(content []byte, spans []Span, opt Options) []Line {
	e := &evaluation{content: content, opt: opt, lines: make([]Line, len(spans))}
	for i, s := range spans {
		e.lines[i].Span, e.lines[i].Body = s, s.Start
	}
	if opt.Stamps && opt.Rules.On(ruleStamps) {
		for i, b := range prefixes(content, spans) {
			e.lines[i].Body = b
		}
	}
	e.mine()
	e.scan()
	e.base()
	if opt.Rules.On(ruleOutliers) {
		e.outliers()
	}
	if opt.Position && opt.Rules.On(rulePosition) {
		e.positions()
	}
	e.context()
	return e.lines
}

func (e *evaluation) mine() {
	e.miner = newMiner(e.content, len(e.lines), e.opt.Delim)
	for i := range e.lines {
		l := &e.lines[i]
		l.Template = int(e.miner.add(i, Span{l.Body, l.End}))
	}
	e.miner.sort(func(i int) int { return e.lines[i].Template }, len(e.lines))
	// equal lines, told by their bytes in the content
	bodies := table{bytes: e.content}
	var times []int
	equal := make([]int32, len(e.lines))
	for i := range e.lines {
		l := &e.lines[i]
		if l.Like = int(e.miner.all[l.Template].count); l.Like == 1 {
			continue
		}
		text := Clip(l.Text(e.content), scanned)
		n, hash := bodies.find(text)
		if n < 0 {
			n = bodies.insertAt(extent{uint32(l.Body), uint32(l.Body + len(text))}, hash)
			times = append(times, 0)
		}
		times[n]++
		equal[i] = n
	}
	for i := range e.lines {
		if l := &e.lines[i]; l.Like > 1 {
			l.Same = times[equal[i]]
		} else {
			l.Same = 1
		}
	}
}

func (e *evaluation) scan() {
	for i := range e.lines {
		l := &e.lines[i]
		text := l.Text(e.content)
		l.Indent = Indent(text)
		l.Signals = Scan(Clip(text, scanned))
		// what stands behind the part that is read counts where it fails
		if len(text) > scanned && !l.Failing() {
			tail := Scan(Clip(text[len(text)-min(len(text)-scanned, scanned):], scanned))
			if tail.Severity > l.Severity {
				l.Severity = tail.Severity
			}
		}
	}
}

// Clip returns at most n bytes of text, ending at a character's end.
func Clip(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n]
}

// base sets values from rarity, severity, totals and headings.
func (e *evaluation) base() {
	rare := e.rarity()
	e.titles()
	weights := e.weights()
	headings := map[string]int{} // so far, without their numbers
	var folds []uint8
	if e.opt.Rules.On(ruleFolds) {
		folds = e.folds()
	}
	blankBefore, end := true, 0
	for i := range e.lines {
		l := &e.lines[i]
		text := Clip(l.Text(e.content), scanned)
		letters, width := weigh(text)
		if e.opt.Rules.On(ruleEmpty) && levelAlone(text) {
			letters = min(letters, 1)
		}
		if l.Start-end > 1 && l.Start <= len(e.content) {
			blankBefore = blankBefore || bytes.Count(e.content[end:l.Start], []byte{'\n'}) > 1
		}
		end = l.End
		if letters < enoughLetters {
			if letters > 0 {
				l.Value = 0.02
			}
			// marks at the edge of a box part paragraphs too
			blankBefore = blankBefore && letters == 0 || width == 0 || letters == 0 && width < 4
			continue
		}
		v := 0.15
		if e.opt.Rules.On(ruleRarity) {
			v += rare[i]
		}
		// a short line is cheap, but its rareness says little; code and cells are short
		if e.opt.Position {
			v *= 0.2 + 0.8*math.Min(1, float64(width)/60)
		} else {
			v *= 0.25 + 0.75*math.Min(1, float64(width)/50)
		}
		if e.opt.Rules.On(ruleSeverity) {
			l.Bad = badness(l, weights)
			if l.again > 0 {
				l.Bad /= 1 + 0.6*float64(l.again)
			}
			v += l.Bad
		}
		if e.opt.Rules.On(ruleTotals) {
			v += ending(l)
		}
		if l.Pass {
			v *= 0.5
		}
		advised := (l.Advice || l.Section) && e.opt.Rules.On(ruleAdvice)
		if advised {
			l.dull = true
			v *= adviceShare
			l.Bad *= adviceShare
		}
		if folds != nil && folds[i] > 0 {
			if l.Bad < severityValues[Fault] {
				v *= foldedShare
				blankBefore = false
			}
		}
		if e.opt.Rules.On(ruleHeadings) && !l.Pass && heading(text, blankBefore) && (!advised || l.Section) {
			l.Heading = true
			e.buf = Mask(e.buf[:0], text)
			n := headings[string(e.buf)]
			headings[string(e.buf)] = n + 1
			l.Serial = n >= serialFrom
			if !l.Section {
				v += 0.6 / float64(1+n)
			}
		}
		if l.Same > 1 && !l.Failing() && e.opt.Rules.On(ruleRepeats) {
			v /= 1 + 0.3*math.Log(float64(l.Same))
		}
		l.Value = v
		blankBefore = false
	}
}

// foldedShare is what is left of the worth of calm lines that a CI log folds away.
const foldedShare = 0.5

// Characters of three bytes that begin with symbolByte and go on below symbolEnd
// are punctuation, arrows, rules and boxes: U+2000 to U+2BFF.
const (
	symbolByte = 0xe2
	symbolEnd  = 0xb0
)

// enoughLetters is the number of letters from which a line has words.
const enoughLetters = 3

// weigh counts the letters and digits of a line, up to enoughLetters, and its width
// without blanks around it.
func weigh(text []byte) (letters, width int) {
	t := Trim(text, Span{0, len(text)})
	for i := t.Start; i < t.End && letters < enoughLetters; i++ {
		switch c := text[i]; {
		case c == symbolByte && i+2 < t.End && text[i+1] < symbolEnd:
			i += 2
		case wordByte(c) && c != '_':
			letters++
		}
	}
	return letters, t.Len()
}

// errorValue is what an error is worth, by which Failing tells lines.
const errorValue = 1.2

// severityValues are what the severities are worth; a line's form comes on top.
var severityValues = [...]float64{Calm: 0, Warning: 0.6, Fault: 1.0, Error: errorValue, Fatal: 1.4}

// weights are what error words and forms are worth in a content: less where very
// many different lines have them, as in prose and in a history of fixes, and more
// where only few lines of many have the form of a failure.
type weights struct {
	words, form float64
	warn        float64 // what a warning is worth
}

const (
	wordyFrom  = 40 // templates with error words from which the words are worth less
	fewForms   = 6  // lines of failure forms up to which each is worth most
	formBase   = 0.8
	formScarce = 2.0
)

func (e *evaluation) weights() weights {
	counted := make([]uint8, len(e.miner.all)) // 1: as bad, 2: as a form
	bad, forms := 0, 0
	for i := range e.lines {
		l := &e.lines[i]
		switch c := &counted[l.Template]; {
		case l.Form:
			if *c&2 == 0 {
				*c |= 2
				forms++
			}
		case l.Severity >= Fault:
			if *c&1 == 0 {
				*c |= 1
				bad++
			}
		}
	}
	w := weights{words: 1, warn: severityValues[Warning], form: formBase + formScarce*math.Min(1, math.Sqrt(fewForms/math.Max(1, float64(forms))))}
	if forms > 0 && e.opt.Rules.On(ruleEnds) {
		w.warn = 0.3
	}
	if n := float64(bad); n > wordyFrom {
		w.words = math.Max(0.3, math.Sqrt(wordyFrom/n))
	}
	return w
}

func badness(l *Line, w weights) float64 {
	v := severityValues[l.Severity] * w.words
	if l.Severity == Warning {
		v = w.warn * w.words
	}
	if l.Form {
		v = math.Max(v, severityValues[Error]*math.Sqrt(w.words)) + w.form
	}
	if l.Title && l.Form {
		v += 0.5
	}
	if l.Cause && !l.Pass && !l.Frame {
		v += 0.6
	}
	if l.Status {
		v = math.Max(v, 0.8)
	}
	if l.Like > 5 {
		v /= 1 + 0.25*math.Log(float64(l.Like)/5)
	}
	return v
}

func ending(l *Line) float64 {
	v := 0.0
	if l.Total {
		v += 1.0
	}
	if l.Negated && l.Severity == Calm {
		v *= 0.6
	}
	if l.Exit {
		v += 0.9
	}
	if l.Like > 5 {
		v /= 1 + 0.5*math.Log(float64(l.Like)/5)
	}
	return v
}
