package wire

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/riffle-dev/riffle/sdk"
)

// TestTheWorkedExampleOfTheProtocolPage holds the page to the code: implementers in
// other languages have nothing else.
func TestTheWorkedExampleOfTheProtocolPage(t *testing.T) {
	content := []byte("ok 1\nFAIL two: x\nok 3\n")
	plan := &sdk.Plan{
		Units: []sdk.Unit{
			{Span: sdk.Span{Start: 0, End: 4}, Group: -1, Parts: 1, Copies: []sdk.Span{{Start: 17, End: 21}}},
			{Span: sdk.Span{Start: 5, End: 13}, Group: -1, Row: 1, Parts: 2},
			{Span: sdk.Span{Start: 13, End: 16}, Group: -1, Row: 1, Part: 1, Parts: 2, Text: "x", Sep: " ", Needs: []int{1}},
		},
		Order: []int{1, 2, 0},
	}
	require.NoError(t, sdk.CheckPlan(sdk.Request{Content: content}, plan))
	message, err := EncodePlan(plan)
	require.NoError(t, err)

	page, err := os.ReadFile("../../../docs/plugins/protocol.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), "```\n"+string(content)+"```")
	_, rest, _ := strings.Cut(string(page), "On the wire:\n")
	rest, _, _ = strings.Cut(rest, "\n`evidence_start`")
	said := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*?) ?\\| ").FindAllStringSubmatch(rest, -1) {
		said[row[1]] = strings.ReplaceAll(row[2], "`", "")
	}
	for _, m := range []proto.Message{message.GetUnits(), message} {
		fields := m.ProtoReflect().Descriptor().Fields()
		for i := range fields.Len() {
			f := fields.Get(i)
			if m == proto.Message(message) && f.Name() != "order" {
				continue
			}
			want, named := said[string(f.Name())]
			named = named || f.Name() == "from_start" || f.Name() == "from_length"
			assert.True(t, named, "the page does not show %s", f.Name())
			assert.Equal(t, want, entries(m.ProtoReflect().Get(f).List()), string(f.Name()))
		}
	}
}

func entries(l protoreflect.List) string {
	var all []string
	for i := range l.Len() {
		all = append(all, fmt.Sprint(l.Get(i).Interface()))
	}
	return strings.Join(all, ", ")
}
