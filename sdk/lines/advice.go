package lines

import "bytes"

// adviceShare is what is left of the worth of a line that only advises.
const adviceShare = 0.3

// adviceStarts are the beginnings, in lower case, of lines in which tools advise
// how to run them again, where to read on, or how to be quiet. Advice on how to mend
// what failed is no such line.
var adviceStarts = [...]string{"re-run ", "rerun ", "for more information", "for more details", "for further information", "to see the full stack trace",
	"see above", "see the log", "run with ", "* get more help", "get more help", "* try:", "hint:", "note: run with", "note: use ", "note: this is ", "note: switching to",
	"a complete log of this run", "this is probably not a problem with npm", "[help 1]",
	"if you believe", "if you think", "please report", "please file", "visit ", "info visit ", "learn more", "read more", "documentation:", "use --help", "try '", "(use ",
	"you can use '--warning-mode", "deprecated gradle features", "npm notice", "[notice]", "use `--", "to disable this", "to suppress", "to silence", "more information at",
	"for more info", "see http", "for troubleshooting", "run `npm audit`", "run `npm fund`", "to address ", "details: http", "stack trace available"}

// adviceFirst marks the first bytes of adviceStarts, in both cases.
var adviceFirst = func() (t [256]bool) {
	for _, a := range adviceStarts {
		t[a[0]] = true
		if lower(a[0]) {
			t[a[0]&^0x20] = true
		}
	}
	return t
}()

// advice reports whether a line is one of a tool's standing remarks about itself.
func advice(line []byte) bool {
	t := bytes.TrimSpace(line)
	t = skipLevel(t)
	for len(t) > 0 && (t[0] == '>' || t[0] == '=' || t[0] == ' ' || t[0] == '-') {
		t = t[1:]
	}
	if len(t) == 0 || !adviceFirst[t[0]] {
		return false
	}
	var low [40]byte
	n := copy(low[:], t)
	for i := range n {
		if upper(low[i]) {
			low[i] |= 0x20
		}
	}
	head := low[:n]
	for _, a := range adviceStarts {
		if head[0] == a[0] && len(head) >= len(a) && string(head[:len(a)]) == a {
			return true
		}
	}
	return false
}

// folds finds the groups that CI logs fold away when they are read, and marks
// their lines: 1 for the opening and closing lines, 2 for those between.
func (e *evaluation) folds() []uint8 {
	var marks []uint8
	open := -1
	for i := range e.lines {
		l := &e.lines[i]
		t := e.content[l.Body:l.End]
		if len(t) < 7 || t[0] != '#' && t[0] != ':' {
			continue
		}
		switch {
		case bytes.HasPrefix(t, []byte("##[group]")), bytes.HasPrefix(t, []byte("::group::")):
			open = i
			if marks == nil {
				marks = make([]uint8, len(e.lines))
			}
			marks[i] = 1
		case open >= 0 && (bytes.HasPrefix(t, []byte("##[endgroup]")) || bytes.HasPrefix(t, []byte("::endgroup::"))):
			marks[i] = 1
			for k := open + 1; k < i; k++ {
				marks[k] = 2
			}
			open = -1
		}
	}
	return marks
}

// skipLevel returns what follows a level at the start of a trimmed line: "[ERROR] x",
// "npm ERR! x", "error: x".
func skipLevel(t []byte) []byte {
	if len(t) == 0 || t[0] != 'n' && t[0] != '[' && t[0] != 'E' {
		return t
	}
	for _, p := range [...]string{"npm ERR!", "npm error", "[ERROR]", "[INFO]", "[WARNING]", "ERROR:", "ERROR"} {
		if len(t) >= len(p) && string(t[:len(p)]) == p {
			return bytes.TrimLeft(t[len(p):], " \t")
		}
	}
	return t
}

// levelAlone reports whether a line holds a level and no message.
func levelAlone(line []byte) bool {
	t := bytes.TrimSpace(line)
	rest := skipLevel(t)
	return len(rest) < len(t) && len(rest) < 2
}
