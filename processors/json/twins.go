package json

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/rank"
)

var (
	ruleTwins   = rank.NewRule("json-twins", "what differs before and after a change counts")
	ruleContain = rank.NewRule("json-contained", "a name inside a longer name of its record is worth little")
)

// twinKeys are keys of objects that tell one thing before and after a change.
var twinKeys = map[string]string{"before": "after", "old": "new", "previous": "current", "expected": "actual"}

// twinSurprise is how surprising a value is that a change gave or took.
const twinSurprise = 0.8

// twins finds the leaves whose value differs between the two sides of a change.
func (v *valuer) twins() map[int32]bool {
	twin := map[int32]int32{} // pattern of the later side, by that of the earlier
	for i := range v.patterns.all {
		if p := &v.patterns.all[i]; p.leaf {
			if k, ok := v.twin(int32(i)); ok {
				twin[int32(i)] = k
			}
		}
	}
	if len(twin) == 0 || !v.set.On(ruleTwins) {
		return nil
	}
	type place struct{ record, pattern int32 }
	later := map[place]int32{}
	sides := map[int32]bool{}
	for _, k := range twin {
		sides[k] = true
	}
	for i := range v.leaves {
		if l := &v.leaves[i]; sides[l.pattern] {
			later[place{l.record, l.pattern}] = int32(i)
		}
	}
	out := map[int32]bool{}
	for i := range v.leaves {
		l := &v.leaves[i]
		if k, ok := twin[l.pattern]; ok {
			if j, ok := later[place{l.record, k}]; ok && v.leaves[j].hash != l.hash {
				out[int32(i)], out[j] = true, true
			}
		}
	}
	return out
}

// twin finds the pattern of the same value after a change, for one before it.
func (v *valuer) twin(i int32) (int32, bool) {
	const deepest = 16 // keys between a value and the side of the change
	var steps []patternKey
	for n := 0; n < deepest && i > overflowPattern && i != v.patterns.all[i].coll; n++ {
		p := &v.patterns.all[i]
		if other, ok := twinKeys[p.key]; ok {
			at, ok := v.patterns.index[patternKey{p.parent, '.', other}]
			for k := len(steps) - 1; ok && k >= 0; k-- {
				at, ok = v.patterns.index[patternKey{at, steps[k].role, steps[k].name}]
			}
			return at, ok
		}
		step := patternKey{role: '.', name: p.key}
		if p.only {
			step.role = '1'
		}
		steps = append(steps, step)
		i = p.parent
	}
	return 0, false
}

// names keeps the longest identity of every record.
func (v *valuer) names() {
	if !v.set.On(ruleContain) {
		return
	}
	v.name = make([]int32, len(v.records))
	for i := range v.leaves {
		l := &v.leaves[i]
		if l.kind != kindString || l.form == formItem || v.patterns.all[l.pattern].weight < weightIdentity {
			continue
		}
		if k := v.name[l.record]; k == 0 || v.says(l) > v.says(&v.leaves[k-1]) {
			v.name[l.record] = int32(i) + 1
		}
	}
}

// contained reports whether the value of leaf i is a part of its record's name, with
// no letter or digit at either side.
func (v *valuer) contained(i int) bool {
	l := &v.leaves[i]
	if v.name == nil || l.kind != kindString || l.form != formMember || v.name[l.record] == 0 || v.name[l.record] == int32(i)+1 {
		return false
	}
	const longestName, shortest = 200, 2 // bytes
	k := v.leaves[v.name[l.record]-1].node
	name := v.tape.rawString(k)
	if v.leaves[v.name[l.record]-1].form == formKey {
		name = v.tape.rawKey(k)
	}
	part := v.tape.rawString(l.node)
	if len(part) < shortest || len(part) >= len(name) || len(name) > longestName {
		return false
	}
	at := bytes.Index(name, part)
	return at >= 0 && (at == 0 || !wordByte(name[at-1])) && (at+len(part) == len(name) || !wordByte(name[at+len(part)]))
}

func wordByte(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }
