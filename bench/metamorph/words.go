package metamorph

import "bytes"

// span is a part of a text, in bytes, half open.
type span struct{ a, b int }

// words calls f for each run of ASCII letters and digits that no byte of keep marks.
// Runs that touch a letter outside ASCII are parts of words of other scripts; they
// are left out.
func words(text []byte, keep []bool, f func(w span)) {
	in := func(i int) bool { return !keep[i] && (letter(text[i]) || digit(text[i])) }
	for i := 0; i < len(text); i++ {
		if !in(i) {
			continue
		}
		start := i
		for i < len(text) && in(i) {
			i++
		}
		if (start == 0 || text[start-1] < 0x80) && (i == len(text) || text[i] < 0x80) {
			f(span{start, i})
		}
	}
}

// parts calls f for the pieces of a word: digits, and words in words (readTimeout
// is read and Timeout, HTTPError is HTTP and Error).
func parts(w []byte, f func(p span)) {
	for i := 0; i < len(w); {
		start := i
		switch {
		case digit(w[i]):
			for i < len(w) && digit(w[i]) {
				i++
			}
		case upper(w[i]) && i+1 < len(w) && upper(w[i+1]):
			for i < len(w) && upper(w[i]) && (i+1 == len(w) || !lower(w[i+1])) {
				i++
			}
		default:
			for i++; i < len(w) && lower(w[i]); {
				i++
			}
		}
		f(span{start, i})
	}
}

func upper(c byte) bool { return 'A' <= c && c <= 'Z' }
func lower(c byte) bool { return 'a' <= c && c <= 'z' }

// shape is what a word is to a variant.
type shape int

const (
	shapeWord   shape = iota // letters alone
	shapeNumber              // digits alone
	shapeHex                 // a hash or an id in hexadecimal
	shapeMixed               // letters and digits
)

// shapeOf is hex for six characters or more with digits in them, in one case.
func shapeOf(w []byte) shape {
	digits, hex, lowers, uppers := 0, 0, 0, 0
	for _, c := range w {
		if digit(c) {
			digits++
		}
		if digit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' {
			hex++
		}
		if lower(c) {
			lowers++
		} else if upper(c) {
			uppers++
		}
	}
	switch {
	case digits == 0:
		return shapeWord
	case digits == len(w):
		return shapeNumber
	case hex == len(w) && len(w) >= 6 && (lowers == 0 || uppers == 0):
		return shapeHex
	}
	return shapeMixed
}

// exponent reports a number such as the 5e10 of 1.5e10, whose letter is no word.
func exponent(w []byte) bool {
	k := bytes.IndexAny(w, "eE")
	return k > 0 && len(bytes.Trim(w[:k], "0123456789")) == 0 && len(bytes.Trim(w[k+1:], "0123456789")) == 0
}

// year reports a number of four digits that may be one.
func year(w []byte) bool {
	return len(w) == 4 && (w[0] == '1' && w[1] == '9' || w[0] == '2' && w[1] == '0')
}

// code reports a number of three digits that says how something went: a status of
// HTTP (RFC 9110), or that of a process that a shell could not run or a signal ended.
func code(w []byte) bool {
	if len(w) != 3 {
		return false
	}
	switch n := 100*int(w[0]-'0') + 10*int(w[1]-'0') + int(w[2]-'0'); {
	case 200 <= n && n <= 206, 300 <= n && n <= 308, 400 <= n && n <= 429, n == 451, 500 <= n && n <= 511:
		return true
	case 125 <= n && n <= 143, n == 255:
		return true
	}
	return false
}
