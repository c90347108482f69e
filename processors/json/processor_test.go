package json

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// plan plans content and checks the contract.
func plan(t testing.TB, content string) sdk.Plan {
	t.Helper()
	req := sdk.Request{Content: []byte(content), Kind: "json"}
	p, err := New().Process(context.Background(), req)
	require.NoError(t, err)
	require.NoError(t, sdk.CheckPlan(req, &p))
	return p
}

// texts lists what the units say, in the order of the content.
func texts(content string, p sdk.Plan) []string {
	var out []string
	for _, u := range p.Units {
		out = append(out, shown(content, u))
	}
	return out
}

func shown(content string, u sdk.Unit) string {
	if u.Text != "" {
		return u.Text
	}
	return content[u.Span.Start:u.Span.End]
}

func TestEveryLeafIsShownAsItStands(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    []string
	}{
		"numbers keep their text":         {`{"a":1.0E+2,"b":-0.0,"c":18446744073709551615,"d":0.1000}`, []string{"a=1.0E+2", "b=-0.0", "c=18446744073709551615", "d=0.1000"}},
		"nan and infinity are values":     {`{"a":NaN,"b":-Infinity}`, []string{"a=NaN", "b=-Infinity"}},
		"duplicate keys all stay":         {`{"s":"pending","s":"failed"}`, []string{"s=pending", "s=failed"}},
		"keys keep their order":           {`{"z":1,"a":2,"m":3}`, []string{"z=1", "a=2", "m=3"}},
		"escapes are decoded":             {`{"a":"tab\there \u00e9\ud83d\ude00 \"q\" \\ \/"}`, []string{"a=tab\there é😀 \"q\" \\ /"}},
		"colours are left out":            {`{"a":"\u001b[0;31mred\u001B[0m and \u001b7"}`, []string{"a=red and  7"}},
		"a lone surrogate is replaced":    {`{"a":"x\ud800y"}`, []string{"a=x\ufffdy"}},
		"null and empty values are said":  {`{"a":null,"b":"","c":[],"d":{}}`, []string{"a=null", `b=""`, "c=[]", "d={}"}},
		"short lists are one value":       {`{"a":["x","y"],"b":[1,2],"c":[1, 2]}`, []string{"a=[x, y]", "b=[1,2]", "c=[1, 2]"}},
		"numbers in lists stay apart":     {"{\"a\":[1,\n 2],\"b\":[\"1\",\"2\"]}", []string{"a=[1, 2]", "b=[1, 2]"}},
		"keys that clash get their outer": {`{"a":{"n":1},"b":{"n":2}}`, []string{"a.n=1", "b.n=2"}},
		"keys that do not clash get none": {`{"a":{"m":1},"b":{"n":2}}`, []string{"m=1", "n=2"}},
		"digits in keys stay apart":       {`{"1":{"2":"x"},"3":{"2":"y"}}`, []string{"1/2=x", "3/2=y"}},
		"a missing comma hides nothing":   {`{"a":1 "b":2,,"c":3,}`, []string{"a=1", "b=2", "c=3"}},
		"a cut string":                    {`{"a":1,"b":"cut of`, []string{"a=1", "b=cut of"}},
		"a cut key":                       {`{"a":1,"b`, []string{"a=1"}},
		"a cut number":                    {`{"a":1,"b":12`, []string{"a=1", "b=12"}},
		"a cut literal":                   {`{"a":1,"b":tr`, []string{"a=1", "b=tr"}},
		"a cut escape":                    {`{"a":1,"b":"x\u00`, []string{"a=1", `b=x\u00`}},
		"lines around are kept":           {"HTTP/1.1 200 OK\n\n{\"aaaaaaaaaaaaaa\":1,\"bbbbbbbbbbbbbb\":2}\n", []string{"HTTP/1.1 200 OK", "aaaaaaaaaaaaaa=1", "bbbbbbbbbbbbbb=2"}},
		"items of a stream":               {"{\"a\":1}\n{\"a\":2}\n", []string{"a=1", "a=2"}},
		"documents without a break":       {`{"a":1}{"a":2}`, []string{"a=1", "a=2"}},
		"a document in a string":          {`{"t":"{\"a\": 1, \"b\": \"x\\ny\"}","u":2}`, []string{"a=1", "b=x", "y", "u=2"}},
		"a document in one in a string":   {`{"t":"{\"a\":\"{\\\"b\\\":\\\"say \\\\\\\"hi\\\\\\\"\\\"}\"}"}`, []string{`b=say "hi"`}},
		"a cut document in a cut string":  {`{"t":"{\"a\": 1, \"b\": \"cut of`, []string{"a=1", "b=cut of"}},
		"what only begins like one":       {`{"t":"{\"a\": 1} and more","u":"[12, 13] of them"}`, []string{`t={"a": 1} and more`, "u=[12, 13] of them"}},
		"rows of a table":                 {`[["a","b"],["c",4]]`, []string{"[a, b]", "[c, 4]"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, texts(c.content, plan(t, c.content)))
		})
	}
}

