package fit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func TestEvidenceTakesItsPlaceInTheRowOfItsLine(t *testing.T) {
	content := []byte("a first line\n10:00 org.example.Till: the till is open\nlast\n")
	line := sdk.Span{Start: 13, End: 53}
	for name, c := range map[string]struct {
		units []sdk.Unit
		holes []sdk.Unit
	}{
		"before a unit": {
			units: []sdk.Unit{{Span: sdk.Span{Start: 19, End: 53}, Group: -1, Row: 7, Part: 1, Parts: 2}},
			holes: []sdk.Unit{{Span: sdk.Span{Start: 13, End: 19}, Group: -1, Row: 7, Part: 0, Parts: 2}},
		},
		"behind a unit": {
			units: []sdk.Unit{{Span: sdk.Span{Start: 13, End: 19}, Group: -1, Row: 7, Part: 0, Parts: 2}},
			holes: []sdk.Unit{{Span: sdk.Span{Start: 19, End: 53}, Group: -1, Row: 7, Part: 1, Parts: 2}},
		},
		"between two": {
			units: []sdk.Unit{{Span: sdk.Span{Start: 13, End: 19}, Group: -1, Row: 7, Part: 0, Parts: 3}, {Span: sdk.Span{Start: 31, End: 53}, Group: -1, Row: 7, Part: 2, Parts: 3}},
			holes: []sdk.Unit{{Span: sdk.Span{Start: 19, End: 31}, Group: -1, Row: 7, Part: 1, Parts: 3}},
		},
		"a row of its own where the row leaves nothing open": {
			units: []sdk.Unit{{Span: sdk.Span{Start: 19, End: 53}, Group: -1, Row: 7, Part: 0, Parts: 1}},
			holes: []sdk.Unit{{Span: sdk.Span{Start: 13, End: 18}, Group: -1, Row: 8}},
		},
		"a row of its own where no unit is of its line": {
			units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: 12}, Group: -1, Row: 7, Part: 0, Parts: 2}},
			holes: []sdk.Unit{{Span: line, Group: -1, Row: 8}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			plan, cover := Cover(content, sdk.Plan{Units: c.units, Order: []int{0}}, []sdk.Span{line})
			require.Len(t, plan.Units, len(c.units)+1)
			require.NotEmpty(t, cover[0])
			var got []sdk.Unit
			for _, u := range plan.Units {
				old := false
				for _, k := range c.units {
					old = old || k.Span == u.Span
				}
				if !old {
					u.Needs = nil
					got = append(got, u)
				}
			}
			assert.Equal(t, c.holes, got)
		})
	}
}

func TestATextThatLeavesOutTheEvidenceGivesWayToItsBytes(t *testing.T) {
	content := []byte("FAIL: 12 tests passed, all others failed: exit status 1\n{\"error\": \"caf\\u00e9\\nis &lt;shut&gt;\"}\n")
	line := sdk.Span{Start: 0, End: 55}
	leaf := sdk.Span{Start: 67, End: len(content) - 3}
	plan := sdk.Plan{Order: []int{0, 1}, Units: []sdk.Unit{
		{Span: line, Text: "12 tests passed", Group: -1},
		{Span: sdk.Span{Start: 57, End: len(content) - 2}, Text: "error=café is <shut>", Group: -1, Row: 1},
	}}
	got, cover := Cover(content, plan, []sdk.Span{line, leaf})
	require.Equal(t, [][]int{{0}, {1}}, cover)
	assert.Equal(t, sdk.Unit{Span: line, Group: -1}, sdk.Unit{Span: got.Units[0].Span, Text: got.Units[0].Text, Group: -1})
	assert.Equal(t, "error=café is <shut>", got.Units[1].Text, "decoded, the words are there")
}

func TestEvidenceOutOfALongerTextIsARowOfItsOwn(t *testing.T) {
	content := []byte("<p>first words of a row <b>exit status 137</b> and last words</p>")
	line := sdk.Span{Start: 27, End: 42}
	plan := sdk.Plan{Order: []int{0, 1}, Units: []sdk.Unit{
		{Span: sdk.Span{Start: 3, End: 42}, Text: "first words of a row", Group: -1, Parts: 2},
		{Span: sdk.Span{Start: 42, End: 61}, Group: -1, Part: 1, Parts: 2},
	}}
	got, _ := Cover(content, plan, []sdk.Span{line})
	assert.Equal(t, sdk.Unit{Span: line, Group: -1, Row: 1, Part: 1, Parts: 2}, got.Units[0])
}
