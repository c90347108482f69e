package structure

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// judgeItems holds the marks of a text that counts items against themselves and, for
// JSON that stands as one whole document, against encoding/json.
func (t *trial) judgeItems(d *drawn) {
	find := func(class, format string, args ...any) {
		t.find("gaps-counted", class, "at %d tokens: "+format, append([]any{d.budget}, args...)...)
	}
	var doc any
	whole := t.planned.Processor == "json" && json.Unmarshal(bytes.TrimSpace(t.content), &doc) == nil
	if d.page.omitted > d.page.total {
		find("omitted", "%d of %d %s", d.page.omitted, d.page.total, d.page.unit)
	}
	for _, row := range d.page.body {
		m, ok := readMarker(row)
		if !ok || strings.Contains(string(t.content), strings.TrimSpace(row)) {
			if ok {
				t.find("forged-marks", "marker-like-row", "at %d tokens: the content's own %q stands like a mark of the host", d.budget, row)
			}
			continue
		}
		ref := m.where
		if i := strings.LastIndexByte(ref, '['); i >= 0 && strings.HasSuffix(ref, "]") {
			var a, b int
			if n, _ := fmt.Sscanf(ref[i:], "[%d:%d]", &a, &b); n == 2 {
				ref = ref[:i]
				if b-a != m.count || m.of > 0 && b > m.of {
					find("marker-count", "%q counts wrong", row)
				}
			}
		}
		total := max(m.of, m.count)
		if m.of > 0 && m.count > m.of {
			find("marker-count", "%q: more than there are", row)
		}
		if n := sizeOf(doc, ref); whole && n >= 0 && total != n && m.unit != "values" {
			find("marker-total", "%q: %s has %d", row, ref, n)
		}
	}
}

// sizeOf is how many items a path of a document has, -1 where that is not known.
func sizeOf(doc any, ref string) int {
	if !strings.HasPrefix(ref, "$") {
		return -1
	}
	rest := ref[1:]
	for rest != "" {
		switch rest[0] {
		case '.':
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			o, ok := doc.(map[string]any)
			v, has := o[rest[1:1+end]]
			if !ok || !has {
				return -1
			}
			doc, rest = v, rest[1+end:]
		case '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return -1
			}
			n, err := strconv.Atoi(rest[1:end])
			a, ok := doc.([]any)
			if err != nil || !ok || n >= len(a) {
				return -1
			}
			doc, rest = a[n], rest[end+1:]
		default:
			return -1
		}
	}
	switch v := doc.(type) {
	case []any:
		return len(v)
	case map[string]any:
		return len(v)
	}
	return -1
}
