package clean

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"UTF-16 little endian is decoded", "\xff\xfea\x00\r\x00\n\x00\x3d\xd8\x00\xde", "a\r\n\U0001F600"},
		{"UTF-16 big endian is decoded", "\xfe\xff\x00a\x65\xe5", "a日"},
		{"an unpaired surrogate and an odd byte are replaced", "\xff\xfe\x00\xd8a\x00b", "\uFFFDa\uFFFD"},
		{"a UTF-8 mark is dropped", "\xef\xbb\xbfa", "a"},
		{"marks after controls are dropped too", "\x1b[0m\xef\xbb\xbf\xef\xbb\xbfa", "a"},
		{"a mark inside stays", "a\ufeffb\x00", "a\ufeffb"},
		{"one replacement per maximal subpart", "a\xe6\xb1b\xf0\x90\x80\xffc\xed\xa0\x80", "a\uFFFDb\uFFFD\uFFFDc\uFFFD\uFFFD\uFFFD"},
		{"an escape does not join the halves of a character", "\xc3\x1b[m\xa9", "\uFFFD\uFFFD"},

		{"colours go", "\x1b[1;31merror\x1b[0m: \x1b[38;2;1;2;3mx\x1b[m\n", "error: x\n"},
		{"titles and links go", "\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\n", "ab\n"},
		{"application strings go", "\x1b_bk;t=12\x07a\x1bP1$r0m\x1b\\b\x1b^x\x1b\\\n", "ab\n"},
		{"two-byte escapes go", "\x1b(Ba\x1b=b\x1b7\x1b>\n", "ab\n"},
		{"a cut sequence swallows nothing", "a\x1b[3\nb\x1b]no end\nc\x1b", "a\nbno end\nc"},
		{"a string that an escape interrupts swallows nothing", "\x1b]abc\x1b[1md\x07", "abcd"},
		{"control characters go", "a\x00b\x01c\x0cd\x7fe\u0085f\u009b1mg\t\n", "abcdef1mg\t\n"},
		{"letters that begin with the C1 lead byte stay", "£100\x00", "£100"},

		{"bold and underlined man pages", "N\bNA\bAM\bME\bE\n_\bf_\bo_\bo b\b_\n", "NAME\nfoo b\n"},
		{"a spinner leaves its last picture", "|\b/\b-\b\\\b \bdone\n", "done\n"},

		{"CRLF stays", "a\r\nb\r\n", "a\r\nb\r\n"},
		{"more than one CR before LF is one line end", "a\r\r\nb\r\r\r\n", "a\r\nb\r\n"},
		{"CR alone ends lines where there is no LF", "a,1\rb,2\rc,3\r", "a,1\nb,2\nc,3\n"},
		{"CR ends lines where line ends are mixed", "id,name\r\n1,oak\r2,elm\n3,ash\r\n4,fir\r5,yew\n6,box\r\n", "id,name\r\n1,oak\n2,elm\n3,ash\r\n4,fir\n5,yew\n6,box\r\n"},
		{"unlike pieces are lines", "the first\rand then another\rlast but not least of them\rx\nb\n", "the first\nand then another\nlast but not least of them\nx\nb\n"},
		{"a shorter piece that says something else is a line", "error: cannot open\rnext\n", "error: cannot open\nnext\n"},
		{"a percentage is redrawn", "Fetching  5%\rFetching 50%\rFetching 100%\nok\n", "Fetching 100%\nok\n"},
		{"a bar is redrawn", " 10%|█         | 1/10\r 50%|█████     | 5/10\r100%|██████████| 10/10\n", "100%|██████████| 10/10\n"},
		{"padding wipes", "Loading modules...\rDone              \n", "Done\n"},
		{"an erase wipes", "Resolving dependencies\r\x1b[KDone\n", "Done\n"},
		{"an erase behind the text wipes", "remote: Counting: 9% (1/9)\x1b[K\rremote: Done\x1b[K\n", "remote: Done\n"},
		{"an erased line is empty", "working\r\x1b[2K\nnext\n", "\nnext\n"},
		{"what covers the whole is a redraw", "first\rsecond\n", "second\n"},
		{"what a redraw leaves over stays", "step 10 of 99\rstep 11\n", "step 11 of 99\n"},
		{"a CR at the start or the end draws nothing", "\rabc\n10%\r", "abc\n10%"},

		{"columns", "a\x1b[3Cb\x1b[1Gc\n", "c   b\n"},
		{"an erased block is superseded", "a 1\nb 1\n\x1b[2A\x1b[Ja 2\nb 2\n\x1b[2A\x1b[Ja 3\nb 3\nend\n", "\n\n\n\na 3\nb 3\nend\n"},
		{"lines of a block that is drawn over", "x\r\na 1\r\nb 1\r\n\x1b[2A\x1b[2Ka 2\r\n\x1b[2Kb 2\r\nend\r\n", "x\r\n\r\n\r\na 2\r\nb 2\r\nend\r\n"},
		{"lines that are not drawn over stay", "a 1\nb 1\n\x1b[2A\nb 2\nend\n", "a 1\n\n\nb 2\nend\n"},
		{"a block drawn without line ends stays in place", "a: wait\nb: wait\n\x1b[2A\x1b[2K\ra: done\r\x1b[2B\x1b[1A\x1b[2K\rb: done\r\x1b[1B", "a: done\nb: done\n"},
		{"an absolute movement parts words", "one\x1b[5;1Htwo\n", "one two\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, changed := Clean([]byte(c.raw))
			assert.Equal(t, c.want, string(got))
			assert.Equal(t, c.want != c.raw, changed)
		})
	}
}

