package retrieve

import (
	"fmt"
	"io"
	"strings"
)

// maxJSON is how large a content, in bytes, is read into memory for a path. What
// the host shortens has at most 64 MiB.
const maxJSON = 256 << 20

// writePath writes what a path selects, each value with exactly the bytes that it
// has in the content. Inside a string, places are those of its lines, or of the
// document that it holds. A path with a range or a wildcard gives a JSON array of them,
// one item a line (or an object, where a range of an object's members is asked
// for); any other path gives the value, and each of several with the same key.
func writePath(w io.Writer, src source, path []step) error {
	size, err := src.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = src.Seek(0, io.SeekStart)
	}
	if err == nil && size > maxJSON {
		return fmt.Errorf("get: the content has %d bytes, a path is read in at most %d; use lines or grep: %w", size, maxJSON, ErrUsage)
	}
	var b strings.Builder
	b.Grow(int(size))
	if err == nil {
		_, err = io.Copy(&b, src)
	}
	if err != nil {
		return fmt.Errorf("get: cannot read the content: %w", err)
	}
	s := b.String()
	docs := documents(s)
	if len(docs) == 0 {
		return nothing("the content is not JSON: it begins with %q; use lines or grep", clip(strings.TrimSpace(s)))
	}
	q := query{s: s, docs: docs, list: newList(w, path)}
	if len(docs) == 1 {
		q.from(docs[0], path, "$")
	} else {
		q.stream(path)
	}
	if q.list.count == 0 && q.why != "" && !(q.list.many && q.empty) {
		return nothing("%s", q.why)
	}
	return q.list.close()
}

// query walks a path and hands on what it selects.
type query struct {
	s     string
	docs  []node
	list  *list
	why   string // why the first branch that led nowhere did
	empty bool   // a wildcard or whole range met something that has nothing in it
}

// stream takes several documents as one array.
func (q *query) stream(path []step) {
	if len(path) == 0 {
		q.list.many = true
		for _, d := range q.docs {
			q.list.add(q.s, d)
		}
		return
	}
	q.elements(path, "$", "document", func(f func(node) bool) {
		for _, d := range q.docs {
			if !f(d) {
				return
			}
		}
	})
}

// from selects in one value. ref is the path so far.
func (q *query) from(n node, path []step, ref string) {
	if q.list.err != nil {
		return
	}
	if len(path) == 0 {
		q.list.add(q.s, n)
		return
	}
	st := path[0]
	if q.s[n.start] == '"' && !n.line {
		if text, doc, ok := embedded(q.s, n); ok {
			inner := query{s: text, list: q.list}
			inner.from(doc, path, ref)
			q.empty = q.empty || inner.empty
			if inner.why != "" {
				q.fail(func() string { return inner.why })
			}
			return
		}
		if st.kind != stepKey {
			q.elements(path, ref, "line", func(f func(node) bool) { eachLine(q.s, n, f) })
			return
		}
	}
	if !container(q.s, n) {
		q.fail(func() string {
			return fmt.Sprintf("%s is no object or array but %s, so there is no %s", ref, clip(q.s[n.start:n.end]), st.text)
		})
		return
	}
	object := q.s[n.start] == '{'
	switch {
	case st.kind == stepKey && !object:
		q.fail(func() string {
			return fmt.Sprintf("%s is an array, so there is no %s; its items are [0], [1]…", ref, st.text)
		})
	case st.kind == stepKey:
		q.members(n, path, ref)
	case st.kind == stepIndex && object:
		q.fail(func() string { return fmt.Sprintf("%s is an object, so there is no %s; %s", ref, st.text, q.keys(n)) })
	default:
		what := "item"
		if object {
			what = "member"
		}
		q.elements(path, ref, what, func(f func(node) bool) { eachKid(q.s, n, f) })
	}
}

func (q *query) members(n node, path []step, ref string) {
	found := false
	eachKid(q.s, n, func(kid node) bool {
		if keyIs(kid.key, path[0].key) {
			found = true
			kid.key = ""
			q.from(kid, path[1:], ref+path[0].text)
		}
		return q.list.err == nil
	})
	if !found {
		q.fail(func() string { return fmt.Sprintf("%s has no %s; %s", ref, path[0].text, q.keys(n)) })
	}
}

