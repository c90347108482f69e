package text

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/riffle-dev/riffle/sdk"
)

// maxFuzzed bounds the bytes of an input: small ones find the same faults, many more of
// them in the same time.
const maxFuzzed = 8 << 10

// FuzzProcess holds for any input: no panic, the same plan twice, and a plan that
// passes the host's check.
func FuzzProcess(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.txt")
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b), uint16(2048))
	}
	for _, s := range []string{
		"", " ", "a", "# a\n\nb", "===\na\n===\n", "a\n===\n", "```\nx\n```", "```", "~~~~\nx", ".. note::\n   :a: b\n\n   x",
		"a::\n\n    code\n\n    more\n\nb", "-x, --long  does\n            this\n-y  that", "| a | b |\n|---|---|\n| 1 | 2 |",
		"+--+--+\n| a | b |\n+--+--+", "A=1\nB=2\nC=3\nC=3\n", "NAME\n     x - y\n\nDESC\n     z", "x\r\ny\rz\x1b[0m\x00",
		"👩‍💻🏳️‍🌈🇨🇭" + strings.Repeat("👨‍👩‍👧", 100), strings.Repeat("e\u0301", 900), strings.Repeat("日本語。", 100),
		"---\ntitle: a\nb: c\n---\nd", "a line that repeats itself\n\na line that repeats itself\n", "1.2 Title\n\n3.4.5  Other\n",
	} {
		f.Add(s, uint16(256))
	}
	f.Fuzz(func(t *testing.T, page string, tokens uint16) {
		page = page[:min(len(page), maxFuzzed)]
		req := sdk.Request{Content: []byte(strings.ToValidUTF8(page, "?")), Kind: "text", MaxTokens: int(tokens)}
		p, err := New().Process(context.Background(), req)
		if err != nil {
			if !errors.Is(err, sdk.ErrDeclined) {
				t.Fatal(err)
			}
			return
		}
		if err := sdk.CheckPlan(req, &p); err != nil {
			t.Fatal(err)
		}
		if q, _ := New().Process(context.Background(), req); !reflect.DeepEqual(p, q) {
			t.Fatal("another plan on the second run")
		}
	})
}
