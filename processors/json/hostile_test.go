package json

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/sdk"
)

// samples are documents of many forms for the tests that need no particular one.
var samples = []string{
	`{"a":1,"b":[1,2,3],"c":{"d":"e","f":[{"g":1},{"g":"x"},{"h":null}]}}`,
	`[{"id":1,"name":"a","tags":["x","y"]},{"id":2,"name":"b","log":"one\ntwo: error\nthree"},{"id":3,"name":"c","name":"d"}]`,
	"{\"level\":\"info\",\"msg\":\"started\"}\n{\"level\":\"error\",\"msg\":\"disk full\"}\nplain\n{\"level\":\"info\",\"msg\":\"ok\"}\n",
	`{"m":{"x":{"v":1.50},"y":{"v":2e10},"z":{"v":-0},"w":{"v":18446744073709551615}},"u":"\u00e9\ud83d\ude00\ud800 \\ \" \u0085"}`,
	`{"rows":[["a",1,true],["b",2,false],["c",3,null]],"m":[[1.5,2.5],[3.5,4.5]],"n":NaN}`,
	`{"1":{"2":{"3":[{"4":5}]}},"":{"":"empty"},"k,1":"2,3","x.5":{"6.":"7"}}`,
	`{"1":{"":{"v":0},"v":0},"2":[{"v":1}]}`,
	`{"t":"` + strings.Repeat("a long text of words, 12.5 of them; ", 20) + `"}`,
	`{"content":[{"type":"text","text":"{\"items\": [{\"id\": 1, \"note\": \"one\\ntwo \\u00e9\"}, {\"id\": 2}]}"}],"more":"[1,2,3,4,5,6,7]"}`,
	`{"a":"{\"b\":\"{\\\"c\\\":{\\\"d\\\":\\\"x\\\\ny\\\"}}\",\"e\":[{\"f\":1}]}","g":2}`,
	`{"args":"{\"cmd\":\"ls\\n\"}","c":"\u001b[31mred\u001b[0m","d":"a\u0000b"}`,
	`{"a":"m\u001b[\n3","b":"\u001b[1\"x\"","c":"port \u001b[","d":"港\u001b[4港\u001b[0;港"}`,
}

func TestATerminalSequenceEndsWithALetterOfItsOwn(t *testing.T) {
	for raw, want := range map[string]string{
		`\u001b[31mred`: "red", `\u001b[\n3 x`: " [\n3 x", `\u001b[1\"x`: ` [1"x`, `\u001b[港`: " [港", `\u001b[31`: " [31",
		`m\u001b[\3`: "m [3", `\u001b[0~x`: "x", `\u001b[0@x`: "x",
	} {
		assert.Equal(t, want, string(decode([]byte(raw), 0, true).text), raw)
	}
}

func TestEntriesThatShowNothingBecomeNoUnits(t *testing.T) {
	d := &draft{order: []int{4, 3, 2, 1, 0}}
	for _, s := range []sdk.Span{{Start: 0, End: 9}, {Start: 2, End: 4}, {Start: 5, End: 9}, {Start: 9, End: 9}, {Start: 9, End: 12}} {
		d.entries = append(d.entries, entry{span: s})
	}
	assert.Equal(t, []int{0, 4}, d.place([]int{0, 1, 2, 3, 4}))
	assert.Equal(t, []int{4, 0}, d.order)
	assert.Equal(t, []int32{0, -1, -1, -1, 1}, d.at)
}

func TestEveryPrefixOfADocumentGivesAPlanOrDeclines(t *testing.T) {
	for _, s := range samples {
		for n := range len(s) + 1 {
			req := sdk.Request{Content: bytes.ToValidUTF8([]byte(s[:n]), nil)}
			p, err := New().Process(context.Background(), req)
			if err != nil {
				require.ErrorIs(t, err, sdk.ErrDeclined)
				continue
			}
			require.NoError(t, sdk.CheckPlan(req, &p), "%q", s[:n])
		}
	}
}

// TestShownPairsAreThoseOfTheDocument reads every shown key and value again with
// the standard decoder: the value is that of the key, its text unchanged.
func TestShownPairsAreThoseOfTheDocument(t *testing.T) {
	pairs := 0
	for _, s := range samples {
		for _, u := range plan(t, s).Units {
			span := s[u.Span.Start:u.Span.End]
			if !strings.HasPrefix(span, `"`) || !strings.Contains(u.Text, "=") {
				continue
			}
			d := stdjson.NewDecoder(strings.NewReader("{" + span + "}"))
			d.UseNumber()
			var got []any
			for {
				tok, err := d.Token()
				if err != nil {
					break
				}
				got = append(got, tok)
			}
			if len(got) != 4 { // NaN, an array, a piece of a long text
				continue
			}
			pairs++
			value := fmt.Sprint(got[2])
			if got[2] == nil {
				value = "null"
			} else if value == "" {
				value = `""`
			}
			value = regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(value, "") // colours say nothing
			clean := strings.Map(func(r rune) rune {
				if r < 0x20 && r != '\t' || r >= 0x7f && r < 0xa0 {
					return ' '
				}
				return r
			}, fmt.Sprint(got[1])+"="+value)
			assert.True(t, strings.HasSuffix(u.Text, clean), "%q of %s", u.Text, span)
		}
	}
	assert.Greater(t, pairs, 25)
}

