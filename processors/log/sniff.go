package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// shape is how the lines of a content hang together.
type shape int

const (
	plainShape shape = iota
	diffShape
	tableShape
	snapshotShape
)

// sniff tells the shape of a content.
func sniff(content []byte, spans []lines.Span) shape {
	if isDiff(content, spans) {
		return diffShape
	}
	if isSnapshot(content, spans) {
		return snapshotShape
	}
	if delim, _ := tableDelim(content, spans); delim != 0 {
		return tableShape
	}
	return plainShape
}

// isDiff reports whether a content has file headers and hunks, and most of its
// lines are of the marks that a diff has.
func isDiff(content []byte, spans []lines.Span) bool {
	hunks, files, marked := 0, 0, 0
	for i, s := range spans {
		t := content[s.Start:s.End]
		if len(t) == 0 {
			marked++
			continue
		}
		switch t[0] {
		case '@':
			if _, now := hunkSize(t); now > 0 || bytes.HasPrefix(t, []byte("@@ -")) || bytes.HasPrefix(t, []byte("@@@ -")) {
				hunks++
			}
		case 'd', 'I', 'O':
			if fileHeader(t) {
				files++
			}
		case '-':
			if bytes.HasPrefix(t, []byte("--- ")) && i+1 < len(spans) && bytes.HasPrefix(content[spans[i+1].Start:spans[i+1].End], []byte("+++ ")) {
				files++
			}
			marked++
		case '+', ' ', '\\':
			marked++
		}
	}
	if files == 0 {
		return false
	}
	// a few large hunks, or many small ones among other lines
	if hunks > 0 && (marked*10 >= len(spans)*9 || marked*10 >= len(spans)*6 && hunks*200 > len(spans)) {
		return true
	}
	return files*8 > len(spans) && hunks+files*3 > len(spans)/8
}
