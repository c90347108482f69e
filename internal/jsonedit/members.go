package jsonedit

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Member is a member of an object. The Index of its value and of its Key count within
// what the object was parsed from.
type Member struct {
	gjson.Result
	Key gjson.Result
}

// End is where the value ends.
func (m Member) End() int { return m.Index + len(m.Raw) }

// Given reports whether a value is there and not null.
func Given(v gjson.Result) bool { return v.Exists() && v.Type != gjson.Null }

// Members returns the values of an object by name, nil for anything else. Of members
// with one name the last counts, as JavaScript and Go have it.
func Members(object gjson.Result) map[string]gjson.Result {
	if !object.IsObject() {
		return nil
	}
	out := map[string]gjson.Result{}
	object.ForEach(func(key, value gjson.Result) bool {
		out[key.Str] = value
		return true
	})
	return out
}

// MaxMembers bounds the members of an object that Unique looks into, which are few.
const MaxMembers = 1000

// Unique returns the members of an object by name. It is false for what is no object,
// for one with more than MaxMembers, and for one with two members of a name: which of
// them counts is the reader's choice.
func Unique(object gjson.Result) (map[string]Member, bool) {
	if !object.IsObject() {
		return nil, false
	}
	out, ok := map[string]Member{}, true
	object.ForEach(func(key, value gjson.Result) bool {
		_, twice := out[key.Str]
		ok = !twice && len(out) < MaxMembers
		out[key.Str] = Member{value, key}
		return ok
	})
	return out, ok
}

// At finds a value by the names of members, joined by dots: of members with one name
// the last, as Members has it. Its Index counts within the object that holds it.
func At(object gjson.Result, path string) gjson.Result {
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
