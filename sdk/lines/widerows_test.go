package lines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/sdk/lines"
)

func TestWhatStandsOutFarRightInARowOfATableIsSeen(t *testing.T) {
	const columns, odd = 200, 17
	var b strings.Builder
	for row := range 40 {
		for col := range columns {
			v := 30 + (row*7+col*3)%5
			if row == odd && col == 180 {
				v = 9000
			}
			fmt.Fprintf(&b, "%d,", v)
		}
		b.WriteString("end\n")
	}
	content := []byte(b.String())
	got := lines.Evaluate(content, lines.Split(content), lines.Options{Delim: ',', Rows: true})
	assert.Positive(t, got[odd].Outlier)
	assert.Equal(t, "9000", string(content[got[odd].OddAt.Start:got[odd].OddAt.End]))
	for i := range got {
		if i != odd {
			assert.Less(t, got[i].Outlier, got[odd].Outlier, i)
		}
	}
}
