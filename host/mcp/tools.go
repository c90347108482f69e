package mcp

import (
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// maxTools bounds the tools of a server that are known.
const maxTools = 10_000

// tools is what the lists that a client saw say of the server's tools.
type tools struct {
	mu      sync.Mutex
	schemas map[string]string // by name: the outputSchema that the client saw, "" where it saw none
	lost    bool              // the client may have seen lists that are not in schemas
	ours    string            // the name that our own tool is offered by, "" where it is not
}

func newTools() *tools { return &tools{schemas: map[string]string{}} }

// loseIf notes that a list went by that was not looked into.
func (t *tools) loseIf(lost bool) {
	if !lost {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lost = true
}

// schemaless reports whether the client is known to have no outputSchema of a tool.
func (t *tools) schemaless(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	schema, known := t.schemas[name]
	return known && schema == "" && !t.lost
}

// anyString reports whether no outputSchema that the client may know bounds the string
// of a member.
func (t *tools) anyString(tool, name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	schema := t.schemas[tool]
	return !t.lost && (schema == "" || allowsAnyString(schema, name))
}

// isOurs reports whether a tool is the one that the proxy offered.
func (t *tools) isOurs(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return name != "" && name == t.ours
}

// tool is one entry of a list.
type tool struct {
	name   string
	schema jsonedit.Member
}

// list reads a page of the list of tools, and returns the page for the client: without
// the schemas of what tools return where those are dropped, and with our own tool on the
// last page.
func (s *session) list(k *call, m message, frame []byte) []byte {
	result, ok := jsonedit.Unique(m.result)
	entries, read := entriesOf(result["tools"])
	if !ok || !read || !sound(frame) {
		s.tools.loseIf(true)
		return frame
	}
	var edits []jsonedit.Edit
	for _, t := range entries {
		if s.opts.Drop && t.schema.Exists() {
			edits = append(edits, jsonedit.Without(frame, t.schema))
		}
	}
	if s.opts.GetTool && !jsonedit.Given(result["nextCursor"].Result) && s.host.Store() != nil {
		if name := s.tools.offer(entries); name != "" {
			end := result["tools"].End() - 1
			text := definition(name)
			if len(entries) > 0 {
				text = append([]byte{','}, text...)
			}
			edits = append(edits, jsonedit.Edit{Start: end, End: end, Text: text})
		}
	}
	out := frame
	if len(edits) > 0 {
		if out = jsonedit.Apply(frame, edits); !gjson.ValidBytes(out) {
			s.tools.loseIf(true)
			return frame
		}
	}
	s.tools.learn(entries, k.first, s.opts.Drop)
	return out
}

// learn notes what the client sees of a page.
func (t *tools) learn(entries []tool, first, dropped bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if first {
		t.lost = false
	}
	for _, e := range entries {
		schema := ""
		if !dropped {
			schema = strings.Clone(e.schema.Raw)
		}
		if _, known := t.schemas[e.name]; !known && len(t.schemas) >= maxTools {
			t.lost = true
			return
		}
		t.schemas[strings.Clone(e.name)] = schema
	}
}

// offer chooses the name of our own tool on the last page of a list: one that no tool
// of the server has, "" where all are taken.
func (t *tools) offer(entries []tool) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := func(name string) bool {
		for _, e := range entries {
			if e.name == name {
				return true
			}
		}
		_, known := t.schemas[name]
		return known
	}
	t.ours = ""
	for _, name := range getNames {
		if !taken(name) {
			t.ours = name
			break
		}
	}
	return t.ours
}

// entriesOf reads the tools of a page. It is false where one of them can be read in
// more than one way.
func entriesOf(list jsonedit.Member) ([]tool, bool) {
	if !list.IsArray() {
		return nil, false
	}
	var out []tool
	ok := true
	list.ForEach(func(_, v gjson.Result) bool {
		m, single := jsonedit.Unique(v)
		if ok = single && m["name"].Type == gjson.String; ok {
			out = append(out, tool{m["name"].Str, m["outputSchema"]})
		}
		return ok && len(out) <= maxTools
	})
	return out, ok && len(out) <= maxTools
}
