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

// metrics is an answer with five metrics of four machines each. One metric has
// wide series throughout; one series of another rises for once, and one has no
// number at one place.
func metrics() string {
	var b strings.Builder
	b.WriteString(`{"result":[`)
	for i := range 20 {
		metric, host := i%5, i/5
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"metric":{"__name__":"m%d","host":"h%d","job":"all"},"values":[`, metric, host)
		for k := range 30 {
			v := fmt.Sprint(100 + (k*7+i)%5)
			switch {
			case metric == 0:
				v = fmt.Sprint(k * 9 % 200)
			case i == 12 && k == 17:
				v = "450"
			case i == 8 && k == 20:
				v = "NaN"
			}
			if k > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `[%d,"%s"]`, 1000+10*k, v)
		}
		b.WriteString("]}")
	}
	b.WriteString("]}")
	return b.String()
}

func bestTexts(t *testing.T, content, ablate string, n int) []string {
	t.Helper()
	p, err := New().Process(context.Background(), sdk.Request{Content: []byte(content), MaxTokens: 4000, Options: map[string]string{"ablate": ablate}})
	require.NoError(t, err)
	var out []string
	for _, i := range p.Order[:min(n, len(p.Order))] {
		out = append(out, p.Units[i].Text)
	}
	return out
}

func TestASeriesUnlikeItsKinComesFirstWithItsExtremes(t *testing.T) {
	shown := bestTexts(t, metrics(), "", 30)
	assert.Contains(t, shown, "[1170, 450]", "the greatest value of the odd series")
	assert.Contains(t, shown, "[1200, NaN]")
	assert.Contains(t, shown, "[1290, 101]", "the last value of it")
	assert.Contains(t, shown, "job=all")
	assert.NotContains(t, bestTexts(t, metrics(), "json-series", 30), "[1170, 450]")
}

func TestPairsThatAreNoTimeSeriesAreNone(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, ",[%d,%d]", i*37%50, i*11%50)
	}
	shape := `{"shapes":[{"name":"a","ring":[` + b.String()[1:] + `]}]}`
	assert.Equal(t, bestTexts(t, shape, "json-series", 20), bestTexts(t, shape, "", 20))
}

func TestSeriesTakeLinearTime(t *testing.T) {
	lineartest.Check(t, 2000, func(n int) {
		content := `[` + strings.Repeat(`{"a":"x","v":[1,2,3,4,5,6,7,8,9]},`, n) + `{}]`
		_, _ = New().Process(context.Background(), sdk.Request{Content: []byte(content), MaxTokens: 1000})
	})
}
