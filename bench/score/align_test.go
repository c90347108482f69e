package score

import (
	"strings"
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
		{"symbols beside markup", "<html><body><p>a one</p>\n<td>)</td>\n<p>b&gt;</p>\n<p>c three</p></body></html>\n",
			"[riffle: html, 2 of 4 lines omitted, N: line; all kept: riffle get x]\n1:a one\n2:| )\n[... 2 lines omitted: 3-4]\n", 1},
		{"values under the names of columns", "node  m11 temp  m12_temp\nnode-070  1.5  20.1\nnode-071  1.6  88.7\nnode-072  1.7  20.3\n",
			"[riffle: log, 2 of 4 lines omitted, N: line; all kept: riffle get x]\n1:node  m11 temp  m12_temp\n3:node-071 m12_temp=88.7 m11 temp=1.6\n[... 1 lines omitted: 4]\n", 1},
		{"the beginning of a long word", strings.Repeat("A", 40000) + "\nA\nB\nC\n",
			"[riffle: log, 0 of 4 lines omitted; all kept: riffle get x]\n" + strings.Repeat("A", 3000) + "…\nA\nB\nC\n", 1},
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

func TestValuesOfAnotherRowStray(t *testing.T) {
	content := "node  m11 temp  m12_temp\nnode-070  1.5  20.1\nnode-071  1.6  88.7\nnode-072  1.7  20.3\n"
	s := NewSubject(&corpus.Case{Name: "log/x.log", Kind: "log", Data: []byte(content)}, newCounter(t), "")
	j := s.Judge("[riffle: log, 3 of 4 lines omitted, N: line; all kept: riffle get x]\n3:node-071 m12_temp=20.3\n", 1000, nil)
	assert.True(t, j.Strayed > 0 || len(j.Gates) > 0, j.Remarks)
}

func TestItemsAreFoundWhereLabelsLeaveOutLevels(t *testing.T) {
	content := `{"rules": {"one": {"schema": [{"any": [{"t": 1}, {"props": {"args": {"d": "Whether"}, "bare": {}, "vars": {"d": "All"}, "x": {"d": 9}}}]}]}},` +
		`"found": [{"id": "f-7", "deep": [{"urls": ["u-a","u-b","u-c","u-d","u-e","u-f","u-g","u-h","u-i"]}]}]}`
	judge := func(count string) Judgement {
		s := NewSubject(&corpus.Case{Name: "json/x.json", Kind: "json", Data: []byte(content)}, newCounter(t), "")
		return s.Judge("$.rules:\none …\n  any[1] …\n    args d=Whether …\n    bare …\n    [... 1 of 4 entries omitted: $.rules.one.schema[0].any[1].props]\n    vars d=All …\n"+
			"$.found[0] id=f-7 …\n  [... "+count+" of 9 values omitted: $.found[0].deep[0].urls]\n  urls[1] u-b\n  [4] u-e\n", 10000, nil)
	}
	assert.Equal(t, 1.0, judge("7").Honesty, judge("7").Remarks)
	assert.Less(t, judge("5").Honesty, 1.0)
}
