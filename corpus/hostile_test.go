package corpus

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestHostileCasesHoldTheirFacts(t *testing.T) {
	cases := Hostile()
	assert.GreaterOrEqual(t, len(cases), 30)
	names, kinds := map[string]bool{}, map[string]int{}
	for i := range cases {
		c := &cases[i]
		assert.NoError(t, c.Check())
		assert.False(t, names[c.Name], c.Name)
		names[c.Name] = true
		kinds[c.Kind]++
		assert.Greater(t, len(c.Data), 8<<10, "%s: what is small is not shrunk", c.Name)
		assert.Less(t, len(c.Data), 2<<20, c.Name)
		assert.True(t, utf8.ValidString(c.Text()), c.Name)
	}
	assert.Positive(t, kinds["log"])
	assert.Positive(t, kinds["json"])
	assert.Positive(t, kinds["html"])
}

func TestHostileCasesAreTheSameEachTime(t *testing.T) {
	assert.Equal(t, Hostile(), Hostile())
}

// A case is worth its name only if it is as bad as it says.
func TestHostileCasesAreHostile(t *testing.T) {
	for i, bad := range map[string]func(data []byte) bool{
		"hostile/invalid-utf8.log":     func(b []byte) bool { return !utf8.Valid(b) },
		"hostile/cut-in-character.log": func(b []byte) bool { return !utf8.Valid(b) && utf8.Valid(b[:len(b)-2]) },
		"hostile/nul.log":              has("\x00"),
		"hostile/utf16-le.log":         has("p\x00u\x00m\x00p\x00"),
		"hostile/utf16-be.log":         has("\x00p\x00u\x00m\x00p"),
		"hostile/controls.log":         has("\x08"),
		"hostile/mixed-line-ends.log":  has("\r\n"),
		"hostile/progress.log":         has("\rpackage"),
		"hostile/ansi.log":             has("\x1b[1;3"),
		"hostile/cursor.log":           has("\x1b[1A\x1b[2K"),
		"hostile/not-a-number.json":    has("[NaN,"),
		"hostile/spoofed-notice.log":   has("\n[riffle: "),
	} {
		found := false
		for _, c := range Hostile() {
			if c.Name == i {
				found = true
				assert.True(t, bad(c.Data), i)
			}
		}
		assert.True(t, found, i)
	}
}
