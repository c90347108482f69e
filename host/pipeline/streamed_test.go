package pipeline

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/render"
)

func streamOf(t *testing.T, content []byte, step int) []render.Piece {
	s := &streamed{}
	for at := 0; at < len(content); at += step {
		n, err := s.Write(content[at:min(len(content), at+step)])
		require.NoError(t, err)
		require.Positive(t, n)
		require.LessOrEqual(t, cap(s.window), 2*windowBytes)
		require.LessOrEqual(t, len(s.pieces), manyPieces+windowPieces)
	}
	return s.found()
}

// long is a log of many windows, with errors that differ.
func long(errors int, format string) []byte {
	var b strings.Builder
	for i := range 90_000 {
		fmt.Fprintf(&b, "10:00:00 INFO ürgent request %d served\n", i)
		if errors > 0 && i%(90_000/errors) == 9 {
			fmt.Fprintf(&b, format, 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
		}
	}
	return []byte(b.String())
}

func TestTheEvidenceOfAStreamStandsWhereItSays(t *testing.T) {
	for name, format := range map[string]string{
		"clean":         "error: shard %c%c%c lost its leader\n",
		"with controls": "\x1b[31merror:\x1b[0m shard %c%c%c lost its leader\n",
	} {
		t.Run(name, func(t *testing.T) {
			content := long(40, format)
			require.Greater(t, len(content), 3*windowBytes)
			got := streamOf(t, content, 70_001)
			require.Len(t, got, 40)
			lines := bytes.Split(content, []byte("\n"))
			for _, p := range got {
				raw := lines[p.Line-1]
				require.Equal(t, string(p.Text), strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "").Replace(string(raw)))
				require.Equal(t, p.Char, utf8.RuneCount(bytes.Join(lines[:p.Line-1], []byte("\n")))+1)
				if p.Chars > 0 {
					require.Equal(t, utf8.RuneCount(raw), p.Chars)
				}
			}
		})
	}
}

func TestTheEvidenceOfAStreamIsBounded(t *testing.T) {
	require.Len(t, streamOf(t, long(5000, "error: shard %c%c%c lost its leader\n"), 1<<16), enoughPieces)
	require.Empty(t, streamOf(t, long(0, ""), 1<<16))
	require.Empty(t, streamOf(t, bytes.Repeat([]byte("é"), 2*windowBytes), 99_999))
}
