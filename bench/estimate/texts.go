// Package estimate says how far the counts of token estimators are from exact ones:
// on whole texts and on samples of them, by kind of content and by script, and how
// fast they are beside the reference implementation in the same run.
package estimate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/inspect"
)

// Text is something to count the tokens of.
type Text struct {
	Name    string
	Kind    string // json, html, log, text, or another word of a corpus
	Content []byte // valid UTF-8, as the pipeline hands it to an estimator; read only
}

// NewText is a tool result as the pipeline sees it, with the inspector's kind where
// none is given.
func NewText(name, kind string, raw []byte) Text {
	content, _ := clean.Clean(raw)
	if kind == "" {
		kind = inspect.Inspect(content, "", "").Kind
	}
	return Text{name, kind, content}
}

// factsSuffix ends the names of what is noted beside the inputs of a corpus: no text
// that a tool printed.
const factsSuffix = ".facts.json"

// Read reads files, folders and corpora; stdin is read for "-". The cases of a corpus
// have the kinds that it says, all else those of the inspector. From a folder that is
// no corpus all files are taken but hidden and binary ones.
func Read(paths []string, stdin io.Reader) ([]Text, error) {
	var out []Text
	for _, path := range paths {
		texts, err := read(path, stdin)
		if err != nil {
			return nil, err
		}
		out = append(out, texts...)
	}
	return out, nil
}

func read(path string, stdin io.Reader) ([]Text, error) {
	if path == "-" {
		raw, err := io.ReadAll(stdin)
		if err != nil {
			return nil, fmt.Errorf("estimate: reading standard input: %w", err)
		}
		return []Text{NewText(path, "", raw)}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("estimate: %w", err)
	}
	if !info.IsDir() {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("estimate: %w", err)
		}
		return []Text{NewText(path, "", raw)}, nil
	}
	if facts, err := filepath.Glob(filepath.Join(path, "*", "*"+factsSuffix)); err == nil && len(facts) > 0 {
		return cases(path)
	}
	return folder(path)
}

func cases(dir string) ([]Text, error) {
	all, err := corpus.Load(dir)
	if err != nil {
		return nil, err
	}
	var out []Text
	for i := range all {
		out = append(out, NewText(all[i].Name, all[i].Kind, all[i].Data))
	}
	return out, nil
}

// folder walks in the order of names.
func folder(dir string) ([]Text, error) {
	var out []Text
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		hidden := path != dir && strings.HasPrefix(d.Name(), ".")
		switch {
		case err != nil:
			return err
		case d.IsDir() && hidden:
			return fs.SkipDir
		case hidden || !d.Type().IsRegular() || strings.HasSuffix(path, factsSuffix):
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil || binary(raw) {
			return err
		}
		name, err := filepath.Rel(dir, path)
		out = append(out, NewText(filepath.ToSlash(name), "", raw))
		return err
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there is no text in " + dir)
	}
	if err != nil {
		return nil, fmt.Errorf("estimate: %w", err)
	}
	return out, nil
}

// binary reports a NUL in the first bytes of what is not UTF-16.
func binary(raw []byte) bool {
	const looked = 8 << 10 // bytes
	if bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")) {
		return false
	}
	return bytes.IndexByte(raw[:min(len(raw), looked)], 0) >= 0
}
