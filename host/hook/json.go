package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// member finds a value by the names of members, joined by dots. Of members with one
// name the last counts, as JavaScript and Go have it. Its Index counts within the
// object that holds it.
func member(object gjson.Result, path string) gjson.Result {
	for name := range strings.SplitSeq(path, ".") {
		var found gjson.Result
		if object.IsObject() {
			object.ForEach(func(key, value gjson.Result) bool {
				if key.Str == name {
					found = value
				}
				return true
			})
		}
		object = gjson.Parse(found.Raw)
		object.Index = found.Index
	}
	return object
}

// present reports whether a member is there and not null.
func present(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

var errSplice = errors.New("hook: the member to replace is not where it was read")

// replace returns a copy of an object in which the last member of a name has another
// value. All other bytes stay as they are.
func replace(object, name string, value []byte) ([]byte, error) {
	v := member(gjson.Parse(object), name)
	if v.Index <= 0 || v.Raw == "" || v.Index+len(v.Raw) > len(object) || object[v.Index:v.Index+len(v.Raw)] != v.Raw {
		return nil, errSplice
	}
	out := make([]byte, 0, len(object)-len(v.Raw)+len(value))
	out = append(out, object[:v.Index]...)
	out = append(out, value...)
	return append(out, object[v.Index+len(v.Raw):]...), nil
}

// remove returns an object without the members of a name, each with the comma that
// parted it from the others.
func remove(object, name string) (string, error) {
	const blank = " \t\r\n"
	for {
		v := member(gjson.Parse(object), name)
		if !v.Exists() {
			return object, nil
		}
		if v.Index <= 0 || v.Index+len(v.Raw) > len(object) {
			return "", errSplice
		}
		before := strings.TrimRight(object[:v.Index], blank)
		before, ok := strings.CutSuffix(before, ":")
		start := nameStart(strings.TrimRight(before, blank))
		if !ok || start < 0 {
			return "", errSplice
		}
		before = object[:start]
		after := strings.TrimLeft(object[v.Index+len(v.Raw):], blank)
		if rest, ok := strings.CutPrefix(after, ","); ok {
			object = before + strings.TrimLeft(rest, blank)
			continue
		}
		object = strings.TrimSuffix(strings.TrimRight(before, blank), ",") + after
	}
}

// nameStart is where the string begins that ends s, -1 where none does.
func nameStart(s string) int {
	if !strings.HasSuffix(s, `"`) {
		return -1
	}
	for i := len(s) - 2; i >= 0; i-- {
		if s[i] != '"' {
			continue
		}
		slashes := 0
		for j := i - 1; j >= 0 && s[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
	return -1
}

// quote writes a string as JSON, without the escapes that only HTML needs.
func quote(s string) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return strconv.AppendQuote(nil, s) // a string always encodes
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
