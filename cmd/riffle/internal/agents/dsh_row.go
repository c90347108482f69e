package agents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"
)

// The row stands between two comments, so that it is found again whatever was edited in
// it, and so that taking it out gives back what was there before.
const (
	rowBegin   = "# riffle: begin"
	rowEnd     = "# riffle: end"
	inPlaceOf  = ", in place of an empty list" // the list was [], to which no row can be added
	afterNoEnd = ", the line above had no end"
)

// dshRow is the row of the plugin in a list of patches.
func dshRow(index, program string) string {
	// A string of JSON is one of YAML.
	return fmt.Sprintf("- insert:\n    - id: riffle\n      name: %s\n      config:\n        command: %s\n", encodeString(index), encodeString(program))
}

// The lines of the row that an installation renews; what else stands in it is the user's.
var (
	nameLine    = regexp.MustCompile(`(?m)^ +name: .*$`)
	commandLine = regexp.MustCompile(`(?m)^ +command: .*$`)
)

// renewRow puts the name and the command of a row into one that is there.
func renewRow(block []byte, row string) []byte {
	for _, line := range []*regexp.Regexp{nameLine, commandLine} {
		at := line.FindIndex(block)
		if at == nil {
			continue // the program in PATH is meant
		}
		with := line.FindString(row)
		block = slices.Concat(block[:at[0]], []byte(with), block[at[1]:])
	}
	return block
}

// putRow adds a row to a list of patches, or renews the one that is there.
func putRow(old []byte, row string) ([]byte, error) {
	if from, to, err := findRow(old); err != nil {
		return nil, err
	} else if to > 0 {
		return checkRow(slices.Concat(old[:from], renewRow(old[from:to], row), old[to:]), old)
	}
	list, err := patches(old)
	if err != nil {
		return nil, err
	}
	if inserts(list, "riffle") {
		return nil, errors.New("it has a row with the id riffle that was made by hand: take that out first")
	}
	block := func(how string) string { return rowBegin + how + "\n" + row + rowEnd + "\n" }
	switch {
	case list != nil && len(list.Content) == 0:
		at := offset(old, list.Line, list.Column)
		if !bytes.HasPrefix(old[at:], []byte("[]")) || at > 0 && old[at-1] != '\n' {
			return nil, errors.New("it is an empty list of a form that is not known; expected [] on a line of its own")
		}
		rest := bytes.TrimLeft(old[at+2:], " \t\r")
		if len(rest) > 0 && rest[0] != '\n' {
			return nil, errors.New("something follows the empty list [] on its line; expected nothing")
		}
		out := append(bytes.Clone(old[:at]), block(inPlaceOf)...)
		return checkRow(append(out, old[at+2:]...), old)
	case len(old) > 0 && old[len(old)-1] != '\n':
		return checkRow(append(bytes.Clone(old), "\n"+block(afterNoEnd)...), old)
	}
	return checkRow(append(bytes.Clone(old), block("")...), old)
}

// takeRow takes the row out, nil where nothing was there but the row.
func takeRow(old []byte) ([]byte, error) {
	from, to, err := findRow(old)
	if err != nil || to == 0 {
		return old, err
	}
	first := firstLine(old[from:])
	out := bytes.Clone(old[:from])
	switch {
	case bytes.Contains(first, []byte(inPlaceOf)):
		// What followed the brackets follows them again, where no row was added meanwhile.
		if list, err := patches(append(bytes.Clone(out), old[to:]...)); err == nil && list == nil {
			out = append(out, "[]"...)
		}
	case bytes.Contains(first, []byte(afterNoEnd)) && to == len(old):
		out = out[:len(out)-1]
	}
	if out = append(out, old[to:]...); len(out) == 0 {
		return nil, nil
	}
	return out, nil
}

// findRow is where the row stands with its comments, to being 0 where it does not.
func findRow(text []byte) (from, to int, err error) {
	for from < len(text) && !bytes.HasPrefix(text[from:], []byte(rowBegin)) {
		next := bytes.IndexByte(text[from:], '\n')
		if next < 0 {
			return 0, 0, nil
		}
		from += next + 1
	}
	if from >= len(text) {
		return 0, 0, nil
	}
	end := bytes.Index(text[from:], []byte("\n"+rowEnd))
	if end < 0 {
		return 0, 0, fmt.Errorf("it has a line %q without a line %q", rowBegin, rowEnd)
	}
	to = from + end + 1 + len(rowEnd)
	if to < len(text) && text[to] == '\n' {
		to++
	}
	return from, to, nil
}

// patches reads a list of patches, nil where there is none.
func patches(text []byte) (*yaml.Node, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("it is no YAML: %w", err)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("it has more than one document; expected one list of patches")
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" && doc.Content[0].Value == "" {
		return nil, nil
	}
	if doc.Content[0].Kind != yaml.SequenceNode {
		return nil, errors.New("it is no list of patches")
	}
	return doc.Content[0], nil
}

// inserts reports whether a list of patches inserts a row with an id.
func inserts(list *yaml.Node, id string) bool {
	if list == nil {
		return false
	}
	for _, patch := range list.Content {
		for i := 0; patch.Kind == yaml.MappingNode && i+1 < len(patch.Content); i += 2 {
			if patch.Content[i].Value == "insert" && mentions(patch.Content[i+1], id) {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a node or what is in it has an id.
func mentions(n *yaml.Node, id string) bool {
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Value == "id" && n.Content[i+1].Value == id {
			return true
		}
		if mentions(c, id) {
			return true
		}
	}
	return false
}

// offset is where a line and column, from 1, begin. Columns are code points.
func offset(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	for ; column > 1 && at < len(text); column-- {
		at += len(string([]rune(string(text[at:min(at+4, len(text))]))[0]))
	}
	return at
}

// checkRow has the result read once more: it must be the list from before and one row.
func checkRow(text, old []byte) ([]byte, error) {
	before, _ := patches(old)
	after, err := patches(text)
	want := 1
	if before != nil {
		want = len(before.Content) + 1
	}
	if _, to, _ := findRow(old); to > 0 {
		want--
	}
	if err != nil || after == nil || len(after.Content) != want || !inserts(after, "riffle") {
		return nil, errors.New("a row cannot be added to it; expected a list with a dash at the beginning of each line that begins a row: see docs/agents/dsh.md for the row, and add it by hand")
	}
	return text, nil
}

// rowCommand is the program that the row names, "" for none.
func rowCommand(text []byte) string {
	from, to, err := findRow(text)
	if err != nil || to == 0 {
		return ""
	}
	var rows []struct {
		Insert []struct {
			Config struct {
				Command string `yaml:"command"`
			} `yaml:"config"`
		} `yaml:"insert"`
	}
	if yaml.Unmarshal(text[from:to], &rows) != nil || len(rows) == 0 || len(rows[0].Insert) == 0 {
		return ""
	}
	return rows[0].Insert[0].Config.Command
}
