package score

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// container is an array or object of a JSON content, or the stream of its documents.
type container struct {
	path  string // "$.items[3].tags"
	span  byteSpan
	items []byteSpan // elements, or values of members with their keys
	keys  []string   // of an object's members
	array bool
	inner bool // it lies inside an item of an array
}

// jsonIndex finds the containers of a JSON content by their paths.
type jsonIndex struct {
	byPath map[string]*container
	all    []*container // in the order of the content
	root   *container
	end    int // byte up to which the content is JSON
}

type openContainer struct {
	*container
	key    string // of the member that comes next
	hasKey bool
	start  int // byte where the member that comes next begins
}

// maxDepth bounds how deep containers are named.
const maxDepth = 64

// newJSONIndex reads one document or a stream of them. What is cut off or wrong
// ends the index there; containers that are open then end with the content.
func newJSONIndex(content string) *jsonIndex {
	ix := &jsonIndex{byPath: map[string]*container{}}
	d := json.NewDecoder(strings.NewReader(content))
	d.UseNumber()
	stream := &container{path: "$", array: true, span: byteSpan{0, len(content)}}
	var stack []*openContainer
	at := 0
	for {
		t, err := d.Token()
		if err != nil {
			break
		}
		from := at
		at = int(d.InputOffset())
		ix.end = at
		top := len(stack) - 1
		delim, isDelim := t.(json.Delim)
		if top >= 0 && !stack[top].array && !stack[top].hasKey && !isDelim {
			stack[top].key, stack[top].hasKey, stack[top].start = t.(string), true, from
			continue
		}
		if isDelim && (delim == '}' || delim == ']') {
			c := stack[top]
			c.span.b = at
			stack = stack[:top]
			closeItem(stack, stream, c.span.a, at)
			continue
		}
		if !isDelim {
			closeItem(stack, stream, from, at)
			continue
		}
		c := &container{array: delim == '[', span: byteSpan{from, len(content)}}
		switch {
		case top < 0:
			c.path = "$[" + strconv.Itoa(len(stream.items)) + "]"
		case stack[top].array:
			c.path = stack[top].path + "[" + strconv.Itoa(len(stack[top].items)) + "]"
			c.inner = true
		default:
			c.path = stack[top].path + "." + stack[top].key
			c.inner = stack[top].inner
		}
		if len(stack) < maxDepth {
			ix.all = append(ix.all, c)
		} else {
			c.path = "" // paths of what is nested deeper would grow with the square
		}
		stack = append(stack, &openContainer{container: c})
	}
	for i := len(stack) - 1; i >= 0; i-- {
		closeItem(stack[:i], stream, stack[i].span.a, len(content))
	}
	ix.finish(stream)
	return ix
}

// closeItem adds a finished value to what holds it.
func closeItem(stack []*openContainer, stream *container, from, to int) {
	if len(stack) == 0 {
		stream.items = append(stream.items, byteSpan{from, to})
		return
	}
	up := stack[len(stack)-1]
	if up.hasKey {
		from, up.hasKey = up.start, false
		up.keys = append(up.keys, up.key)
	}
	up.items = append(up.items, byteSpan{from, to})
}

// finish names the paths: a single document is the root itself.
func (ix *jsonIndex) finish(stream *container) {
	ix.root = stream
	if len(stream.items) == 1 {
		if len(ix.all) > 0 {
			ix.root = ix.all[0]
		}
		for _, c := range ix.all {
			c.path = "$" + strings.TrimPrefix(c.path, "$[0]")
		}
	} else {
		for _, c := range ix.all {
			c.inner = true
		}
		ix.byPath["$"] = stream
	}
	for _, c := range ix.all {
		if ix.byPath[c.path] == nil {
			ix.byPath[c.path] = c
		}
	}
}

// inside is the rest of a path that leads further than another, or as far.
func inside(path, up string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, up)
	return rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// within lists the arrays inside an item that are named so: first those in no further
// array, then the others, for a label may leave out levels that are said nowhere.
func (ix *jsonIndex) within(path, name string) []*container {
	var out, deeper []*container
	for _, c := range ix.all {
		rest, ok := inside(c.path, path)
		if ok && c.array {
			rest, ok = strings.CutSuffix(rest, "."+name)
		}
		switch {
		case !ok || !c.array:
		case strings.Contains(rest, "["):
			deeper = append(deeper, c)
		default:
			out = append(out, c)
		}
	}
	return append(out, deeper...)
}

// maps lists the objects inside an item that have a member that begins the text:
// first those in no further array, then the others.
func (ix *jsonIndex) maps(path, text string) []*container {
	var out, deeper []*container
	for _, c := range ix.all {
		rest, ok := inside(c.path, path)
		switch {
		case !ok || rest == "" || c.array || c.member(text, " ") < 0:
		case strings.Contains(rest, "["):
			deeper = append(deeper, c)
		default:
			out = append(out, c)
		}
	}
	return append(out, deeper...)
}

// member is the item of an object whose key begins a text, before one of the bytes
// in ends or alone, -1 for none. Of several the longest key counts.
func (c *container) member(text, ends string) int {
	best, length := -1, -1
	for i, k := range c.keys {
		rest, ok := strings.CutPrefix(text, k)
		if ok && len(k) > length && (rest == "" || strings.IndexByte(ends, rest[0]) >= 0) {
			best, length = i, len(k)
		}
	}
	return best
}

var quotedKey = regexp.MustCompile(`\["((?:[^"\\]|\\.)*)"\]`)

// canonical writes the keys of a path that are quoted as the others.
func canonical(path string) string {
	return quotedKey.ReplaceAllString(path, ".$1")
}

// around lists the containers around byte i, outermost first.
func (ix *jsonIndex) around(i int) []*container {
	var out []*container
	if ix.byPath["$"] == ix.root && (len(ix.all) == 0 || ix.root != ix.all[0]) {
		out = append(out, ix.root)
	}
	for _, c := range ix.all {
		if c.span.a <= i && i < c.span.b {
			out = append(out, c)
		}
	}
	return out
}

// itemAt is the item of a container that holds byte i, -1 for none.
func (c *container) itemAt(i int) int {
	for k, s := range c.items {
		if s.a <= i && i < s.b {
			return k
		}
	}
	return -1
}
