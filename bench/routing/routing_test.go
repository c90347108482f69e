package routing

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

func TestExpectedIsWhatTheCaseSaysThenItsNameThenItsFolder(t *testing.T) {
	for name, want := range map[string]string{
		"log/a.log": "log", "log/a.json": "log", "text/a.md": "text", "html/a.txt": "html", "json/a.jsonl": "json",
		"lint/a.json": "json", "lint/a.txt": "log", "test/a.jsonl": "json", "test/a.xml": "", "diff/a.txt": "log",
		"edge/a.html": "html", "edge/a.csv": "log", "edge/a.rst": "text", "edge/a.txt": "", "traj/a.json": "json", "traj/a.txt": "",
	} {
		kind, _, _ := strings.Cut(name, "/")
		assert.Equal(t, want, Expected(&corpus.Case{Name: name, Kind: kind}), name)
	}
}

func TestTheTableNamesWhatLandsWrong(t *testing.T) {
	var b strings.Builder
	require.NoError(t, Write(&b, []Route{{"log/a.log", "log", "log"}, {"log/b.log", "log", "text"}, {"edge/c.txt", "", "json"}}))
	assert.Equal(t, `routing: 1 of 3 cases land with the wrong processor
  is\to      html   json    log   text
  log           0      0      1      1
  (open)        0      1      0      0
  wrong: log/b.log is log, the inspector says text
  open: edge/c.txt, the inspector says json
`, b.String())
}

func routes(cases []corpus.Case) (out []Route) {
	for i := range cases {
		c := &cases[i]
		out = append(out, Route{c.Name, Expected(c), Verdict(c)})
	}
	return out
}

func TestNoBadInputLandsWithTheWrongProcessor(t *testing.T) {
	assert.Empty(t, Wrong(routes(corpus.Hostile())))
}

func TestNothingOfTheCorpusLandsWithTheWrongProcessor(t *testing.T) {
	cases, err := corpus.Load("../../corpus")
	require.NoError(t, err)
	assert.Empty(t, Wrong(routes(cases)))
}
