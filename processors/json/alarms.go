package json

import (
	"strings"

	"github.com/riffle-dev/riffle/sdk/rank"
)

var ruleAlarms = rank.NewRule("json-alarms", "what stands under a key of failure and is not empty, zero or false")

// alarmWords are words of keys that speak of what went wrong.
var alarmWords = words(`error errors err exception exceptions failure failures failed problem problems warning warnings
	deprecated deprecation invalid missing unreachable rejected refused denied traceback stacktrace conflict conflicts`)

// calmValues are what stands under such a key where nothing went wrong.
var calmValues = words(`false null 0 "" "0" "none" "false" "no" "ok" [] {} 0.0 "null" "n/a"`)

// Shares and bounds of alarms.
const (
	alarmShare  = 0.5  // of a value, for what an alarm says
	alarmBoost  = 0.8  // of the record that has it
	usualAlarms = 0.35 // share of the records from which having one is nothing special
	usualFactor = 0.2  // for those
)

// alarms marks the patterns whose key, or one around it, speaks of failure, and
// counts in how many places they say something.
func (v *valuer) alarms() {
	if !v.set.On(ruleAlarms) {
		return
	}
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		p.alarm = i > 0 && v.patterns.all[p.parent].alarm
		for _, w := range keyWords(p.key) {
			p.alarm = p.alarm || alarmWords[w]
		}
	}
	for i := range v.leaves {
		if l := &v.leaves[i]; v.patterns.all[l.pattern].alarm && !v.calm(l) {
			v.patterns.all[l.pattern].col.loud++
		}
	}
}

// alarm is how much a leaf under a key of failure alarms, 0 to 1.
func (v *valuer) alarm(l *leaf) float64 {
	p := &v.patterns.all[l.pattern]
	if !p.alarm || v.calm(l) {
		return 0
	}
	if n := float64(v.size[p.coll]); v.records[l.record].group >= 0 && n >= 4 && float64(p.col.loud) > usualAlarms*n {
		return usualFactor
	}
	return 1
}

// calm reports whether a value says that nothing went wrong.
func (v *valuer) calm(l *leaf) bool {
	n := &v.tape.nodes[l.node]
	const longest = 8 // bytes; no calm value is longer
	if l.form == formKey || n.end-n.start > longest {
		return false
	}
	return calmValues[strings.ToLower(string(v.tape.content[n.start:n.end]))]
}