func TestCleanTextIsReturnedAsItIs(t *testing.T) {
	for _, s := range []string{"", "plain\n", "tab\tand\r\nCRLF", "日本語 £ é 😀 \uFFFD"} {
		raw := []byte(s)
		got, changed := Clean(raw)
		assert.False(t, changed)
		require.Len(t, got, len(raw))
		if len(raw) > 0 {
			assert.Same(t, &raw[0], &got[0])
		}
	}
}

func TestCleanDoesNotWriteToItsInput(t *testing.T) {
	raw := []byte("a\x1b[0mb\rc\x00\xff\x1b[Ad\n")
	before := bytes.Clone(raw)
	Clean(raw)
	assert.Equal(t, before, raw)
}

func TestCleanKeepsLineNumbers(t *testing.T) {
	raw := "one\x1b[0m\n  1%\r 50%\r100%\n\x1b[1A\x1b[2Kthree\nfour\r\r\n\x1b[9Afive\n"
	got, _ := Clean([]byte(raw))
	assert.Equal(t, strings.Count(raw, "\n"), bytes.Count(got, []byte("\n")))
}

func TestCleanDoesNotMoveInHugeLines(t *testing.T) {
	line := strings.Repeat("a", longestRow+1)
	got, _ := Clean([]byte(line + "\b\x1b[2Kb\r\x1b[Kc\n"))
	assert.Equal(t, line+"b\nc\n", string(got))
}

// Hostile inputs must not take more than a bounded share of memory. Their time
// would show as a test that does not end.
func TestCleanIsLinear(t *testing.T) {
	const size = 1 << 20
	for _, unit := range []string{"a", "\x1b", "\x1b]", "\x1b[", "\x1b_x", "\r", "\b", "a\b", "a\r", "\r\x1b[K", "\x1b[A", "\n\x1b[99A\x1b[J",
		"\x1b[9999Cx", "\x1b[1K", "x\x1b[1K", "\x1b[2K", "\xff", "\xf0\x90", "a\n\x1b[A", "aaaaaaaa\x1b[A\n\n", "\x1b[9999;", "\x00", "\x1b[1A\x1b[1B", "é\b"} {
		raw := []byte(strings.Repeat(unit, size/len(unit)) + "\n")
		got, _ := Clean(raw)
		assert.LessOrEqual(t, len(got), 3*len(raw)+basePadding, "%q", unit)
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"a\x1b[1mb\x1b[0m\n", "1%\r2%\r\n", "a\b_\n", "\xff\xfea\x00", "x\n\x1b[1A\x1b[2Ky\n", "\x1b]0;t\x07\x1b[3Cx", "\xef\xbb\xbfa\rb\r\nc\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		got, changed := Clean(raw)
		require.Equal(t, before, raw)
		require.Equal(t, !bytes.Equal(raw, got), changed)
		require.True(t, utf8.Valid(got))
		again, changed := Clean(got)
		require.False(t, changed, "%q", got)
		require.Equal(t, got, again)
		for _, r := range string(got) {
			require.False(t, r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r <= 0x9f, "%q", got)
		}
		require.Equal(t, bytes.Count(got, []byte("\r")), bytes.Count(got, []byte("\r\n")))
	})
}

func BenchmarkClean(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"plain", "2024-05-01T10:00:00Z INFO request done in 12 ms\n"},
		{"coloured", "\x1b[32m2024-05-01T10:00:00Z\x1b[0m INFO request done in 12 ms\n"},
		{"redrawn", " 10%|#         | 1/10\r 50%|#####     | 5/10\r100%|##########| 10/10\n"},
	} {
		raw := []byte(strings.Repeat(c.unit, 1<<20/len(c.unit)))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				Clean(raw)
			}
		})
	}
}