func TestHostileContentsTakeLinearTime(t *testing.T) {
	const mb = 1 << 20
	for name, content := range map[string]string{
		"open arrays":            strings.Repeat("[", 100_000),
		"open objects":           strings.Repeat(`{"a":`, 100_000),
		"nested arrays":          strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"one letter":             strings.Repeat("a", mb),
		"quotes":                 `["` + strings.Repeat(`","`, mb/3) + `"]`,
		"backslashes":            `["` + strings.Repeat(`\\`, mb/2) + `"]`,
		"escaped quotes":         `["` + strings.Repeat(`\"`, mb/2) + `"]`,
		"an open string":         `{"a":"` + strings.Repeat("b ", mb/2),
		"strings of brackets":    `["` + strings.Repeat(`{\"a\":[","`, mb/12) + `"]`,
		"documents in strings":   distinct(20_000, `{"t":"{\"id\":%d,\"in\":\"[{\\\"n\\\":%d}]\"}"}`, "[", "]"),
		"one broken in a string": `{"t":"` + strings.Repeat(`{\"a\":[1,2],`, mb/12) + `x"}`,
		"lines of open brackets": strings.Repeat("{\n", mb/2),
		"broken documents":       strings.Repeat("{\"a\":1,x\n", mb/9),
		"one broken far behind":  strings.Repeat("{\"a\":[1,2],\n", mb/12) + "x",
		"distinct keys":          distinct(50_000, `"k%d":%d`, "{", "}"),
		"distinct nested keys":   distinct(20_000, `{"k%d":{"v%d":1}}`, "[", "]"),
		"many small arrays":      distinct(50_000, `{"a":[{"b":%d},{"b":%d}]}`, "[", "]"),
		"empty arrays":           "[" + strings.Repeat("[[],[],[]],", 20_000) + "[{\"a\":1}]]",
		"one long line":          distinct(200_000, `{"id":%d,"name":"n%d"}`, "[", "]"),
		"numbers":                distinct(300_000, `%d,%d`, "[", "]"),
		"a deep key path":        strings.Repeat(`{"abcdefghijklmnop":{"q":1,"r":`, 40) + "1" + strings.Repeat("}}", 40),
	} {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, len(content)/8, func(n int) {
				_, _ = New().Process(context.Background(), sdk.Request{Content: []byte(content[:n]), MaxTokens: 2048})
			})
			req := sdk.Request{Content: []byte(content), MaxTokens: 2048}
			p, err := New().Process(context.Background(), req)
			if err != nil {
				require.ErrorIs(t, err, sdk.ErrDeclined)
				return
			}
			require.NoError(t, sdk.CheckPlan(req, &p))
			assert.NotEmpty(t, p.Order)
		})
	}
}

// distinct makes n items from a form with two numbers.
func distinct(n int, form, open, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, form, i, i)
	}
	b.WriteString(end)
	return b.String()
}

func TestCountsHoldWhereThePlanStopsEarly(t *testing.T) {
	const n = softNodes/2 + 1000
	content := `{"items":` + distinct(n, `{"a":%d,"b":%d}`, "[", "]") + `,"checksum":"c0ffee12"}`
	req := sdk.Request{Content: []byte(content), MaxTokens: 512}
	p, err := New().Process(context.Background(), req)
	require.NoError(t, err)
	require.NoError(t, sdk.CheckPlan(req, &p))
	assert.Equal(t, n, p.Groups[0].Total)
	assert.False(t, p.Complete)
	said := texts(content, p)
	assert.Contains(t, said, "checksum=c0ffee12", "what follows a huge array is read")
}

func TestAContextThatEndedStopsTheWork(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	_, err := New().Process(ctx, sdk.Request{Content: []byte(samples[0])})
	assert.ErrorIs(t, err, context.Canceled)
	assert.False(t, errors.Is(err, sdk.ErrDeclined))
}

// maxFuzzed bounds the bytes of an input: small ones find the same faults, many more of
// them in the same time.
const maxFuzzed = 8 << 10

func FuzzProcess(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
		f.Add([]byte(s[:len(s)*2/3]))
	}
	f.Add([]byte(strings.Repeat("[", 200)))
	f.Add([]byte("[{\"a\":1, // b\n\"c\": @, 'd': None, /* e */ {\"f\":\"g\n{\"h\":[2}, oops, 3]}"))
	f.Add([]byte(strings.Repeat("{\"Output\":\"x\\n\",\"n\":1}\n", 12)))
	f.Fuzz(func(t *testing.T, content []byte) {
		content = bytes.ToValidUTF8(content[:min(len(content), maxFuzzed)], []byte("?"))
		req := sdk.Request{Content: content, MaxTokens: 1024}
		p, err := New().Process(context.Background(), req)
		if err != nil {
			if !errors.Is(err, sdk.ErrDeclined) {
				t.Fatal(err)
			}
			return
		}
		if err := sdk.CheckPlan(req, &p); err != nil {
			t.Fatal(err)
		}
		again, err := New().Process(context.Background(), req)
		if err != nil || fmt.Sprint(p) != fmt.Sprint(again) {
			t.Fatal("the second plan differs")
		}
	})
}

func BenchmarkProcess(b *testing.B) {
	for name, content := range map[string]string{
		"records": distinct(30_000, `{"id":%d,"name":"item %d","state":"ok","tags":["a","b"],"size":{"w":12,"h":30}}`, "[", "]"),
		"stream":  distinct(30_000, `{"level":"info","n":%d,"msg":"request %d done","path":"/api/v1/items"}`, "", ""),
		"text":    `{"log":"` + strings.Repeat(`2026-01-02T03:04:05Z info a line of a log with some words in it\n`, 30_000) + `"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			req := sdk.Request{Content: []byte(content), MaxTokens: 2048}
			for b.Loop() {
				if _, err := New().Process(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
