package testreport

import (
	"encoding/json"
	"strconv"

	"github.com/riffle-dev/riffle/sdk"
)

// event is a line of go test -json.
type event struct {
	sdk.Span // the line
	action   string
	pkg      string // the package, or the import path of what is built
	test     string
	elapsed  float64
	output   sdk.Span // of what stands between the quotes
	text     string   // the output, decoded, on one line
}

// readEvent reads a flat object; false where the line is none with an action.
func readEvent(content []byte, s sdk.Span) (event, bool) {
	e := event{Span: s}
	at := s.Start
	skip := func() {
		for at < s.End && (content[at] == ' ' || content[at] == '\t' || content[at] == '\r') {
			at++
		}
	}
	take := func(c byte) bool {
		skip()
		if at < s.End && content[at] == c {
			at++
			return true
		}
		return false
	}
	if !take('{') {
		return e, false
	}
	for {
		skip()
		key, ok := quoted(content, at, s.End)
		if !ok {
			return e, false
		}
		at = key.End + 1
		if !take(':') {
			return e, false
		}
		skip()
		value, next, ok := value(content, at, s.End)
		if !ok {
			return e, false
		}
		at = next
		e.set(content, string(content[key.Start:key.End]), value)
		if take('}') {
			return e, e.action != ""
		}
		if !take(',') {
			return e, false
		}
	}
}

// set keeps a member of an event.
func (e *event) set(content []byte, key string, v sdk.Span) {
	switch key {
	case "Action":
		e.action = decode(content[v.Start:v.End])
	case "Package":
		e.pkg = decode(content[v.Start:v.End])
	case "ImportPath":
		if e.pkg == "" {
			e.pkg = decode(content[v.Start:v.End])
		}
	case "Test":
		e.test = decode(content[v.Start:v.End])
	case "Elapsed":
		e.elapsed, _ = strconv.ParseFloat(string(content[v.Start:v.End]), 64)
	case "Output":
		e.output = v
		e.text = oneLine(decode(content[v.Start:v.End]))
	}
}

// quoted is what stands between the quote at a byte and the one that ends it.
func quoted(content []byte, at, end int) (sdk.Span, bool) {
	if at >= end || content[at] != '"' {
		return sdk.Span{}, false
	}
	for i := at + 1; i < end; i++ {
		switch content[i] {
		case '\\':
			i++
		case '"':
			return sdk.Span{Start: at + 1, End: i}, true
		}
	}
	return sdk.Span{}, false
}

// value is a string without its quotes, a number or a word; anything else is no
// event.
func value(content []byte, at, end int) (v sdk.Span, next int, ok bool) {
	if at < end && content[at] == '"' {
		v, ok = quoted(content, at, end)
		return v, v.End + 1, ok
	}
	i := at
	for i < end && content[i] != ',' && content[i] != '}' && content[i] != ' ' {
		if c := content[i]; c == '{' || c == '[' || c == '"' {
			return v, at, false
		}
		i++
	}
	return sdk.Span{Start: at, End: i}, i, i > at
}

// decode is a string of JSON without its escapes.
func decode(raw []byte) string {
	for _, c := range raw {
		if c == '\\' {
			var s string
			if json.Unmarshal(append(append([]byte{'"'}, raw...), '"'), &s) == nil {
				return s
			}
			break
		}
	}
	return string(raw)
}