func TestDeclinesWhatIsNotJSON(t *testing.T) {
	for name, content := range map[string]string{
		"nothing":                    "",
		"prose":                      "Once upon a time\nthere was a log\n",
		"a trace that begins so":     "{ Error: connect ECONNREFUSED\n    at Object._errnoException (util.js:1024:11)\n  errno: 'ECONNREFUSED' }\n",
		"a log with levels in front": "[INFO] one\n[WARN] two\n[INFO] three\n",
		"scalars alone":              "1\n2\n3\n",
		"empty containers alone":     "{}\n[]\n",
		"mostly other lines":         "starting up\nreading the configuration\n{\"a\":1}\nshutting down the server\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Process(context.Background(), sdk.Request{Content: []byte(content)})
			assert.ErrorIs(t, err, sdk.ErrDeclined)
		})
	}
}

func TestGroupsSayWhereAndHowMany(t *testing.T) {
	item := `{"id":1,"tags":["a"]}`
	list := "[" + strings.Repeat(item+",", 4) + item + "]"
	for name, c := range map[string]struct {
		content string
		want    []string // ref, unit, total
	}{
		"an array at the top":     {list, []string{"$ items 5"}},
		"an array in an object":   {`{"items":` + list + `}`, []string{"$.items items 5"}},
		"a key that needs quotes": {`{"a/b \"c\"":` + list + `}`, []string{`$["a/b \"c\""] items 5`}},
		"documents":               {strings.Repeat(item+"\n", 3), []string{"$ items 3"}},
		"an array in an item":     {`[{"n":0,"in":` + list + `}]`, []string{"$[0].in items 5"}},
		"a map":                   {`{"m":{"a":` + item + `,"b":` + item + `,"c":` + item + `,"d":` + item + `}}`, []string{"$.m entries 4"}},
		"an array in a map": {`{"a":{"l":` + list + `},"b":{"l":` + list + `},"c":{"l":` + list + `},"d":{"l":` + list + `}}`,
			[]string{"$ entries 4", "$.a.l items 5", "$.b.l items 5", "$.c.l items 5", "$.d.l items 5"}},
		"an array in a string":        {`{"t":"` + strings.ReplaceAll(list, `"`, `\"`) + `"}`, []string{"$.t items 5"}},
		"an array in one in a string": {`{"t":"{\"items\":` + strings.ReplaceAll(list, `"`, `\"`) + `}"}`, []string{"$.t.items items 5"}},
		"a map of unlike first entry": {`{"m":{"":{"x":1},"a":` + item + `,"b":` + item + `,"c":` + item + `}}`, []string{"$.m entries 4"}},
		"scalars":                     {`{"s":["` + strings.Repeat(`x","`, 9) + `x"]}`, []string{"$.s values 10"}},
		"a cut array":                 {`{"items":[` + item + `,` + item + `,{"id":`, []string{"$.items items 3"}},
		"lines of a long text":        {`{"log":"` + strings.Repeat(`line\n`, 20) + `"}`, []string{"$.log lines 20"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := plan(t, c.content)
			var got []string
			for _, g := range p.Groups {
				got = append(got, fmt.Sprintf("%s %s %d", g.Ref, g.Unit, g.Total))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestWhatStandsOutComesBeforeTheRest(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := range 300 {
		status, extra := "ok", ""
		switch i {
		case 120:
			status = "refused"
		case 200:
			extra = `,"quarantine":"shelf 9"`
		}
		fmt.Fprintf(&b, `{"id":"w%04d","status":"%s","price":%d%s},`, i, status, 100+i%7, extra)
	}
	b.WriteString(`{"id":"w9999","status":"ok","price":88000}],"warning":"prices are net"}`)
	content := b.String()
	p := plan(t, content)
	place := map[string]int{}
	for k, i := range p.Order {
		place[shown(content, p.Units[i])] = k + 1
	}
	for _, want := range []string{"status=refused", "id=w0120", "quarantine=shelf 9", "price=88000", "warning=prices are net"} {
		assert.Positive(t, place[want], want)
		assert.Less(t, place[want], 40, want)
	}
}

func TestAColumnOfDifferentWordsIdentifiesInAnyLanguage(t *testing.T) {
	var b strings.Builder
	b.WriteString(`[`)
	for i := range 40 {
		fmt.Fprintf(&b, `{"貨物":"茶%c","場所":"港%d"},`, rune(0x4e00+i), i%2)
	}
	b.WriteString(`{"貨物":"最後","場所":"港0"}]`)
	p := plan(t, b.String())
	known := 0
	for _, i := range p.Order[:20] {
		if strings.HasPrefix(p.Units[i].Text, "貨物=") {
			known++
		}
	}
	assert.Greater(t, known, 12)
}

func TestWhatAlwaysStandsAloneIsPartOfTheRecord(t *testing.T) {
	one := `{"n":%d,"at":[{"file":"f%d","line":7}]}`
	content := "[" + fmt.Sprintf(one, 1, 1) + "," + fmt.Sprintf(one, 2, 2) + "," + fmt.Sprintf(one, 3, 3) + "]"
	p := plan(t, content)
	assert.Equal(t, []string{"n=1", "file=f1", "line=7", "n=2", "file=f2", "line=7", "n=3", "file=f3", "line=7"}, texts(content, p))
	assert.Len(t, p.Groups, 1)
}

func TestWrappedCellsAreRowsOfATable(t *testing.T) {
	content := `{"rows":[` + strings.Repeat(`{"f":[{"v":"a"},{"v":"b"},{"v":"3"}]},`, 5) + `{"f":[{"v":"a"},{"v":"c"},{"v":"4"}]}]}`
	p := plan(t, content)
	assert.Len(t, p.Groups, 1)
	assert.Contains(t, texts(content, p), "c")
}

func TestMessagesOfARareFormComeFirst(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		message := fmt.Sprintf("request %d done in %d ms", 1000+i, 10+i%7)
		if i == 31 {
			message = "pool exhausted, 214 callers wait"
		}
		fmt.Fprintf(&b, `{"seq":%d,"message":"%s"}`+"\n", i, message)
	}
	content := b.String()
	p := plan(t, content)
	assert.Contains(t, shown(content, p.Units[p.Order[0]])+shown(content, p.Units[p.Order[1]]), "pool exhausted")
}

func TestKeysOfFailureAlarmWhereTheyAreNotEmpty(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := range 60 {
		fmt.Fprintf(&b, `{"name":"n%02d","warnings":[],"deprecated":%t,"size":%d},`, i, i == 40, i%9)
	}
	b.WriteString(`{"name":"last","warnings":[],"deprecated":false,"size":1}],"problems":["missing: peer of n07"],"errors":[]}`)
	content := b.String()
	p := plan(t, content)
	var first []string
	for _, i := range p.Order[:8] {
		first = append(first, shown(content, p.Units[i]))
	}
	for _, want := range []string{"name=n40", "deprecated=true", "problems=[missing: peer of n07]"} {
		assert.Contains(t, first, want)
	}
	assert.NotContains(t, first, "errors=[]")
}

// places gives the place in the order of every unit by what it says, from 1.
func places(content string, p sdk.Plan) map[string]int {
	place := map[string]int{}
	for k, i := range p.Order {
		if s := shown(content, p.Units[i]); place[s] == 0 {
			place[s] = k + 1
		}
	}
	return place
}

func TestWhatAChangeGaveOrTookCounts(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"changes":[`)
	for i := range 40 {
		size := "small"
		if i == 23 {
			size = "large"
		}
		fmt.Fprintf(&b, `{"address":"net.subnet.s%d","name":"s%d","change":{"before":{"zone":"z%d","size":"small"},"after":{"zone":"z%d","size":"%s"}}},`, i, i, i, i, size)
	}
	content := strings.TrimSuffix(b.String(), ",") + "]}"
	place := places(content, plan(t, content))
	for _, want := range []string{"address=net.subnet.s23", "after.size=large"} {
		assert.Positive(t, place[want], want)
		assert.Less(t, place[want], 8, want)
	}
	assert.Greater(t, place["name=s5"], place["address=net.subnet.s5"], "a name inside a longer one says little")
}

func TestAPathUnderAKeyOfLinksIsNoLink(t *testing.T) {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, `{"rule":"R%02d","where":{"uri":"src/part%d/main.go","help":{"url":"https://rules.example/R%02d/main.go"}}}`+"\n", i, i, i)
	}
	place := places(b.String(), plan(t, b.String()))
	assert.Less(t, place["uri=src/part7/main.go"], place["url=https://rules.example/R07/main.go"])
}

func TestRandomIdsYieldToNames(t *testing.T) {
	for name, c := range map[string]struct {
		value string
		want  bool
	}{
		"a uuid":            {"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", true},
		"a hash":            {"da39a3ee5e6b", true},
		"a token by prefix": {"call_8f3a2b91c0", true},
		"a mixed token":     {"toolu_01A9q90QwLkasdjXYZ7", true},
		"a number":          {"123456789012", false},
		"an advisory":       {"GHSA-fxg5-wq6x-vr4w", false},
		"a name":            {"lantern-xl-2024", false},
		"a version":         {"2.0.9-rc1", false},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, random([]byte(`"`+c.value+`"`))) })
	}
}

func TestNestedItemsBringTheItemAround(t *testing.T) {
	content := `[{"name":"first","in":[{"k":"a","v":"b"}]},{"name":"second","in":[{"k":"c","v":"d"}]}]`
	p := plan(t, content)
	for _, u := range p.Units {
		if g := u.Group; p.Groups[g].Parent >= 0 {
			require.Len(t, u.Needs, 1, u.Text)
			outer := p.Units[u.Needs[0]]
			assert.Equal(t, p.Groups[g].Parent, outer.Group)
			assert.Equal(t, p.Groups[g].Item, outer.Item)
		}
	}
}

func TestEventsAreJoinedToTheirText(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, `{"Time":"2026-01-02T03:04:05Z","Action":"output","Output":"=== RUN   Test%d\n"}`+"\n", i)
	}
	b.WriteString(`{"Time":"2026-01-02T03:04:05Z","Action":"output","Output":"--- FAIL: TestX (0.00s)\n"}` + "\n")
	b.WriteString(`{"Time":"2026-01-02T03:04:05Z","Action":"fail","Test":"TestX"}` + "\n")
	content := b.String()
	p := plan(t, content)
	require.NotEmpty(t, p.Order)
	first := p.Units[p.Order[0]]
	assert.Contains(t, []string{"--- FAIL: TestX (0.00s)", "Action=fail Test=TestX"}, first.Text)
	assert.Equal(t, -1, first.Group, "a stream of events is drawn by line")
	assert.False(t, p.Complete, "times and names of events are not shown")
}

func TestNotesSayWhatIsOdd(t *testing.T) {
	for name, c := range map[string]struct{ content, note string }{
		"loose syntax":    {`{"a":NaN,}`, "documents that are no strict JSON (commas, comments, quotes, NaN, raw control characters, broken places): 1 of 1"},
		"a cut document":  {`{"a":[1,2,{"b":"c`, "the content ends inside a value; totals count what is there"},
		"lines around it": {"$ get\n{\"aaaaaaaaaaaa\":\"bbbbbbbbbbb\"}", "lines that are not JSON: 1"},
		"deep nesting":    {strings.Repeat("[", 100) + strings.Repeat("]", 100), "values nested deeper than 64 are not parsed"},
		"keys of records": {`{"l":[{"id":1,"x":2},{"id":2},{"id":3},{"id":4,"y":{"z":1}},{"id":5}]}`, "keys of the records: id, x, y"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Contains(t, plan(t, c.content).Notes, c.note)
		})
	}
	assert.Empty(t, plan(t, `{"a":[{"b":1},{"b":2}]}`).Notes, "nothing odd, nothing said")
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			content, err := os.ReadFile(f)
			require.NoError(t, err)
			got := describe(string(content), plan(t, string(content)))
			golden := strings.TrimSuffix(f, ".in") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// describe writes a plan as text: groups, then rows with their units. It leaves the
// order out, which moves with every token that the estimate counts otherwise.
func describe(content string, p sdk.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "summary: %s\ncomplete: %v\n", p.Summary, p.Complete)
	for _, n := range p.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	for i, g := range p.Groups {
		fmt.Fprintf(&b, "group %d: %s, %d %s, in %d item %d, named %v\n", i, g.Ref, g.Total, g.Unit, g.Parent, g.Item, g.Named)
	}
	row := -1
	for _, u := range p.Units {
		if u.Row != row {
			fmt.Fprintf(&b, "row %d, group %d item %d:\n", u.Row, u.Group, u.Item)
			row = u.Row
		}
		fmt.Fprintf(&b, "  %q\n", shown(content, u))
	}
	return b.String()
}
