package retrieve

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// stepKind says what a step selects.
type stepKind uint8

const (
	stepKey   stepKind = iota + 1 // the members with a key
	stepIndex                     // one element, from the end where negative
	stepSlice                     // elements from to, half open; members of an object by their place
	stepAll                       // all elements or all members' values
)

// step is one step of a path.
type step struct {
	kind  stepKind
	key   string
	index int64  // stepIndex
	from  *int64 // stepSlice; nil: from the start
	to    *int64 // stepSlice; nil: to the end
	text  string // as written, for messages
}

// maxSteps bounds a path: a step may read everything below the one before it.
const maxSteps = 256

// parsePath reads the subset of JSONPath that markers use:
//
//	$            the document; of several documents, all of them as one array
//	.key  ["key"]  ['key']   the members with that key, also where it occurs twice
//	[3]  [-1]    an element, from the end where negative
//	[3:10]  [:5]  [-2:]  [:]  elements, the end not included; of an object, members
//	[*]  .*      all elements, or the values of all members
//
// The $ may be left out: ".items[3]" and "items[3]" are "$.items[3]".
func parsePath(s string) ([]step, error) {
	rest, dollar := strings.CutPrefix(strings.TrimSpace(s), "$")
	if !dollar && rest != "" && rest[0] != '.' && rest[0] != '[' {
		rest = "." + rest
	}
	steps := []step{}
	for rest != "" {
		var st step
		var n int
		var err error
		switch rest[0] {
		case '.':
			st, n, err = dotStep(rest)
		case '[':
			st, n, err = bracketStep(rest)
		default:
			err = fmt.Errorf("expected . or [ before %q; a key with other characters is written [\"key\"]", clip(rest))
		}
		if err != nil {
			return nil, err
		}
		if len(steps) == maxSteps {
			return nil, fmt.Errorf("more than %d steps", maxSteps)
		}
		st.text = rest[:n]
		steps, rest = append(steps, st), rest[n:]
	}
	return steps, nil
}

func clip(s string) string {
	if r := []rune(s[:min(len(s), 200)]); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}

func dotStep(s string) (step, int, error) {
	n := strings.IndexAny(s[1:], ".[") + 1
	if n == 0 {
		n = len(s)
	}
	switch name := s[1:n]; name {
	case "":
		return step{}, 0, errors.New(`expected a key behind the point; ".." is not supported`)
	case "*":
		return step{kind: stepAll}, n, nil
	default:
		return step{kind: stepKey, key: name}, n, nil
	}
}

func bracketStep(s string) (step, int, error) {
	inner := strings.TrimLeft(s[1:], " ")
	if inner != "" && (inner[0] == '"' || inner[0] == '\'') {
		return quotedStep(s, len(s)-len(inner))
	}
	n := strings.IndexByte(s, ']')
	if n < 0 {
		return step{}, 0, fmt.Errorf("%q has no closing ]", clip(s))
	}
	inner = strings.TrimSpace(s[1:n])
	n++
	if inner == "*" {
		return step{kind: stepAll}, n, nil
	}
	a, b, isSlice := strings.Cut(inner, ":")
	from, err := bound(a, isSlice)
	if err != nil {
		return step{}, 0, err
	}
	if !isSlice {
		return step{kind: stepIndex, index: *from}, n, nil
	}
	to, err := bound(b, true)
	return step{kind: stepSlice, from: from, to: to}, n, err
}

// bound reads one number of a bracket.
func bound(s string, optional bool) (*int64, error) {
	s = strings.TrimSpace(s)
	if s == "" && optional {
		return nil, nil
	}
	n, err := strconv.ParseInt(s, 10, 63)
	if err != nil {
		return nil, fmt.Errorf("%q in brackets is no number, range A:B, * or quoted key", clip(s))
	}
	return &n, nil
}

// quotedStep reads a key in quotes that begins at s[at].
func quotedStep(s string, at int) (step, int, error) {
	quote := s[at]
	end := at + 1
	for end < len(s) && s[end] != quote {
		if s[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s) {
		return step{}, 0, fmt.Errorf("the key in %q has no closing quote", clip(s))
	}
	key, err := unquote(s[at:end+1], quote)
	if err != nil {
		return step{}, 0, err
	}
	tail := strings.TrimLeft(s[end+1:], " ")
	if tail == "" || tail[0] != ']' {
		return step{}, 0, fmt.Errorf("expected ] behind the key in %q", clip(s))
	}
	return step{kind: stepKey, key: key}, len(s) - len(tail) + 1, nil
}

// unquote reads a JSON string, or one in single quotes.
func unquote(s string, quote byte) (string, error) {
	if quote == '\'' {
		body := strings.ReplaceAll(s[1:len(s)-1], `\'`, `'`)
		s = `"` + strings.ReplaceAll(body, `"`, `\"`) + `"`
	}
	var key string
	if err := json.Unmarshal([]byte(s), &key); err != nil {
		return "", fmt.Errorf("%s is no JSON string: %w", clip(s), err)
	}
	return key, nil
}
