package spill

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// idDigits is the usual length of an ID: 48 bits, so that among a million
// originals of one session a collision has odds of about one in 500, and a
// collision only makes the ID longer.
const idDigits = 12

// maxToolBytes bounds the tool's part of a file name; with a 64-digit ID and the
// longest ending it stays well under the 255 bytes that file systems allow.
const maxToolBytes = 64

const (
	textEnding    = ".txt"
	sidecarEnding = ".json"
	leasePrefix   = ".lease-"
	tempPrefix    = ".tmp-"
	lockName      = ".lock"
	expiredName   = ".expired"
)

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// sessionHash names a session's folder.
func sessionHash(session string) string { return hashOf([]byte(session))[:12] }

// unnamedSession is the folder of all hosts that name no session.
var unnamedSession = sessionHash("")

// encodeTool makes a tool's name fit for a file name: bytes other than ASCII
// letters, digits, hyphen and underscore become ~ and two hex digits.
func encodeTool(tool string) string {
	var b strings.Builder
	for i := 0; i < len(tool); i++ {
		c, part := tool[i], ""
		if c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			part = string(rune(c))
		} else {
			part = fmt.Sprintf("~%02X", c)
		}
		if b.Len()+len(part) > maxToolBytes {
			break
		}
		b.WriteString(part)
	}
	if b.Len() == 0 {
		return "result"
	}
	return b.String()
}

// parseName parts a file name into its stem (the name of the original), the ID in
// it and the ending. It is not ok for names that the store does not give.
func parseName(name string) (stem, id, ending string, ok bool) {
	stem = name
	if i := strings.IndexByte(name, '.'); i >= 0 {
		stem, ending = name[:i], name[i:]
	}
	id, tool, found := strings.Cut(stem, "-")
	ok = found && isHex(id) && len(id) <= 64 && tool != "" &&
		(ending == "" || ending == textEnding || ending == sidecarEnding)
	for i := 0; ok && i < len(tool); i++ {
		c := tool[i]
		ok = c == '-' || c == '_' || c == '~' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
	}
	return stem, id, ending, ok
}

// isHex reports whether s is one or more lower-case hex digits.
func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return s != ""
}

// isSessionHash reports whether a name is that of a session folder.
func isSessionHash(name string) bool { return len(name) == 12 && isHex(name) }
