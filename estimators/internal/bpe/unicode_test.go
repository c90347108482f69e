package bpe

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

// newer are the code points, first and last of each range, beside which the npm
// package tiktoken 1.0.22 (Unicode 16) splits some text differently from Go's tables
// of version 15.0.0. All code points below U+323B0 and from U+E0000 to U+E01FF were
// compared, each behind letters, numbers, symbols and spaces, before contractions,
// line ends and numbers.
var newer = [][2]rune{
	{0x897, 0x897}, {0x1c89, 0x1c8a}, {0xa7cb, 0xa7cd}, {0xa7da, 0xa7dc}, {0x105c0, 0x105f3}, {0x10d40, 0x10d65}, {0x10d69, 0x10d6d},
	{0x10d6f, 0x10d85}, {0x10ec2, 0x10ec4}, {0x10efc, 0x10efc}, {0x11380, 0x11389}, {0x1138b, 0x1138b}, {0x1138e, 0x1138e},
	{0x11390, 0x113b5}, {0x113b7, 0x113c0}, {0x113c2, 0x113c2}, {0x113c5, 0x113c5}, {0x113c7, 0x113ca}, {0x113cc, 0x113d3},
	{0x113e1, 0x113e2}, {0x116d0, 0x116e3}, {0x11bc0, 0x11be0}, {0x11bf0, 0x11bf9}, {0x11f5a, 0x11f5a}, {0x13460, 0x143fa},
	{0x16100, 0x16139}, {0x16d40, 0x16d6c}, {0x16d70, 0x16d79}, {0x18cff, 0x18cff}, {0x1ccf0, 0x1ccf9}, {0x1e5d0, 0x1e5fa}, {0x2ebf0, 0x2ee5d},
}

// Where this fails, Go's tables have become newer, and the list and the package's
// comment can become shorter.
func TestNewerCodePointsHaveNoClass(t *testing.T) {
	if unicode.Version != "15.0.0" {
		t.Skipf("Go's tables are of version %s: compare again", unicode.Version)
	}
	n := 0
	for _, r := range newer {
		for c := r[0]; c <= r[1]; c++ {
			assert.Zero(t, classify(c), "%U", c)
			n++
		}
	}
	assert.Equal(t, 5055, n)
}
