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

// manyRecords are n records alike, with an odd one at 95 % of the way.
func manyRecords(n int, open, between, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteString(between)
		}
		state, delay := "landed", 3+i%11
		if i == n*95/100 {
			state, delay = "diverted", 4711
		}
		fmt.Fprintf(&b, `{"flight":"RF%05d","gate":"%c%d","state":"%s","delay":%d,"crew":{"pilot":%d,"seats":%d}}`, i, 'A'+i%6, i%30, state, delay, 1000+i%97, 120+i%5)
	}
	b.WriteString(end)
	return b.String()
}

func TestAnOddRecordNearTheEndOfALargeContentIsSeen(t *testing.T) {
	const n = 110_000
	require.Greater(t, n*8, softNodes, "more values than a small tape has")
	for name, content := range map[string]string{
		"array":      manyRecords(n, "[", ",\n", "]"),
		"nested":     manyRecords(n, `{"page":1,"flights":[`, ",", `],"next":null}`),
		"JSON lines": manyRecords(n, "", "\n", "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			req := sdk.Request{Content: []byte(content), Kind: "json", MaxTokens: 512}
			p, err := New().Process(context.Background(), req)
			require.NoError(t, err)
			require.NoError(t, sdk.CheckPlan(req, &p))
			said := texts(content, p)
			assert.Contains(t, said, "state=diverted")
			assert.Contains(t, said, "delay=4711")
			assert.Contains(t, said, fmt.Sprintf("flight=RF%05d", n*95/100))
			last := 0
			for _, u := range p.Units {
				last = max(last, u.Span.End)
			}
			assert.Greater(t, last, len(content)*9/10)
		})
	}
}

func TestTimeGrowsWithTheContent(t *testing.T) {
	contents := map[int][]byte{}
	lineartest.Check(t, 4_000, func(n int) {
		if contents[n] == nil {
			contents[n] = []byte(manyRecords(n, "[", ",", "]"))
		}
		_, err := New().Process(context.Background(), sdk.Request{Content: contents[n], Kind: "json", MaxTokens: 2048})
		require.NoError(t, err)
	})
}

func TestAllocationsFollowThePlanNotTheContent(t *testing.T) {
	allocations := func(n int) float64 {
		req := sdk.Request{Content: []byte(manyRecords(n, "[", ",", "]")), Kind: "json", MaxTokens: 512}
		return testing.AllocsPerRun(2, func() {
			_, err := New().Process(context.Background(), req)
			require.NoError(t, err)
		})
	}
	small, large := allocations(5_000), allocations(40_000)
	assert.Less(t, large, 1.5*small, "eight times the content for a plan of the same size")
}
