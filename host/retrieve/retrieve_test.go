package retrieve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/internal/lineartest"
)

// get runs one request on a text.
func get(text string, o Options) (string, error) {
	r, err := o.parse()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = r.write(&out, strings.NewReader(text))
	return out.String(), err
}

func TestGet(t *testing.T) {
	const abc = "a\nb\nc" // the last line has no end
	items := `{"items": [ {"id":1.0,"n":"x"}, {"id":2e5}, {"id":12345678901234567890} ], "a b":{"k":null}, "a":1, "a":[2]}`
	for _, tc := range []struct {
		name, text string
		o          Options
		want       string
	}{
		{"everything, byte for byte", "a\r\n\xffb", Options{}, "a\r\n\xffb"},
		{"one line with its end", abc, Options{Lines: "2"}, "b\n"},
		{"lines to the last, which has no end", abc, Options{Lines: "2-3"}, "b\nc"},
		{"lines as sed writes them", abc, Options{Lines: "1,2"}, "a\nb\n"},
		{"lines to an open end", abc, Options{Lines: "2-"}, "b\nc"},
		{"lines beyond the end are those that exist", abc, Options{Lines: "3-99"}, "c"},
		{"an empty line is a line", "a\n\nb\n", Options{Lines: "2-2"}, "\n"},
		{"a CR stays", "a\r\nb\r\n", Options{Lines: "1"}, "a\r\n"},
		{"characters are code points", "aé日🦊b", Options{Chars: "1-4"}, "é日🦊"},
		{"characters from the start", "aé日", Options{Chars: "0-1"}, "a"},
		{"one character", "aé日", Options{Chars: "2"}, "日"},
		{"characters beyond the end are those that exist", "aé日", Options{Chars: "1-100"}, "é日"},
		{"a byte that is no UTF-8 counts as one character", "a\xff\xfeb", Options{Chars: "2-4"}, "\xfeb"},
		{"a character that is cut counts as one", "a\xe6\x97b\x80c", Options{Chars: "1-3"}, "\xe6\x97b\x80"},
		{"grep numbers its lines", "one\ntwo\nthree\n", Options{Grep: "t.*"}, "2:two\n3:three\n"},
		{"grep with context", "1\n2\nhit\n4\n5\n6\n7\nhit\n9\n", Options{Grep: "hit", Context: 1}, "2-2\n3:hit\n4-4\n--\n7-7\n8:hit\n9-9\n"},
		{"contexts that touch share no separator", "1\nhit\n3\n4\nhit\n", Options{Grep: "hit", Context: 1}, "1-1\n2:hit\n3-3\n4-4\n5:hit\n"},
		{"contexts that overlap say each line once", "hit\n2\nhit\n", Options{Grep: "hit", Context: 5}, "1:hit\n2-2\n3:hit\n"},
		{"grep within lines keeps the numbers", "x\nx\nx\nx\n", Options{Grep: "x", Lines: "2-3"}, "2:x\n3:x\n"},
		{"the end of a line is no part of it", "ab\r\nb\n", Options{Grep: "b$"}, "1:ab\n2:b\n"},
		{"grep finds empty lines", "a\n\nb", Options{Grep: "^$"}, "2:\n"},
		{"the document", " {\"b\": 1 } ", Options{Path: "$"}, "{\"b\": 1 }\n"},
		{"a document in a string", `{"content":[{"text":"{\"items\":[{\"id\":1},{\"id\":2},\n{\"id\":3}]}"}]}`, Options{Path: "$.content[0].text.items[1:3]"}, "[\n{\"id\":2},\n{\"id\":3}\n]\n"},
		{"a document in a string in a string", `{"a":"{\"b\":\"[{\\\"c\\\":7},8]\"}"}`, Options{Path: "$.a.b[0].c"}, "7\n"},
		{"a document cut off in a string", `{"a":"{\"b\":[1,2,{\"c\":\"x\\`, Options{Path: "$.a.b[1]"}, "2\n"},
		{"lines of a string", `{"out":"a\nb \"x\"\nc\n","n":1}`, Options{Path: "$.out[1:3]"}, "[\n\"b \\\"x\\\"\",\n\"c\"\n]\n"},
		{"a line of a string that is cut off", `{"out":"a\nb`, Options{Path: "$.out[1]"}, "\"b\"\n"},
		{"a number keeps its text", items, Options{Path: "$.items[2].id"}, "12345678901234567890\n"},
		{"the dollar may be left out", items, Options{Path: "items[0].id"}, "1.0\n"},
		{"from the end", items, Options{Path: ".items[-2]"}, "{\"id\":2e5}\n"},
		{"a key in quotes", items, Options{Path: `$["a b"].k`}, "null\n"},
		{"a key in single quotes", items, Options{Path: `$['a b']['k']`}, "null\n"},
		{"a range is an array, an item a line", items, Options{Path: "$.items[0:2]"}, "[\n{\"id\":1.0,\"n\":\"x\"},\n{\"id\":2e5}\n]\n"},
		{"a range to beyond the end", items, Options{Path: "$.items[2:900]"}, "[\n{\"id\":12345678901234567890}\n]\n"},
		{"a range from the end", items, Options{Path: "$.items[-2:-1].id"}, "[\n2e5\n]\n"},
		{"a wildcard", items, Options{Path: "$.items[*].id"}, "[\n1.0,\n2e5,\n12345678901234567890\n]\n"},
		{"items without the key are passed over", items, Options{Path: "$.items[*].n"}, "[\n\"x\"\n]\n"},
		{"a range of members keeps the keys", `{"b":1,"a": [2],"c":3}`, Options{Path: "$[0:2]"}, "{\n\"b\": 1,\n\"a\": [2]\n}\n"},
		{"values of members", `{"b":1,"a":2}`, Options{Path: "$.*"}, "[\n1,\n2\n]\n"},
		{"a key that occurs twice gives both", items, Options{Path: "$.a"}, "1\n[2]\n"},
		{"an escaped key is the key that it says", `{"\u0061\"\n":1}`, Options{Path: `$["a\"\n"]`}, "1\n"},
		{"nothing in an empty array is no error", `{"a":[]}`, Options{Path: "$.a[*]"}, "[]\n"},
		{"lines of JSON are one array", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", Options{Path: "$[1:3].a"}, "[\n2,\n3\n]\n"},
		{"documents without a separator too", `{"a":1}{"a":2}[3]`, Options{Path: "$[-1][0]"}, "3\n"},
		{"several documents at the top", "1\n2\n", Options{Path: "$"}, "[\n1,\n2\n]\n"},
		{"lines that are no JSON are not counted", "HTTP/1.1 200 OK\nserver: x\n\n{\"a\":1}\n[warn] odd\n", Options{Path: "$.a"}, "1\n"},
		{"a document that is cut off works as far as it goes", `{"items":[{"a":1},{"a":2},{"a":`, Options{Path: "$.items[0:9]"}, "[\n{\"a\":1},\n{\"a\":2},\n{\"a\":\n]\n"},
		{"a string that is cut off", `{"a":"begins here`, Options{Path: "$.a"}, "\"begins here\n"},
		{"brackets in strings are text", `{"a":"]}","b":[1]}`, Options{Path: "$.b[0]"}, "1\n"},
		{"escaped quotes end no string", `{"a":"x\\\"]","b":"\\"}`, Options{Path: "$.b"}, "\"\\\\\"\n"},
		{"what is not finite", `[NaN,-Infinity,1]`, Options{Path: "$[1]"}, "-Infinity\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := get(tc.text, tc.o)
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestGetSaysWhatThereIs(t *testing.T) {
	text := strings.Repeat("line\n", 2331)
	doc := `{"items":[1,2,3],"name":"x","o":{}}`
	for _, tc := range []struct {
		name, text string
		o          Options
		says       string
	}{
		{"a line beyond the end", text, Options{Lines: "2332-2400"}, "the content has 2331 lines"},
		{"a line beyond the end, in grep", text, Options{Lines: "9999", Grep: "x"}, "the content has 2331 lines"},
		{"a line of nothing", "", Options{Lines: "1"}, "the content is empty"},
		{"one line only", "x", Options{Lines: "2"}, "the content has 1 line"},
		{"a character beyond the end", "日本", Options{Chars: "2-3"}, "the content has 2 characters"},
		{"no match", text, Options{Grep: "xyz"}, `no line matches "xyz" (searched lines 1 to 2331)`},
		{"no match in an empty content", "", Options{Grep: "xyz"}, "no line matches"},
		{"an item beyond the end", doc, Options{Path: "$.items[3]"}, "$.items has 3 items, numbered 0 to 2"},
		{"an item before the start", doc, Options{Path: "$.items[-4]"}, "$.items has 3 items"},
		{"a range beyond the end", doc, Options{Path: "$.items[7:9]"}, "$.items has 3 items"},
		{"no such key", doc, Options{Path: "$.item"}, `its keys are "items", "name", "o"`},
		{"no key at all", doc, Options{Path: "$.o.x"}, "it is empty"},
		{"a key of an array", doc, Options{Path: "$.items.id"}, "$.items is an array"},
		{"an index of an object", doc, Options{Path: "$[0]"}, "$ is an object"},
		{"below a scalar", doc, Options{Path: "$.name.first"}, `$.name is no object or array but "x"`},
		{"a key of several documents", "{\"a\":1}\n{\"a\":2}", Options{Path: "$.a"}, "write $[0].a"},
		{"no JSON", "plain text", Options{Path: "$"}, "not JSON"},
		{"nothing at all", "", Options{Path: "$"}, "not JSON"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := get(tc.text, tc.o)
			require.ErrorIs(t, err, ErrNothing)
			assert.ErrorContains(t, err, tc.says)
		})
	}
}

func TestWrongOptionsAreRefusedBeforeAnythingIsRead(t *testing.T) {
	for name, o := range map[string]Options{
		"lines from 0":            {Lines: "0-3"},
		"lines backwards":         {Lines: "5-3"},
		"no numbers":              {Lines: "a-b"},
		"a minus":                 {Lines: "-3"},
		"characters backwards":    {Chars: "5-3"},
		"no characters":           {Chars: "5-5"},
		"lines and characters":    {Lines: "1", Chars: "1"},
		"path and grep":           {Path: "$", Grep: "x"},
		"raw path":                {Path: "$", Raw: true},
		"a context without grep":  {Context: 3},
		"a huge context":          {Grep: "x", Context: 1 << 30},
		"a bad expression":        {Grep: "("},
		"recursion":               {Path: "$..a"},
		"a filter":                {Path: "$[?(@.a)]"},
		"an open bracket":         {Path: "$.a[1"},
		"an open quote":           {Path: `$["a]`},
		"a key without a point":   {Path: "$a"},
		"a trailing point":        {Path: "$.a."},
		"text behind a quote":     {Path: `$["a"x]`},
		"more steps than allowed": {Path: strings.Repeat(".a", maxSteps+1)},
	} {
		assert.ErrorIs(t, Check(o), ErrUsage, name)
	}
	assert.NoError(t, Check(Options{Path: `$.a[1:].*["x"]`}))
}

func TestLongLinesAreClippedAroundTheirMatches(t *testing.T) {
	line := strings.Repeat("é", 1000) + "HIT" + strings.Repeat("ü", 1000) + "HIT" + strings.Repeat("x", 500)
	got, err := get("first\n"+line+"\n", Options{Grep: "HIT"})
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	require.Len(t, rows, 2)
	for _, row := range rows {
		var from, to int
		_, err := fmt.Sscanf(row, "2:[chars %d-%d]", &from, &to)
		require.NoError(t, err)
		assert.LessOrEqual(t, to-from, maxShown)
		again, err := get("first\n"+line+"\n", Options{Chars: fmt.Sprintf("%d-%d", from, to)})
		require.NoError(t, err, "the numbers are those that chars takes")
		assert.Contains(t, again, "HIT")
		assert.Equal(t, fmt.Sprintf("2:[chars %d-%d] …%s…", from, to, again), row)
	}
	assert.Less(t, len(rows[0]), 2000)
}

func TestMatchesWithoutNumberAreBounded(t *testing.T) {
	got, err := get(strings.Repeat("x-", 1<<20), Options{Grep: "x"})
	require.NoError(t, err)
	assert.Less(t, len(got), maxPieces*(maxShown+100))
	assert.Contains(t, got, "more matches in this line")
	got, err = get(strings.Repeat("x", 1<<20), Options{Grep: "x+"})
	require.NoError(t, err, "a match as long as the line")
	assert.Less(t, len(got), 2*maxShown)
	got, err = get(strings.Repeat("y", 1<<20)+"\nhit\n", Options{Grep: "hit", Context: 1})
	require.NoError(t, err)
	assert.Less(t, len(got), 2*maxShown, "a long line around a match")
}

// repeated is a source of many copies of one unit that is never in memory.
type repeated struct {
	unit string
	n    int64 // bytes in all
	pos  int64
	most int // largest read
}

func (r *repeated) Read(p []byte) (int, error) {
	n, err := r.ReadAt(p, r.pos)
	r.pos += int64(n)
	r.most = max(r.most, len(p))
	return n, err
}

func (r *repeated) ReadAt(p []byte, off int64) (int, error) {
	n := int(min(int64(len(p)), max(0, r.n-off)))
	for i := 0; i < n; {
		i += copy(p[i:n], r.unit[(off+int64(i))%int64(len(r.unit)):])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (r *repeated) Seek(off int64, whence int) (int64, error) {
	switch whence {
	case io.SeekEnd:
		off += r.n
	case io.SeekCurrent:
		off += r.pos
	}
	r.pos = off
	return off, nil
}

func TestALargeContentIsNotLoaded(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB")
	}
	unit := strings.Repeat(strings.Repeat("0123456789", 100)+"\n", 4096)
	size := int64(64<<20) / int64(len(unit)) * int64(len(unit))
	lines := size / 1001
	for _, o := range []Options{{Lines: fmt.Sprintf("%d-", lines)}, {Chars: fmt.Sprintf("%d-%d", size-1001, size)}} {
		src := &repeated{unit: unit, n: size}
		r, err := o.parse()
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, r.write(&out, src))
		assert.Equal(t, unit[:1001], out.String())
		assert.LessOrEqual(t, src.most, block)
	}
	_, err := get("", Options{Path: "$"})
	require.Error(t, err)
	r, _ := Options{Path: "$"}.parse()
	assert.ErrorContains(t, r.write(io.Discard, &repeated{unit: "[", n: maxJSON + 1}), "use lines or grep")
}

func TestALineLargerThanMemoryAllowsIsSearchedOnce(t *testing.T) {
	const longest = 1 << 20
	tail := "é needle ü"
	src := &joined{head: &repeated{unit: strings.Repeat("日a", 1024), n: 3 << 20}, tail: tail + strings.Repeat("x", 500) + "\nneedle\n"}
	r, err := Options{Grep: "needle"}.parse()
	require.NoError(t, err)
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	require.NoError(t, (&grep{request: r, src: src, out: w, longest: longest}).run())
	require.NoError(t, w.Flush())
	rows := strings.Split(out.String(), "\n")
	require.Len(t, rows, 4)
	at := src.head.n/2 + 2 // two code points in four bytes
	assert.True(t, strings.HasPrefix(rows[0], fmt.Sprintf("1:[chars %d-", at-around)), rows[0][:60])
	assert.Contains(t, rows[0], tail)
	assert.Contains(t, rows[1], "too long")
	assert.Equal(t, "2:needle", rows[2])
}

// joined is a repeated source with a tail.
type joined struct {
	head *repeated
	tail string
	pos  int64
}

func (j *joined) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < j.head.n {
		n, _ = j.head.ReadAt(p, off)
	}
	if rest := off + int64(n) - j.head.n; rest >= 0 && rest < int64(len(j.tail)) {
		n += copy(p[n:], j.tail[rest:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (j *joined) Read(p []byte) (int, error) {
	n, err := j.ReadAt(p, j.pos)
	j.pos += int64(n)
	return n, err
}

func (j *joined) Seek(int64, int) (int64, error) { return 0, errors.ErrUnsupported }

func TestHostileJSONTakesLinearTime(t *testing.T) {
	for name, hostile := range map[string]func(n int) string{
		"open brackets":       func(n int) string { return strings.Repeat("[", n) },
		"open objects":        func(n int) string { return strings.Repeat(`{"a":`, n/5) },
		"brackets on lines":   func(n int) string { return strings.Repeat("[\n", n/2) + "x" },
		"one letter":          func(n int) string { return strings.Repeat("a", n) },
		"back slashes":        func(n int) string { return `"` + strings.Repeat(`\`, n) },
		"escaped quotes":      func(n int) string { return `["` + strings.Repeat(`\"`, n/2) },
		"broken at the end":   func(n int) string { return strings.Repeat("[[1]]\n[1,{]\n", n/12) },
		"commas":              func(n int) string { return "[" + strings.Repeat(",", n) },
		"many empty elements": func(n int) string { return "[" + strings.Repeat("[],", n/3) + "]" },
	} {
		for _, path := range []string{"$", "$[*][*][*].a", strings.Repeat("[0]", 200), strings.Repeat(".a", 200), "$[-1:][-1:][-1:]", "$[*]" + strings.Repeat("[-1]", 20)} {
			t.Run(name+" "+path[:min(len(path), 20)], func(t *testing.T) {
				lineartest.Check(t, 1<<13, func(n int) {
					if _, err := get(hostile(n), Options{Path: path}); err != nil {
						assert.ErrorIs(t, err, ErrNothing)
					}
				})
			})
		}
	}
}

func TestWriteReadsTheCleanedContentAndRawTheExactBytes(t *testing.T) {
	s, err := spill.Open(spill.Options{Dir: filepath.Join(t.TempDir(), "r")})
	require.NoError(t, err)
	defer s.Close()
	loc, err := s.Save(context.Background(), spill.Meta{Tool: "bash"}, []byte("\x1b[1mone\x1b[0m\ntwo\n"), []byte("one\ntwo\n"))
	require.NoError(t, err)
	e, err := s.Find(loc.ID)
	require.NoError(t, err)
	for _, tc := range []struct {
		o    Options
		want string
	}{
		{Options{}, "one\ntwo\n"},
		{Options{Lines: "1"}, "one\n"},
		{Options{Raw: true}, "\x1b[1mone\x1b[0m\ntwo\n"},
		{Options{Raw: true, Lines: "1"}, "\x1b[1mone\x1b[0m\n"},
		{Options{Grep: "^one$"}, "1:one\n"},
	} {
		var out bytes.Buffer
		require.NoError(t, Write(&out, e, tc.o))
		assert.Equal(t, tc.want, out.String())
	}
	require.NoError(t, s.Purge())
	assert.ErrorContains(t, Write(io.Discard, e, Options{}), "spill: cannot read")
}

type brokenWriter struct{ n int }

func (b *brokenWriter) Write(p []byte) (int, error) {
	if b.n -= len(p); b.n < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestAWriterThatClosesEndsTheWork(t *testing.T) {
	text := strings.Repeat("[1]\n", 20_000)
	for _, o := range []Options{{}, {Lines: "1-"}, {Chars: "0-"}, {Grep: "1"}, {Grep: "9|1", Context: 2}, {Path: "$"}, {Path: "$[*][0]"}} {
		r, err := o.parse()
		require.NoError(t, err)
		assert.ErrorIs(t, r.write(&brokenWriter{n: 1000}, strings.NewReader(text)), io.ErrClosedPipe, "%+v", o)
	}
}

func FuzzParsePath(f *testing.F) {
	for _, s := range []string{"$", "$.a[1:2]", `$["a\"b"]`, "$['x'].*", "[-1]", "a.b", "$[", `$["\u`, "$[1:2:3]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		steps, err := parsePath(s)
		if err != nil {
			return
		}
		var again strings.Builder
		again.WriteString("$")
		for _, st := range steps {
			again.WriteString(st.text)
		}
		second, err := parsePath(again.String())
		require.NoError(t, err, "what was read is read again: %q", again.String())
		require.Equal(t, steps, second)
	})
}

func FuzzPathOnJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}],"a":2}`, `[1,2`, "1\n2\nx", `{"a"`, "[[[[", `{"a":"\"`, "nul", "[1,}"} {
		f.Add(s, "$.a[1:]")
		f.Add(s, "$[*]")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		got, err := get(text, Options{Path: path})
		if err != nil {
			require.True(t, errors.Is(err, ErrNothing) || errors.Is(err, ErrUsage), err)
			return
		}
		if json.Valid([]byte(text)) && path == "$" {
			require.Equal(t, strings.Trim(text, " \t\r\n"), strings.TrimSuffix(got, "\n"))
		}
		steps, _ := parsePath(path)
		if json.Valid([]byte(text)) && newList(nil, steps).many {
			require.True(t, json.Valid([]byte(got)), "%q of %q gives %q", path, text, got)
		}
	})
}

func FuzzSpans(f *testing.F) {
	f.Add("1-2", "a\nb\nc")
	f.Add("3-", "a\n\xff\xe6\n日")
	f.Fuzz(func(t *testing.T, s, text string) {
		if want, err := parseSpan(s, 1); err == nil {
			got, err := get(text, Options{Lines: s})
			all := strings.SplitAfter(text, "\n")
			if all[len(all)-1] == "" {
				all = all[:len(all)-1]
			}
			if want.from > int64(len(all)) {
				require.ErrorIs(t, err, ErrNothing)
			} else {
				require.NoError(t, err)
				require.Equal(t, strings.Join(all[want.from-1:min(want.to, int64(len(all)))], ""), got)
			}
		}
		if want, err := parseSpan(s, 0); err == nil {
			got, err := get(text, Options{Chars: s})
			var cuts []int
			for i := range len(text) {
				if utf8.RuneStart(text[i]) {
					cuts = append(cuts, i)
				}
			}
			n := int64(len(cuts))
			cuts = append(cuts, len(text))
			if want.from == 0 && n > 0 {
				cuts[0] = 0 // what belongs to no code point stands before the first
			}
			if want.from >= n {
				require.ErrorIs(t, err, ErrNothing)
			} else {
				require.NoError(t, err)
				require.Equal(t, text[cuts[want.from]:cuts[min(want.to, n)]], got)
			}
		}
	})
}
