package table

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// quays is a table of n rows in which nothing stands out.
func quays(n int, delim string) []string {
	rows := []string{strings.Join([]string{"id", "ship", "tons", "unit", "state"}, delim)}
	for i := range n {
		rows = append(rows, strings.Join([]string{fmt.Sprint(100 + i), "ship " + string(rune('a'+i%7)), fmt.Sprint(40 + i*13%7), "t", []string{"moored", "moored", "at anchor"}[i%3]}, delim))
	}
	return rows
}

func TestRowsThatStandOutComeFirst(t *testing.T) {
	for name, c := range map[string]struct {
		column int
		cell   string
	}{
		"a number far from the others":     {2, "91000"},
		"a value that nobody else has":     {4, "sunk"},
		"a word in a column of numbers":    {2, "n/a"},
		"an empty cell where all have one": {2, ""},
		"a negative number":                {2, "-44"},
		"a code of another form":           {0, "X-17?"},
	} {
		for _, delim := range []string{",", ";", "\t"} {
			t.Run(name+" "+delim, func(t *testing.T) {
				rows := quays(200, delim)
				cells := strings.Split(rows[123], delim)
				cells[c.column] = c.cell
				rows[123] = strings.Join(cells, delim)
				got := strings.Split(best(t, strings.Join(rows, "\n"), 4), "\n")
				assert.Contains(t, got, rows[0], "the header")
				assert.Contains(t, got, rows[123])
			})
		}
	}
}

func TestAKeyThatStandsTwiceShowsBothRows(t *testing.T) {
	rows := quays(200, ",")
	rows[150] = strings.Replace(rows[150], "249,", "163,", 1)
	got := best(t, strings.Join(rows, "\n"), 5)
	assert.Contains(t, got, rows[64])
	assert.Contains(t, got, rows[150])
}

func TestEqualRowsAreShownOnce(t *testing.T) {
	rows := quays(60, ",")
	rows[30], rows[31] = rows[29], rows[29]
	p := planOf(t, strings.Join(rows, "\n"))
	copies := 0
	for _, u := range p.Units {
		copies += len(u.Copies)
	}
	assert.Equal(t, 2, copies)
}

func TestQuotedCellsHoldDelimitersAndLineEnds(t *testing.T) {
	rows := quays(100, ",")
	rows[40] = "139,\"ship \"\"a, b\"\"\nof two lines\",41,t,\"adrift; rudder lost,\nmaster ashore\""
	content := strings.Join(rows, "\n")
	table := read([]byte(content))
	require.NotNil(t, table)
	require.Len(t, table.rows, 100)
	assert.Equal(t, 5, table.columns)
	assert.Contains(t, best(t, content, 4), rows[40])
}

func TestAStrayQuoteDoesNotSwallowTheTable(t *testing.T) {
	rows := quays(300, ",")
	rows[20] = "119,\"ship f,41,t,moored"
	rows[250] = "349,ship a,90000,t,moored"
	assert.Contains(t, best(t, strings.Join(rows, "\n"), 8), rows[250])
}

func TestAStrayQuoteEndsWithItsOwnCell(t *testing.T) {
	for text, want := range map[string]int{
		"1,\"7 inch,3\n2,a \"b\" c,4\n": 2, "1,\"Acme, In\n2,\"Acme, Inc\",4\n": 2, "1,\"a\nb\",3\n2,\"c\" ,4\n": 2, "1,\"a \"\"b\"\"\nc\",3\r\n2,c,4\r\n": 2,
	} {
		assert.Len(t, records([]byte(text), ',', 3), want, "%q", text)
	}
}

func TestColumnsThatNeverChangeAreSaidOnce(t *testing.T) {
	rows := []string{"id,owner,harbour,tons"}
	for i := range 100 {
		rows = append(rows, fmt.Sprintf("%d,Northern Coastal Shipping Company,Port of Longyear,%d", i, 40+i*17%11))
	}
	p := planOf(t, strings.Join(rows, "\n"))
	require.NotEmpty(t, p.Notes)
	assert.Contains(t, p.Notes[0], "owner is Northern Coastal Shipping Company")
	assert.Contains(t, p.Notes[0], "in all 100 rows")
	for _, u := range p.Units[1:] {
		assert.NotContains(t, u.Text, "Northern")
		assert.Contains(t, u.Text, ",…,…,", "the cells keep their places")
	}
}

func TestWideRowsShowTheCellThatStandsOutWithItsName(t *testing.T) {
	head, row := []string{"node"}, []string{}
	for j := range 40 {
		head, row = append(head, fmt.Sprintf("volt%02d", j)), append(row, "12.0")
	}
	rows := []string{strings.Join(head, ",")}
	for i := range 50 {
		rows = append(rows, fmt.Sprintf("n%02d,%s", i, strings.Join(row, ",")))
	}
	row[29] = "9.1"
	rows[30] = "n29," + strings.Join(row, ",")
	assert.Contains(t, best(t, strings.Join(rows, "\n"), 3), "n29 volt29=9.1")
}

