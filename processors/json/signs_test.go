package json

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func TestASignBesideTheEqualsSignOfAKeyStaysWhatItIs(t *testing.T) {
	const content = `{"log": "=== RUN Gate", "than": ">= 5 words", "type<script>": "text", "not": "!ready", "same": "== 7 words", "plain": "a=b"}`
	require.ElementsMatch(t, []string{"log= === RUN Gate", "than= >= 5 words", "type<script> =text", "not= !ready", "same= == 7 words", "plain=a=b"}, texts(content, plan(t, content)))
}

func TestALineOfMembersMarksThoseThatItLeavesOut(t *testing.T) {
	var b strings.Builder
	for k := range 12 {
		fmt.Fprintf(&b, "{\"stream\": \"stdout\", \"time\": \"2026-03-15T21:06:%02dZ\", \"log\": \"line %d of the log\\n\"}\n", k, k)
	}
	b.WriteString(`{"stream": "stderr", "time": "2026-03-15T21:07:00Z", "lg": "cut words", "last": 4}` + "\n")
	require.Contains(t, texts(b.String(), plan(t, b.String())), "stream=stderr … lg=cut words last=4")
}

func TestAKeyWithAnEllipsisIsNoCutPath(t *testing.T) {
	content := `{"items": [{"id": 1, "lin…es": [` + strings.Repeat(`{"a": "alpha", "b": "beta"}, `, 9) + `{"a": "alpha", "b": "gamma"}]}]}`
	var refs []string
	for _, g := range plan(t, content).Groups {
		refs = append(refs, g.Ref)
	}
	require.Contains(t, strings.Join(refs, " "), `["lin…es"]`)
}

func TestABrokenColourSwallowsNoText(t *testing.T) {
	const content = `{"log": "at 202\u001b[36-03-30 gate", "msg": "\u001b[0;31mred \u001b[1;3 qblue"}`
	require.ElementsMatch(t, []string{"log=at 202 [36-03-30 gate", "msg=red blue"}, texts(content, plan(t, content)))
}

func TestWhatThePlanOfADocumentLeavesOutIsAPartOfItsRow(t *testing.T) {
	var page strings.Builder
	page.WriteString("<html><body><p>")
	for k := range 900 {
		fmt.Fprintf(&page, "word%d and another thing of no end ", k*7919%1000)
	}
	page.WriteString("</p></body></html>")
	content := `{"items": [{"id": 1, "log": ` + quoted(t, page.String()) + `}]}`
	p, err := New().Process(t.Context(), sdk.Request{Content: []byte(content), Kind: "json", MaxTokens: 600})
	require.NoError(t, err)
	gaps := 0
	for i := range p.Units[1:] {
		last, u := &p.Units[i], &p.Units[i+1]
		if gap := u.Span.Start - last.Span.End; last.Row == u.Row && gap > 16 && gap < 4000 {
			gaps++
			require.Greater(t, u.Part, last.Part+1, "%d bytes before %q", gap, u.Text)
		}
	}
	require.Positive(t, gaps)
}
