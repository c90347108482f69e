// Package routing holds the inspector's verdicts against what the cases of a corpus
// are: which processor a content lands with, and which it should.
package routing

import (
	"path"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk"
)

// Kinds are what the inspector tells apart; each has a processor of its name.
var Kinds = []string{sdk.KindHTML, sdk.KindJSON, sdk.KindLog, sdk.KindText}

// byExtension says what a file is by its name.
var byExtension = map[string]string{
	".json": "json", ".jsonl": "json", ".ndjson": "json",
	".html": "html", ".htm": "html",
	".log": "log", ".csv": "log", ".tsv": "log", ".diff": "log", ".patch": "log",
	".md": "text", ".rst": "text", ".adoc": "text",
}

// byFolder says what the kinds of other corpora are, where the extension does not:
// what programs print a line at a time.
var byFolder = map[string]string{
	"ci": "log", "cmd": "log", "diff": "log", "lint": "log", "test": "log", "trace": "log",
}

// Expected is the kind that is right for a case, "" where nobody can say: a case of
// one of our kinds is of that kind, for whoever recorded it has judged it; others go
// by their extension, then by their folder. Markup that is no page, such as XML, and
// folders of many forms have no expectation.
func Expected(c *corpus.Case) string {
	if slices.Contains(Kinds, c.Kind) {
		return c.Kind
	}
	ext := strings.ToLower(path.Ext(c.Name))
	switch {
	case byExtension[ext] != "":
		return byExtension[ext]
	case ext == ".xml":
		return ""
	}
	folder, _, found := strings.Cut(c.Name, "/")
	if kind := byFolder[c.Kind]; kind != "" {
		return kind
	}
	if found {
		return byFolder[folder]
	}
	return ""
}

// Verdict is the kind that the inspector gives to the cleaned content of a case.
func Verdict(c *corpus.Case) string {
	content, _ := clean.Clean(c.Data)
	return inspect.Inspect(content, c.Tool, c.Command).Kind
}
