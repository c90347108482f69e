package json

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/sdk"
)

// maxNamedKeys is how many keys of a collection a note names.
const maxNamedKeys = 12

// notes tells what no row does: what the records of the largest collection are made
// of, and what is wrong with the document as JSON.
func (t *tree) notes(b *sdk.Builder) {
	if g := t.largest(); g >= 0 {
		if note := t.shape(g); note != "" {
			b.Note(note)
		}
	}
	if t.stream.cut {
		b.Note("the content ends inside a value; totals count what is there")
	}
	if n := t.lenient(); n > 0 {
		b.Note(fmt.Sprintf("documents that are no strict JSON (commas, comments, quotes, NaN, raw control characters, broken places): %d of %d", n, len(t.stream.docs)))
	}
	if n := t.stream.repairs; n > 0 {
		b.Note(fmt.Sprintf("broken places, behind which reading went on: %d; records around them may lack values", n))
	}
	if n := len(t.stream.lines); n > 0 {
		b.Note(fmt.Sprintf("lines that are not JSON: %d", n))
	}
	if t.tape.deep {
		b.Note(fmt.Sprintf("values nested deeper than %d are not parsed", maxDepth))
	}
}

// lenient counts the documents that the scanner reads and a strict parser does not.
// gjson knows; it goes down with the nesting, so deep ones are not asked about.
func (t *tree) lenient() int {
	if t.tape.deep || t.tape.skipped {
		return 0
	}
	count := 0
	for _, d := range t.stream.docs {
		n := &t.tape.nodes[d]
		if !n.has(flagCut) && !gjson.ValidBytes(t.tape.content[n.start:n.end]) {
			count++
		}
	}
	return count
}

// largest is the outermost group with the most items; small ones speak for themselves.
func (t *tree) largest() int32 {
	best, most := int32(-1), int32(minNotedItems-1)
	for i := range t.groups {
		if g := &t.groups[i]; t.records[g.record].group < 0 && g.kids > most && !g.plain {
			best, most = int32(i), g.kids
		}
	}
	return best
}

// minNotedItems is how many items a collection needs for a note of its keys.
const minNotedItems = 5

// shape names the keys of a collection's records, in the order of their first use.
func (t *tree) shape(g int32) string {
	var keys []string
	more := 0
	for i := range t.patterns.all {
		if p := &t.patterns.all[i]; p.parent != t.groups[g].coll || p.key == "" {
			continue
		} else if len(keys) < maxNamedKeys {
			keys = append(keys, p.key)
		} else {
			more++
		}
	}
	if len(keys) == 0 {
		return ""
	}
	note := "keys of the records: " + strings.Join(keys, ", ")
	if more > 0 {
		note += fmt.Sprintf(" and %d more", more)
	}
	return cutEnd(note, sdk.MaxNoteBytes)
}

// summarise says in one line what the content is.
func (t *tree) summarise(b *sdk.Builder) {
	what := "1 document"
	if n := len(t.stream.docs); n > 1 {
		what = fmt.Sprintf("%d documents", n)
	}
	if t.stream.cut {
		what += ", cut off"
	}
	b.Summary("%s, %d values in %d arrays and maps", what, len(t.leaves), len(t.groups))
}