func TestFormsOfTables(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"aligned with blanks":      {aligned10("PID  TTY    STAT  COMMAND", "%-4d pts/0  S     sleep 10", "77   pts/0  Z     [mill] <defunct>"), "77   pts/0  Z     [mill] <defunct>"},
		"numbers at the right":     {aligned10("USED  FREE MOUNT", "%4d  9000 /srv", "9999     0 /var"), "9999     0 /var"},
		"drawn by sqlite":          {aligned10("│ id │ name │ n │\n├────┼──────┼───┤", "│ %2d │ boat │ 1 │", "│ 77 │ wreck│ 1 │"), "│ 77 │ wreck│ 1 │"},
		"drawn by psql":            {aligned10(" id | name | n \n----+------+---", " %2d | boat | 1", " 77 | wreck| 1"), "77 | wreck| 1"},
		"with a comment as header": {aligned10("#fields\tid\tname\tn", "%d\tboat\t1", "77\twreck\t1"), "77\twreck\t1"},
	} {
		t.Run(name, func(t *testing.T) {
			got := best(t, c.content, 3)
			assert.Contains(t, got, c.want)
			assert.Contains(t, got, strings.TrimSpace(strings.SplitN(c.content, "\n", 2)[0]), "the header")
		})
	}
}

// aligned10 is a header, nineteen rows and an odd one among them.
func aligned10(head, row, odd string) string {
	out := []string{head}
	for i := range 20 {
		if i == 12 {
			out = append(out, odd)
			continue
		}
		out = append(out, fmt.Sprintf(row, 10+i))
	}
	return strings.Join(out, "\n") + "\n"
}

func TestDeclinesWhatIsNoTable(t *testing.T) {
	for name, content := range map[string]string{
		"nothing": "", "blanks": " \n\n\t\n",
		"prose":    strings.Repeat("The ferry left, late, at noon; nobody knew why, or when it came.\nIt rained. The crew slept.\n", 20),
		"a log":    strings.Repeat("2026-03-01 10:00:01 INFO [w-1] store: wrote part 3 in 20 ms\nretry\nWARN slow disk on /dev/sda after 3 tries\n", 20),
		"code":     strings.Repeat("func a(b int) int {\n\tif b > 0 {\n\t\treturn b\n\t}\n\treturn 0\n}\n\n", 20),
		"two rows": "a,b,c\n1,2,3\n",
	} {
		t.Run(name, func(t *testing.T) { declines(t, content) })
	}
}

func TestMatchKnowsTablesByTheirFirstLines(t *testing.T) {
	content := []byte(strings.Join(quays(500, ","), "\n"))
	for name, c := range map[string]struct {
		sample sdk.Sample
		want   string
	}{
		"a table":           {sdk.Sample{Head: content[:4000], Bytes: len(content), Kind: sdk.KindLog}, Kind},
		"a table in JSON":   {sdk.Sample{Head: content[:4000], Bytes: len(content), Kind: sdk.KindJSON}, ""},
		"one line, cut off": {sdk.Sample{Head: content[:20], Bytes: len(content), Kind: sdk.KindLog}, ""},
		"nothing":           {sdk.Sample{Kind: sdk.KindText}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Processor{}.Match(t.Context(), c.sample)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestProcessStopsWhenTheCallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New().Process(ctx, sdk.Request{Content: []byte(strings.Join(quays(20, ","), "\n"))})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestNumbers(t *testing.T) {
	for cell, want := range map[string]float64{"0": 0, "-3": -3, "4,5": 4.5, "12.25": 12.25, "97%": 97, "3K": 3000, "1.5Gi": 1.5 * (1 << 30), " 7 ": 7} {
		got, ok := number([]byte(cell))
		assert.True(t, ok, cell)
		assert.InDelta(t, want, got, 1e-9, cell)
	}
	for _, cell := range []string{"", "-", "n/a", "1.2.3", "2026-03-01", "10:00", "12 boats", "123456789012345678"} {
		_, ok := number([]byte(cell))
		assert.False(t, ok, cell)
	}
}

func TestGolden(t *testing.T) { golden(t, 8) }

func FuzzProcess(f *testing.F) {
	fuzz(f, strings.Join(quays(9, ","), "\n"), aligned10("PID  TTY  COMMAND", "%d   pts/0  sleep", "x"), aligned10("│ id │ n │ m │\n├──┼──┼──┤", "│ %d │ 1 │ 2 │", "│ \" │"), "#a\tb\tc\n\"\n\"\"\t\"")
}

func BenchmarkProcess(b *testing.B) {
	bench(b, []byte(strings.Join(quays(40000, ","), "\n")))
}
