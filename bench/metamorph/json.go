package metamorph

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/riffle-dev/riffle/corpus"
)

// isRecords reports lines that are JSON documents each.
func isRecords(text []byte) bool {
	n := 0
	for l := range bytes.Lines(text) {
		if l = bytes.TrimSpace(l); len(l) > 0 && !json.Valid(l) {
			return false
		}
		n++
	}
	return n >= minLines
}

// arrays are the items of every array of a valid document, in the order of their ends.
func arrays(text []byte) [][]span {
	type open struct {
		array bool
		items []span
		start int // of the item that is being read, -1 between items
	}
	var out [][]span
	stack := []open{{start: -1}}
	begin := func(i int) {
		if top := &stack[len(stack)-1]; top.array && top.start < 0 {
			top.start = i
		}
	}
	end := func(i int) {
		if top := &stack[len(stack)-1]; top.array && top.start >= 0 {
			b := len(bytes.TrimRight(text[:i], " \t\r\n"))
			top.items = append(top.items, span{top.start, b})
			top.start = -1
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n', ':':
		case '"':
			begin(i)
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			begin(i)
			stack = append(stack, open{array: c == '[', start: -1})
		case ',':
			end(i)
		case ']', '}':
			end(i)
			top := stack[len(stack)-1]
			if stack = stack[:len(stack)-1]; top.array {
				out = append(out, top.items)
			}
		default:
			begin(i)
		}
	}
	return out
}

// minItems is how many items an array needs, so that depths mean something.
const minItems = 10

// mainArray is the array whose items hold the most weight of the facts, each fact in
// one item and at most a third of the items; the longest of such. holds says which
// items hold a fact.
func mainArray(c *corpus.Case, facts []span) (items []span, holds []bool, err error) {
	best := 0.0
	for _, a := range arrays(c.Data) {
		if len(a) < minItems {
			continue
		}
		weight, in, n := 0.0, make([]bool, len(a)), 0
		for k, f := range facts {
			if i := itemOf(a, f); i >= 0 {
				weight += c.Facts[k].Weight
				if !in[i] {
					in[i] = true
					n++
				}
			}
		}
		if 3*n <= len(a) && (weight > best || weight == best && len(a) > len(items)) {
			best, items, holds = weight, a, in
		}
	}
	if best == 0 {
		return nil, nil, errSkip("no array with the facts in a few of its items")
	}
	return items, holds, nil
}

// itemOf is the item that holds the whole of f, or -1. Items ascend.
func itemOf(items []span, f span) int {
	low, high := 0, len(items)
	for low < high {
		mid := (low + high) / 2
		if items[mid].b < f.b {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(items) && items[low].a <= f.a && f.b <= items[low].b {
		return low
	}
	return -1
}

// moveItem moves the item that holds the most weight of the facts behind a share of
// the others. What stands between items stays in its place.
func moveItem(c *corpus.Case, facts []span, depth float64) ([]byte, []bool, error) {
	items, _, err := mainArray(c, facts)
	if err != nil {
		return nil, nil, err
	}
	weights := make([]float64, len(items))
	key := -1
	for k, f := range facts {
		if i := itemOf(items, f); i >= 0 {
			weights[i] += c.Facts[k].Weight
			if key < 0 || weights[i] > weights[key] || weights[i] == weights[key] && i < key {
				key = i
			}
		}
	}
	in := make([]bool, len(facts))
	for k, f := range facts {
		in[k] = itemOf(items, f) == key
	}
	order := slices.Delete(slices.Clone(items), key, key+1)
	order = slices.Insert(order, int(depth*float64(len(order))), items[key])
	out := bytes.NewBuffer(make([]byte, 0, len(c.Data)))
	next := 0
	for i, it := range items {
		out.Write(c.Data[next:it.a])
		out.Write(c.Data[order[i].a:order[i].b])
		next = it.b
	}
	out.Write(c.Data[next:])
	return out.Bytes(), in, nil
}

// arrayNoise are the items of the main array that hold no fact at all.
func arrayNoise(c *corpus.Case, facts []span) ([]span, []byte, error) {
	items, holds, err := mainArray(c, facts)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range places(c) {
		if i := itemOf(items, p); i >= 0 {
			holds[i] = true
		}
	}
	var noise []span
	for i, it := range items {
		if !holds[i] {
			noise = append(noise, it)
		}
	}
	return noise, c.Data[items[0].b:items[1].a], nil
}
