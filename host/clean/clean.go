// Package clean turns the raw bytes of a tool result into content: valid UTF-8 as a
// terminal would show it at the end.
package clean

import (
	"bytes"
	"unicode/utf8"
)

// Clean returns the content of a tool result: UTF-16 with a byte order mark
// decoded, byte order marks dropped, invalid UTF-8 replaced by U+FFFD (one per
// maximal subpart), terminal control sequences and control characters removed,
// overstrikes and redraws resolved to what a terminal shows at the end. Tabs,
// LF and CRLF stay. A carriage return that redraws nothing ends a line.
//
// Where LF ends the lines, content has as many LFs as raw: a line that was drawn
// over later is left empty. Where nothing changes, Clean returns raw itself and
// false; else the content is a fresh slice. Clean of its own result changes
// nothing. The time is linear in len(raw).
func Clean(raw []byte) (content []byte, changed bool) {
	if isClean(raw) {
		return raw, false
	}
	text := decodeUTF16(raw)
	text = trimBOM(text)
	if !isClean(text) {
		text = draw(text)
		// What stood before a mark may have been all controls.
		text = trimBOM(text)
	}
	if len(text) == len(raw) && bytes.Equal(text, raw) {
		return raw, false
	}
	return text, true
}

// Byte order marks.
const (
	bomUTF8    = "\xef\xbb\xbf"
	bomUTF16LE = "\xff\xfe"
	bomUTF16BE = "\xfe\xff"
)

func trimBOM(b []byte) []byte {
	for bytes.HasPrefix(b, []byte(bomUTF8)) {
		b = b[len(bomUTF8):]
	}
	return b
}

// suspicious marks the bytes that need a closer look: controls other than tab
// and LF, and the lead byte of the C1 controls.
var suspicious = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = c != '\t' && c != '\n'
	}
	t[0x7f], t[0xc2] = true, true
	return t
}()

// isClean reports whether Clean has nothing to do.
func isClean(b []byte) bool {
	for i, c := range b {
		if !suspicious[c] {
			continue
		}
		switch {
		case c == '\r' && i+1 < len(b) && b[i+1] == '\n':
		case c == 0xc2 && i+1 < len(b) && b[i+1] >= 0xa0:
		default:
			return false
		}
	}
	return !bytes.HasPrefix(b, []byte(bomUTF8)) && utf8.Valid(b)
}
