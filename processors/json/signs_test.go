package json

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
