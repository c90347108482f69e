package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
			for _, s := range records([]byte(c.text), ',', 4) {
				got = append(got, strings.ReplaceAll(c.text[s.Start:s.End], "\n", "|"))
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestTablesBelowEachOtherAreReadApart(t *testing.T) {
	first := aligned10("│ id │ name │ n │\n├────┼──────┼───┤", "│ %2d │ boat │ 1 │", "│ 77 │ wreck│ 1 │")
	second := "│ name │ n │ lo │ hi │\n├──────┼───┼────┼────┤\n│ boat │ 9 │ 1  │ 7  │\n│ raft │ 8 │ 2  │ 6  │\n"
	got := read([]byte(first + second))
	if assert.NotNil(t, got) && assert.Len(t, got.others, 1) {
		assert.Len(t, got.others[0], 3, "a header and two rows")
		assert.Len(t, got.rows, 20)
	}
	assert.Contains(t, best(t, first+second, 3), "wreck")
}

func TestRowsOfLongTextAreLeftToTheLog(t *testing.T) {
	var b strings.Builder
	b.WriteString("host\tagent\tpath\n")
	for range 20 {
		b.WriteString("lamp.example\t" + strings.Repeat("Mozilla ", 20) + "\t/" + strings.Repeat("oil/", 20) + "\n")
	}
	declines(t, b.String())
}