// elements selects by place among what each gives.
func (q *query) elements(path []step, ref, what string, each func(func(node) bool)) {
	st, total, taken := path[0], int64(-1), false
	count := func() int64 {
		total = 0
		each(func(node) bool { total++; return true })
		return total
	}
	from, to := int64(0), int64(endless)
	switch {
	case st.kind == stepKey:
		q.fail(func() string {
			return fmt.Sprintf("the content has %d documents, which are one array at $, so there is no %s; write $[0]%s for the first", len(q.docs), st.text, st.text)
		})
		return
	case st.kind == stepIndex:
		if from = st.index; from < 0 {
			from += count()
		}
		to = from + 1
	case st.kind == stepSlice:
		from, to = st.bounds(count)
	}
	if from >= 0 {
		at := int64(0)
		each(func(kid node) bool {
			if at >= from && at < to {
				taken = true
				if len(path) > 1 || st.kind != stepSlice {
					kid.key = ""
				}
				q.from(kid, path[1:], fmt.Sprintf("%s[%d]", ref, at))
			}
			at++
			return at < to && q.list.err == nil
		})
	}
	if taken {
		return
	}
	if total < 0 {
		count()
	}
	if total == 0 && st.kind != stepIndex {
		q.empty = true
	}
	q.fail(func() string {
		return fmt.Sprintf("%s was asked for, but %s has %d %ss%s", ref+st.text, ref, total, what, numbered(total))
	})
}

func numbered(total int64) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf(", numbered 0 to %d", total-1)
}

// bounds are the ends of a range; count is asked only where an end counts from
// behind.
func (st step) bounds(count func() int64) (from, to int64) {
	to = endless
	if st.from != nil {
		from = *st.from
	}
	if st.to != nil {
		to = *st.to
	}
	if from < 0 || to < 0 {
		n := count()
		if from < 0 {
			from = max(0, from+n)
		}
		if to < 0 {
			to = max(0, to+n)
		}
	}
	return from, to
}

// fail keeps the first reason; more are not even made up, since there may be one for
// each of many items.
func (q *query) fail(why func() string) {
	if q.why == "" && q.list.count == 0 {
		q.why = why()
	}
}

// keys says which keys an object has.
func (q *query) keys(n node) string {
	const most = 12
	var names []string
	more := 0
	eachKid(q.s, n, func(kid node) bool {
		if len(names) < most {
			names = append(names, clip(kid.key))
		} else {
			more++
		}
		return true
	})
	switch {
	case len(names) == 0:
		return "it is empty"
	case more > 0:
		return fmt.Sprintf("its keys are %s and %d more", strings.Join(names, ", "), more)
	}
	return "its keys are " + strings.Join(names, ", ")
}

// list writes what was selected.
type list struct {
	w      io.Writer
	many   bool // the path may select any number: brackets around
	object bool // the brackets are those of an object
	count  int
	err    error
}

// newList knows from the path what to write around the values.
func newList(w io.Writer, path []step) *list {
	l := &list{w: w}
	for _, st := range path {
		l.many = l.many || st.kind == stepSlice || st.kind == stepAll
	}
	single := true // the last step alone selects many
	for i, st := range path {
		single = single && (i == len(path)-1 || st.kind == stepKey || st.kind == stepIndex)
	}
	l.object = single && len(path) > 0 && path[len(path)-1].kind == stepSlice
	return l
}

func (l *list) add(s string, n node) {
	switch {
	case !l.many:
	case l.count == 0:
		l.object = l.object && n.key != ""
		l.print(l.bracket("[", "{"), "\n")
	default:
		l.print(",\n")
	}
	if l.object && n.key != "" {
		l.print(n.key, ": ")
	}
	if n.line {
		l.print(`"`, s[n.start:n.end], `"`)
	} else {
		l.print(s[n.start:n.end])
	}
	if !l.many {
		l.print("\n")
	}
	l.count++
}

func (l *list) bracket(array, object string) string {
	if l.object {
		return object
	}
	return array
}

func (l *list) close() error {
	if l.many && l.count == 0 {
		l.object = false
		l.print("[")
	}
	if l.many {
		if l.count > 0 {
			l.print("\n")
		}
		l.print(l.bracket("]", "}"), "\n")
	}
	return l.err
}

func (l *list) print(parts ...string) {
	for _, p := range parts {
		if l.err == nil {
			_, l.err = io.WriteString(l.w, p)
		}
	}
}
