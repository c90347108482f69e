package html

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func TestARowWithACellWhereOthersHaveNoneComesFirst(t *testing.T) {
	var b strings.Builder
	b.WriteString("<table><tr><th>#</th><th>Plate</th><th>Goods</th></tr>")
	for i := range 60 {
		goods := ""
		if i == 33 {
			goods = "petrol"
		}
		fmt.Fprintf(&b, "<tr><td>%d</td><td>ND%d</td><td>%s</td></tr>\n", i, 10000+i*37, goods)
	}
	b.WriteString("</table>")
	plan, err := New().Process(context.Background(), sdk.Request{Content: []byte(b.String()), Kind: "html", MaxTokens: 4000})
	require.NoError(t, err)
	for _, i := range plan.Order {
		if u := plan.Units[i]; strings.Contains(u.Text, "ND") {
			require.Contains(t, u.Text, "petrol", "the first row in the ranking")
			return
		}
	}
	t.Fatal("no row is ranked")
}
