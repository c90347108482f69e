package mcp

import (
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// twin says what becomes of a result's structuredContent where its text is changed.
type twin struct {
	mirror jsonedit.Member // a string that gets the same shorter text
	remove bool            // it goes
}

// structured decides on structuredContent, or says why the result is left alone: it is
// the value that counts, and a client may check it against the tool's outputSchema. A
// single string that repeats the text is the one value that may change with it.
func (s *session) structured(tool string, value jsonedit.Member, texts []jsonedit.Member) (twin, string) {
	if !jsonedit.Given(value.Result) {
		return twin{}, ""
	}
	if s.opts.Drop && s.tools.schemaless(tool) && anyText(texts) {
		return twin{remove: true}, ""
	}
	m, ok := jsonedit.Unique(value.Result)
	if !ok || len(m) != 1 || len(texts) != 1 || s.opts.NoMirror {
		return twin{}, ReasonStructured
	}
	for name, only := range m {
		if only.Type == gjson.String && only.Str == texts[0].Str && !jsonedit.HalfPair(only.Raw) && s.tools.anyString(tool, name) {
			return twin{mirror: only}, ""
		}
	}
	return twin{}, ReasonStructured
}

// anyText reports whether something is left to read without structuredContent.
func anyText(texts []jsonedit.Member) bool {
	for _, t := range texts {
		if t.Str != "" {
			return true
		}
	}
	return false
}

// Members of a schema that say nothing of what a string may be. All others may: lengths,
// patterns, formats, enumerations, and whatever a later draft adds.
var (
	silentOnString = map[string]bool{"title": true, "description": true, "default": true, "examples": true, "deprecated": true, "readOnly": true, "$comment": true}
	silentOnObject = map[string]bool{"$schema": true, "$id": true, "title": true, "description": true, "default": true, "examples": true, "$comment": true, "required": true}
)

// allowsAnyString reports whether a schema of an object lets the string of a member be
// any string.
func allowsAnyString(schema, name string) bool {
	m, ok := jsonedit.Unique(gjson.Parse(schema))
	if !ok {
		return false
	}
	own, declared := jsonedit.Unique(m["properties"].Result)
	if jsonedit.Given(m["properties"].Result) && !declared {
		return false
	}
	for key, v := range m {
		switch {
		case silentOnObject[key], key == "properties":
		case key == "type" && v.Type == gjson.String && v.Str == "object":
		case key == "additionalProperties" && own[name].Exists(): // says nothing of a declared member
		case key == "additionalProperties" && v.Type == gjson.True:
		default:
			return false
		}
	}
	return !own[name].Exists() || silent(own[name].Result)
}

// silent reports whether a schema of a string allows any.
func silent(schema gjson.Result) bool {
	if schema.Type == gjson.True {
		return true
	}
	m, ok := jsonedit.Unique(schema)
	if !ok {
		return false
	}
	for key, v := range m {
		if key == "type" && allowsString(v.Result) || silentOnString[key] {
			continue
		}
		return false
	}
	return true
}

func allowsString(kind gjson.Result) bool {
	if kind.IsArray() {
		found := false
		kind.ForEach(func(_, v gjson.Result) bool {
			found = found || v.Str == "string"
			return !found
		})
		return found
	}
	return kind.Str == "string"
}
