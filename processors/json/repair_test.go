package json

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/sdk"
)

func TestReadingGoesOnBehindWhatIsNoJSON(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    []string
	}{
		"line comments":          {"{\n  // the port\n  \"port\": 80, // not 8080\n  \"host\": \"a\"\n}", []string{"// the port", "port=80", "// not 8080", "host=a"}},
		"block comments":         {"{\"a\": /* one */ 1, /* two\n three */ \"b\": 2}", []string{"a=1", "/* two", "three */", "b=2"}},
		"a comment without end":  {`{"a":1,"b":2,/* `, []string{"a=1", "b=2", "/*"}},
		"trailing commas":        {`{"a":[{"b":1},{"b":2},],}`, []string{"b=1", "b=2"}},
		"Python":                 {`{'a': 'it "is"', 'b': None, 'c': True, 'd': [1, 2], 'e': "it's"}`, []string{`a=it "is"`, "b=None", "c=True", "d=[1, 2]", "e=it's"}},
		"an escaped quote":       {`{'a': 'it\'s', 'b': 1}`, []string{"a=it's", "b=1"}},
		"an unknown value":       {`{"a":1,"b": @@@, "c":2}`, []string{"a=1", "@@@", "c=2"}},
		"an unknown element":     {`{"a":1,"b":[1, oops, 2],"c":3}`, []string{"a=1", "1", "oops", "2", "c=3"}},
		"a value that is a call": {`{"id": ObjectId("5f"), "a": 1, "t": ISODate("2020"), "b": 2}`, nil},
		"a record cut inside":    {`[{"a":1,"b":"x"},{"a":2, ... 14 more lines ...` + "\n" + `{"a":17,"b":"y"},{"a":18,"b":"z"}]`, []string{"a=1", "b=x", "a=2", "... 14 more lines ...", "a=17", "b=y", "a=18", "b=z"}},
		"a string that lost its end in an array": {"[\n{\"a\":1,\"b\":\"x\"},\n{\"a\":2,\"b\":\"cut of\n{\"a\":3,\"b\":\"y\"},\n{\"a\":4,\"b\":\"z\"}\n]",
			[]string{"a=1", "b=x", "a=2", "b=cut of", "a=3", "b=y", "a=4", "b=z"}},
		"a string that lost its end in lines": {"{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"cut of\n{\"a\":3,\"b\":\"y\"}\n{\"a\":4,\"b\":\"z\"}\n",
			[]string{"a=1", "b=x", "a=2", "b=cut of", "a=3", "b=y", "a=4", "b=z"}},
		"nothing but a broken place": {`{"a":1,"b":{oops},"c":[oops],"d":"of some length"}`, []string{"a=1", "oops", "oops", "d=of some length"}},
		"a bracket that is missing":  {`{"items":[{"a":1,"b":[5,6},{"a":2}],"n":2}`, []string{"a=1", "b=[5,6", "a=2", "n=2"}},
		"a line of a log inside":     {"{\n \"a\": 1,\nWARN: retrying [2] {x}\n \"b\": 2,\n \"c\": {\"d\": \"of some length\"}\n}", []string{"a=1", "WARN: retrying [2] {x}", "b=2", "d=of some length"}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want != nil {
				assert.Equal(t, c.want, texts(c.content, plan(t, c.content)))
			}
		})
	}
}

func TestACommentBehindABrokenDocumentIsALine(t *testing.T) {
	content := "{\"a\": x\n// the rest\n{\"a\":1,\"b\":\"of some length\",\"c\":\"of some length\"}\n"
	assert.Equal(t, []string{`{"a": x`, "// the rest", "a=1", "b=of some length", "c=of some length"}, texts(content, plan(t, content)))
}

func TestABrokenPlaceIsNoted(t *testing.T) {
	p := plan(t, `{"a":1,"b": @@@, "c":2}`)
	assert.Contains(t, p.Notes, "broken places, behind which reading went on: 1; records around them may lack values")
}

func TestAnOddRecordBehindABrokenPlaceIsSeen(t *testing.T) {
	const n = 4000
	whole := manyRecords(n, "[", ",\n", "]")
	cutAt := len(whole) / 3
	for name, content := range map[string]string{
		"cut out":      whole[:cutAt] + whole[cutAt+50:],
		"a remark":     whole[:cutAt] + "\n[... 12 KB removed ...]\n" + whole[cutAt+12_000:],
		"a lost quote": strings.Replace(whole, `"gate":"B`, `"gate":B`, 3),
		"lines":        strings.Replace(manyRecords(n, "", "\n", "\n"), `"state":"landed"`, `"state":"land`, 3),
	} {
		t.Run(name, func(t *testing.T) {
			req := sdk.Request{Content: []byte(content), Kind: "json", MaxTokens: 512}
			p, err := New().Process(context.Background(), req)
			require.NoError(t, err)
			require.NoError(t, sdk.CheckPlan(req, &p))
			said := texts(content, p)
			for _, want := range []string{"state=diverted", "delay=4711", fmt.Sprintf("flight=RF%05d", n*95/100)} {
				assert.Contains(t, said, want)
			}
		})
	}
}

func TestBrokenContentsTakeLinearTime(t *testing.T) {
	for name, piece := range map[string]string{
		"open comments":      `"a":1,/* `,
		"values":             `"a": @@@, `,
		"lost quotes":        "{\"a\":\"b\n",
		"single quotes":      `"a":'b, `,
		"keys without colon": `"a" "b" `,
		"open braces":        `"a":1 } { x `,
		"closing brackets":   `"a":1]]]]}`,
		"braces and blanks":  `@ , {          `,
	} {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, 8_000, func(n int) {
				content := `[{"k":1,` + strings.Repeat(piece, n)
				_, err := New().Process(context.Background(), sdk.Request{Content: []byte(content), MaxTokens: 512})
				if err != nil {
					require.ErrorIs(t, err, sdk.ErrDeclined)
				}
			})
		})
	}
}
