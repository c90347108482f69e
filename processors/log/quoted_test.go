package log

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/sdk/lines"
)

func TestRecordsJoinTheLinesOfAQuotedCellAndNoOthers(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // records, their line ends as |
	}{
		"plain":                           {"a,b,c,d\n1,2,3,4", []string{"a,b,c,d", "1,2,3,4"}},
		"a line end in a cell":            {"1,\"x\ny\",3,4\n5,6,7,8", []string{"1,\"x|y\",3,4", "5,6,7,8"}},
		"two cells":                       {"1,\"x\ny\",\"z\n\nw\",4\n5,6,7,8", []string{"1,\"x|y\",\"z||w\",4", "5,6,7,8"}},
		"doubled quotes":                  {"1,\"x \"\"q\"\"\ny\"\"\",3,4", []string{"1,\"x \"\"q\"\"|y\"\"\",3,4"}},
		"delimiters in the cell":          {"1,\"x, y, u\nz\",3,4", []string{"1,\"x, y, u|z\",3,4"}},
		"an end that may be a row":        {"1,\"x, y\nz, w\",3,4", []string{"1,\"x, y", "z, w\",3,4"}},
		"the last cell":                   {"1,2,3,\"x\ny\"\n5,6,7,8", []string{"1,2,3,\"x|y\"", "5,6,7,8"}},
		"inches in two rows":              {"1,monitor 24\",3,4\n5,6,7,8\n9,monitor 27\",3,4", []string{"1,monitor 24\",3,4", "5,6,7,8", "9,monitor 27\",3,4"}},
		"a cell that begins with a quote": {"1,\"7 inch,3,4\n5,6,7,8\n9,monitor 27\",3,4", []string{"1,\"7 inch,3,4", "5,6,7,8", "9,monitor 27\",3,4"}},
		"the row behind it closes":        {"1,\"7 inch,3,4\n9,monitor 27\",3,4", []string{"1,\"7 inch,3,4", "9,monitor 27\",3,4"}},
		"a cut row":                       {"1,\"Acme, In\n2,\"Acme, Inc\",3,4", []string{"1,\"Acme, In", "2,\"Acme, Inc\",3,4"}},
		"too few cells":                   {"1,\"x\ny\"\n5,6,7,8", []string{"1,\"x", "y\"", "5,6,7,8"}},
		"too many cells":                  {"1,2,3,4,\"x\ny\"\n5,6,7,8", []string{"1,2,3,4,\"x", "y\"", "5,6,7,8"}},
		"JSON cut at its ends":            {"{\"a\":1,\"b\":2,\"c\":\"x\n\":1,\"b\":2,\"c\":\"y\",\"d\":4}", []string{"{\"a\":1,\"b\":2,\"c\":\"x", "\":1,\"b\":2,\"c\":\"y\",\"d\":4}"}},
		"never closed":                    {"1,2,\"x,4\ny", []string{"1,2,\"x,4", "y"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, s := range records([]byte(c.text), lines.Split([]byte(c.text)), ',', 3) {
				got = append(got, strings.ReplaceAll(c.text[s.Start:s.End], "\n", "|"))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// stockTable is a table in which some products have an inch mark.
func stockTable(quote string) string {
	var b strings.Builder
	b.WriteString("sku,name,price,stock,city\n")
	for i := range 60 {
		name := "keyboard"
		if i == 15 || i == 41 {
			name = "monitor 24" + quote
		}
		fmt.Fprintf(&b, "%d,%s,%d.50,%d,Basel\n", 1000+i, name, 10+i, i*3)
	}
	return b.String()
}

func TestAStrayQuoteNeverMixesTwoRows(t *testing.T) {
	var ndjson strings.Builder
	for i := range 40 {
		line := fmt.Sprintf(`{"level":"info","msg":"segment loaded","seg":%d,"ms":%d,"host":"node-%d"}`, i, i%13, i%5)
		if i == 18 || i == 33 {
			line = line[3 : len(line)-4*(1+i%4)]
		}
		ndjson.WriteString(line + "\n")
	}
	for name, text := range map[string]string{"inches": stockTable(`"`), "JSON lines": ndjson.String()} {
		t.Run(name, func(t *testing.T) {
			p := planOf(t, text, "")
			for _, u := range p.Units {
				assert.NotContains(t, text[u.Span.Start:u.Span.End], "\n")
			}
		})
	}
}

func TestATableOfRecordsOverSeveralLinesIsRead(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,note,state,by\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d,\"seen,\nand left as it is %d\",open,m%d\n", i, i*7, i%3)
	}
	text := b.String()
	delim, seps := tableDelim([]byte(text), lines.Split([]byte(text)))
	assert.Equal(t, byte(','), delim)
	assert.Equal(t, 3, seps)
}
