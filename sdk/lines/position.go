package lines

// positions values the first, the last and, mildly, later lines.
func (e *evaluation) positions() {
	first := 2.0
	if len(e.lines) > 1 && e.lines[1].Body > e.lines[1].Start {
		first = 0.6 // of a log with stamps the start says little
	}
	most := 4
	if e.opt.Rows {
		first, most = 0.8, 2
	}
	for i, k := 0, 0; i < len(e.lines) && k < most; i++ {
		if l := &e.lines[i]; l.Telling() {
			l.Value += first / float64(1+k)
			k++
		}
	}
	if e.opt.Rows {
		return
	}
	end := e.end()
	for i, k := end, 0; i >= 0 && k < lastLines; i-- {
		if l := &e.lines[i]; l.Telling() {
			l.Value += lastWorth / (1 + 0.5*float64(k))
			k++
		}
	}
	for i, k := len(e.lines)-1, 0; i > end && k < lastLines; i-- {
		if l := &e.lines[i]; l.Telling() {
			l.Value += behindShare * lastWorth / (1 + 0.5*float64(k))
			k++
		}
	}
	for i := range e.lines {
		e.lines[i].Value *= 0.9 + 0.2*float64(i)/float64(len(e.lines))
	}
}

const (
	lastLines   = 8   // last lines that count
	lastWorth   = 1.4 // of the last one
	behindShare = 0.4 // of that for what stands behind the end of a run
)

// end is the last line, or the one before it, within the last tenth, that says how
// the run ended: cleanup may follow it.
func (e *evaluation) end() int {
	last := len(e.lines) - 1
	if !e.opt.Rules.On(ruleEnds) {
		return last
	}
	for i := last; i >= 0 && i > last-max(16, len(e.lines)/10); i-- {
		if l := &e.lines[i]; l.Exit && (l.Form || l.Severity > Calm) && !l.Pass {
			return i
		}
	}
	return last
}
