package gather

import (
	"bytes"
	_ "embed" // for what no module has the licence of
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Licences of what is in the programs without being a module, or inside of one that does
// not name them.
var (
	//go:embed go.txt
	goText []byte
	//go:embed tiktoken.txt
	tiktokenText []byte
)

// kinds are the licences that are taken, and how each is known. A module under another
// one is looked at by a person before it is shipped.
var kinds = []struct {
	name  string
	words *regexp.Regexp
}{
	{"Apache-2.0", regexp.MustCompile(`Apache License,? Version 2\.0`)},
	{"MPL-2.0", regexp.MustCompile(`Mozilla Public License,? (Version|v\.) ?2\.0`)},
	{"OFL-1.1", regexp.MustCompile(`SIL OPEN FONT LICENSE Version 1\.1`)},
	{"MIT", regexp.MustCompile(`(?i)Permission is hereby granted, free of charge`)},
	{"BSD", regexp.MustCompile(`Redistribution and use in source and binary forms`)},
	{"ISC", regexp.MustCompile(`Permission to use, copy, modify, and(/or)? distribute this software for any purpose`)},
}

// kindsOf names the licences in a text.
func kindsOf(text []byte) (names []string) {
	text = normal(text)
	for _, k := range kinds {
		if k.words.Match(text) {
			names = append(names, k.name)
		}
	}
	return names
}

// normal is a text whose lines are broken nowhere, to compare it with others.
func normal(text []byte) []byte { return bytes.Join(bytes.Fields(text), []byte(" ")) }

// license names the licences of a module. Each file that is named after one must be known.
func (m *module) license() (string, error) {
	var found []string
	for _, file := range m.files() {
		names := kindsOf(m.texts[file])
		if len(names) == 0 && !remark.MatchString(path.Base(file)) {
			return "", fmt.Errorf("%s of %s %s is no licence that is known; expected one of kinds in internal/licenses/gather: read it, then add it there or do without the module", file, m.path, m.version)
		}
		for _, name := range names {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%s %s has no licence in its folders; expected a file LICENSE: ask its authors, or do without the module", m.path, m.version)
	}
	return strings.Join(found, " and "), nil
}

// remark is how files are named that go with a licence.
var remark = regexp.MustCompile(`(?i)^(notice|patents|copyright)`)

func (m *module) files() []string {
	var names []string
	for name := range m.texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// where says which programs a module is linked into.
func (m *module) where(all []string) string {
	if len(m.programs) == len(all) {
		return "all programs"
	}
	return strings.Join(m.programs, ", ")
}

// notice is one text and whose it is.
type notice struct {
	of   []string
	text []byte
}

const head = `Riffle is under the Apache License 2.0, which stands in the file LICENSE. Its programs
are linked with the modules below, each under the licence that is named with it; the
texts follow. The source of each is what "go mod download MODULE@VERSION" gets.

`

// draw writes the file: a table of the modules, and every text once.
func draw(modules []*module, programs []string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(head)
	fmt.Fprintf(&out, "Go's standard library and runtime, BSD: all programs\n")
	fmt.Fprintf(&out, "Tables of o200k_base and cl100k_base, made by OpenAI for tiktoken, MIT: riffle and the estimators\n")
	notices := []*notice{{[]string{"Go's standard library and runtime"}, goText}, {[]string{"tiktoken"}, tiktokenText}}
	for _, m := range modules {
		kind, err := m.license()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%s %s, %s: %s\n", m.path, m.version, kind, m.where(programs))
		for _, file := range m.files() {
			notices = put(notices, fmt.Sprintf("%s %s, %s", m.path, m.version, file), m.texts[file])
		}
	}
	for _, n := range notices {
		fmt.Fprintf(&out, "\n%s\n%s\n%[1]s\n\n", strings.Repeat("-", 80), strings.Join(n.of, "\n"))
		out.Write(bytes.TrimRight(bytes.ReplaceAll(bytes.Trim(n.text, "\ufeff\r\n"), []byte("\r\n"), []byte("\n")), " \n"))
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

func put(notices []*notice, of string, text []byte) []*notice {
	for _, n := range notices {
		if bytes.Equal(normal(n.text), normal(text)) {
			n.of = append(n.of, of)
			return notices
		}
	}
	return append(notices, &notice{[]string{of}, text})
}
