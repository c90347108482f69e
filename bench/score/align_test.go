package score

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/corpus"
)

func TestTrueOutputsAreHonest(t *testing.T) {
	counter := newCounter(t)
	for _, c := range []struct {
		name, content, output string
		want                  float64
	}{
		{"rows without a letter, numbered", "a one\nb two\n###\nc three\n}\n",
			"[riffle: log, 2 of 5 lines omitted, N: line; all kept: riffle get x]\n1:a one\n3:###\n5:}\n", 1},
		{"rows without a letter, between markers", "a one\n}\nb two\nc three\n}\n}\nd four\n",
			"[riffle: log, 2 of 7 lines omitted; all kept: riffle get x]\na one\n}\n[... 2 lines omitted: 3-4]\n}\n}\nd four\n", 1},
		{"rows that say the same one after another", "head one\nFAIL\nbody two\nFAIL\ntail three\nmore four\n",
			"[riffle: log, 1 of 6 lines omitted; all kept: riffle get x]\nhead one\nFAIL\nbody two\nFAIL\ntail three\n[... 1 lines omitted: 6]\n", 1},
		{"a row that begins as the one before it", "run it all --dry\nrun it all\nnext step\nlast one\n",
			"[riffle: log, 1 of 4 lines omitted; all kept: riffle get x]\nrun it all --dry\nrun it all\nnext step\n[... 1 lines omitted: 4]\n", 1},
		{"a row that lacks whole lines", "The first sentence.\nThe second one\nis over two\nlines. A third\none ends it.\nother text\n",
			"[riffle: text, 2 of 6 lines omitted; all kept: riffle get x]\nThe first sentence. … A third one ends it.\n[... 2 lines omitted: 2-3]\nother text\n", 1},
		{"a line that nothing speaks of", "head one\nFAIL\nbody two\nmiddle five\ntail three\nmore four\n",
			"[riffle: log, 1 of 6 lines omitted; all kept: riffle get x]\nhead one\nFAIL\nbody two\ntail three\n[... 1 lines omitted: 6]\n", 0.7},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := NewSubject(&corpus.Case{Name: "log/x.log", Kind: "log", Data: []byte(c.content)}, counter, "")
			j := s.Judge(c.output, 1000, nil)
			if c.want == 1 {
				assert.Equal(t, 1.0, j.Honesty, j.Remarks)
				assert.Zero(t, j.Strayed, j.Remarks)
			} else {
				assert.Less(t, j.Honesty, c.want)
				assert.Equal(t, 1, j.Silent)
			}
		})
	}
}
