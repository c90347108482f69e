package lines

import (
	"bytes"
	"math"
)

// around is how many lines after a failure share its value.
const around = 6

// context hands part of a failure's value to the lines around it, and chooses the
// frames that stand for a trace.
func (e *evaluation) context() {
	frames, repeats := e.opt.Rules.On(ruleFrames), e.opt.Rules.On(ruleRepeats)
	spread := e.opt.Rules.On(ruleContext)
	seen := map[string]int{} // failures by mask
	frameSeen := map[string]int{}
	var buf []byte
	c := struct {
		inTrace  bool
		shown    int     // user frames of this trace so far
		bad      float64 // of the last failure
		repeat   float64 // how often its message came
		distance int
		traces   int
	}{repeat: 1, distance: 99}
	for i := range e.lines {
		l := &e.lines[i]
		text := l.Text(e.content)
		switch {
		case l.Frame:
			if !c.inTrace {
				c.inTrace, c.shown = true, 0
				c.traces++
			}
			l.Trace = c.traces
			if !frames {
				continue
			}
			f := 0.1
			if !l.Library {
				f = 1.2 / (1 + 0.8*float64(c.shown))
				c.shown++
			} else if traceEnd(text) {
				f = 0.03
			} else if c.shown == 0 {
				f = 0.35
			}
			rep := c.repeat
			place := framePlace(Clip(text, 160))
			if n := frameSeen[string(place)]; n == 0 {
				rep = math.Min(rep, 2) // a frame not seen before, under a message seen before
			} else if repeats {
				rep = math.Max(rep, 1+math.Sqrt(float64(n)))
			}
			frameSeen[string(place)]++
			l.Value = 0.3*l.Value + f*math.Max(0.6, 0.7*c.bad)/rep
		case l.Value == 0:
		case l.Bad >= errorValue*0.99:
			buf = Mask(buf[:0], Clip(text, 120))
			seen[string(buf)]++
			c.bad, c.distance, c.repeat, c.inTrace = l.Bad, 0, 1, false
			if l.Exit && e.opt.Rules.On(ruleEnds) {
				c.distance = around // what follows an end is cleanup
			}
			if repeats {
				c.repeat = float64(seen[string(buf)])
			}
		default:
			c.inTrace = c.inTrace && l.Indent > 0
			c.distance++
			if c.distance <= around && l.Value > 0.02 && !l.Pass && !l.dull && spread {
				l.Value += 0.35 * c.bad / (1 + 0.6*float64(c.distance-1)) / c.repeat
			}
		}
	}
	if spread {
		e.before()
	}
}

// before gives the two lines ahead of a failure's form a share: its title.
func (e *evaluation) before() {
	for i := range e.lines {
		if e.lines[i].Bad < 1.8 || e.lines[i].Frame {
			continue
		}
		for d := 1; d <= 2 && i-d >= 0; d++ {
			if l := &e.lines[i-d]; l.Value > 0.02 && !l.Pass {
				l.Value += 0.25 * e.lines[i].Bad / float64(d)
			}
		}
	}
}

// framePlace is what tells a frame from others: without blanks around it and the
// offset in the code.
func framePlace(text []byte) []byte {
	t := bytes.TrimSpace(text)
	if i := bytes.LastIndex(t, []byte(" +0x")); i > 0 {
		t = t[:i]
	}
	return t
}

// traceEnd reports whether a frame only says that the trace is over.
func traceEnd(text []byte) bool {
	t := bytes.TrimSpace(text)
	return bytes.HasSuffix(t, []byte("{main}")) || bytes.HasPrefix(t, []byte("... "))
}
