package html

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func TestRowsWithoutATableAroundThemAreATable(t *testing.T) {
	content := "<TR><TH>id</TH>\n<TH>name</TH>\n</TR>\n<TR><TD>7</TD>\n<TD>oak</TD>\n</TR>\n<TR><TD>8</TD>\n<TD>elm</TD>\n</TR>\n"
	p, err := New().Process(context.Background(), sdk.Request{Content: []byte(content)})
	require.NoError(t, err)
	var texts []string
	for _, u := range p.Units {
		texts = append(texts, u.Text)
	}
	assert.Equal(t, []string{"id | name", "7 | oak", "8 | elm"}, texts)
}
