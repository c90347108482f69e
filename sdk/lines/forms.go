package lines

import "bytes"

// failureStarts are the beginnings of lines that tools print for failures; title
// marks those that name a failing test or check. They are compared byte by byte
// with the start of the trimmed line.
var failureStarts = [...]struct {
	start string
	title bool
}{
	{"not ok", true}, {"--- FAIL", true}, {"FAILED ", true}, {"FAIL:", true}, {"FAIL ", true}, {"ERROR:", true},
	{"ERROR at ", true}, {"ERROR collecting", true}, {"[  FAILED  ]", true}, {"[FAILED]", true}, {"[FAIL]", true},
	{"TEST-UNEXPECTED", true}, {"✗", true}, {"✘", true}, {"×", true}, {"✕", true}, {"✖", true}, {"❌", true}, {"●", true},
	{"FAILURE", false}, {"FAILURES", false}, {"[ERROR]", false}, {"[FATAL]", false}, {"[error]", false}, {"##[error]", false}, {"::error", false},
	{"npm ERR!", false}, {"npm error", false}, {"error:", false}, {"error[", false}, {"Error:", false}, {"fatal:", false},
	{"fatal error", false}, {"panic:", false}, {"FATAL", false}, {"CRITICAL", false}, {"Traceback (most recent", false},
	{"WARNING: DATA RACE", false}, {"Unhandled ", false}, {"Uncaught ", false}, {"Segmentation fault", false},
	{"E: ", false}, {"e: ", false}, {"*** Error", false}, {"error TS", false}, {"error CS", false}, {"error -", false},
	{"Exception in thread", false}, {"Exception: ", false}, {"Fatal error", false}, {"PHP Fatal", false}, {"BUILD FAILED", false},
	{"FAILED:", false}, {"==ERROR", false}, {"ERROR!", false}, {"Error ", false}, {"> Task ", false},
}

// failureFirst marks the first bytes of failureStarts.
var failureFirst = func() (t [256]bool) {
	for _, f := range failureStarts {
		t[f.start[0]] = true
	}
	return t
}()

// failureForm reports whether a trimmed line has a form that tools print for
// failures, and whether it is the title of a failing test. names says that the word
// "error" stands in it.
func failureForm(t []byte, names bool) (form, title bool) {
	switch t[0] {
	case 'n':
		if bytes.HasPrefix(t, []byte("not ok")) && (bytes.Contains(t, []byte("# TODO")) || bytes.Contains(t, []byte("# SKIP"))) {
			return false, false // known to fail
		}
	case 'E':
		// pytest: "E   assert 1 == 2"
		if len(t) > 3 && t[1] == ' ' && t[2] == ' ' {
			return true, false
		}
		if bytes.Equal(t, []byte("ERROR")) || bytes.HasPrefix(t, []byte("ERROR ")) {
			return true, bytes.Contains(t, []byte("::"))
		}
	case 'F':
		if bytes.Equal(t, []byte("FAIL")) || bytes.Equal(t, []byte("FAILED")) || bytes.HasPrefix(t, []byte("FAIL\t")) {
			return true, false
		}
	case '>':
		if bytes.HasPrefix(t, []byte("> Task ")) {
			return bytes.HasSuffix(t, []byte(" FAILED")), false
		}
	}
	if failureFirst[t[0]] {
		for i := range failureStarts {
			f := &failureStarts[i]
			if f.start[0] == t[0] && len(t) >= len(f.start) && string(t[:len(f.start)]) == f.start && f.start != "> Task " {
				return true, f.title
			}
		}
	}
	if makeStop(t) || bytes.HasPrefix(t, []byte("thread '")) && bytes.Contains(t, []byte("' panicked at")) {
		return true, false
	}
	switch t[len(t)-1] {
	case 'D', 'L', 'R', '!':
		if bytes.HasSuffix(t, []byte(" FAILED")) || bytes.HasSuffix(t, []byte("... FAIL")) || bytes.HasSuffix(t, []byte("... ERROR")) ||
			bytes.HasSuffix(t, []byte("<<< FAILURE!")) || bytes.HasSuffix(t, []byte("<<< ERROR!")) {
			return true, true
		}
	}
	if errorName(t) {
		return true, false
	}
	return names && diagnostic(t), false
}

// sectionTitle recognises a title between rules that only says what kind of
// things follow: "==== FAILURES ====", "---- ERRORS ----".
func sectionTitle(t []byte) bool {
	if t[0] != '=' && t[0] != '-' && t[0] != '*' || len(t) < 10 || t[len(t)-1] != t[0] || !Ruled(t) {
		return false
	}
	word := bytes.TrimSpace(bytes.Trim(t, string(t[:1])))
	for _, name := range sectionNames {
		if bytes.HasPrefix(word, []byte(name)) {
			return true
		}
	}
	for _, c := range word {
		if !upper(c) {
			return false
		}
	}
	return true
}

// sectionNames begin titles that say nothing about one run.
var sectionNames = [...]string{"test session starts", "short test summary", "warnings summary", "Captured ", "live log ", ">> begin captured", ">> end captured"}

// makeStop recognises "make: *** […] Error 1" and "make[2]: *** …".
func makeStop(t []byte) bool {
	i := bytes.Index(t[:min(len(t), 40)], []byte(": *** "))
	return i > 0 && bytes.Contains(t[:i], []byte("make"))
}

// errorName recognises a line that begins with the qualified name of an error
// type: "java.io.IOException: x", "AssertionError", "app.errors.Http500: internal".
func errorName(t []byte) bool {
	i, dot := 0, 0
	for i < len(t) && (wordByte(t[i]) || t[i] == '.' || t[i] == '$' || t[i] == '\\' || t[i] == ':' && i+2 < len(t) && t[i+1] == ':' && letter(t[i+2]) || t[i] == ':' && i > 0 && t[i-1] == ':') {
		if t[i] == '.' || t[i] == '\\' || t[i] == ':' {
			dot = i + 1
		}
		i++
	}
	if i < 4 || i < len(t) && t[i] != ':' && t[i] != ' ' && t[i] != '(' && t[i] != '[' {
		return false
	}
	name := t[dot:i]
	if len(name) < 4 || !failureName(name) {
		// a qualified name in a package of errors: "app.errors.Http500: …"
		return i < len(t) && t[i] == ':' && dot > 0 && len(name) > 0 && upper(name[0]) &&
			(bytes.Contains(t[:dot], []byte("error")) || bytes.Contains(t[:dot], []byte("exception")))
	}
	return name[0] < 'a' || i < len(t) && t[i] == ':'
}

// diagnostic recognises a compiler's line: "a/b.c:12:3: error: …",
// "src/x.ts(17,7): error TS2322: …", "file.go:3:4: undefined: x" is left to its words.
func diagnostic(t []byte) bool {
	head := t[:min(len(t), 240)]
	for at := 0; ; {
		i := bytes.Index(head[at:], []byte("error"))
		if i < 0 {
			return false
		}
		i += at
		end := i + len("error")
		at = end
		if i < 2 || end >= len(head) || head[i-1] != ' ' {
			continue
		}
		prev := head[i-2]
		if bytes.HasPrefix(head[:i], []byte("fatal ")) || i >= 8 && string(head[i-6:i]) == "fatal " {
			prev = head[i-8]
		}
		next := head[end]
		if (prev == ':' || prev == '-' || prev == ')') && (next == ':' || next == '[' || next == ' ' && end+3 < len(head) && upper(head[end+1])) {
			return true
		}
	}
}

// foreignPlaces begin the paths of headers and sources that come with a compiler or
// a package.
var foreignPlaces = [...]string{"/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/go/", "/Library/Developer/", "node_modules/", "vendor/"}

// foreignPlace reports whether a line begins with such a path.
func foreignPlace(t []byte) bool {
	for _, p := range foreignPlaces {
		if len(t) > len(p) && t[0] == p[0] && string(t[:len(p)]) == p {
			return true
		}
	}
	return false
}

// passStarts are the beginnings of lines that report a success or a start.
var passStarts = [...]string{"✓", "✔", "√", "✅", "--- PASS", "=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "[       OK ]", "[ RUN      ]",
	"[  PASSED  ]", "[ OK ]", "[OK]", "[PASS]", "[PASSED]", "TEST-PASS", "TEST-OK", "TEST-START", "TEST-INFO", "PASSED "}

// passes reports whether a trimmed line reports a success or a mere start.
func passes(t []byte) bool {
	if passFirst[t[0]] && passStart(t) {
		return true
	}
	// "test a::b ... ok", "tests/a.py::test_x PASSED [ 10%]", "ok (0.01s)"
	end := len(t)
	if t[end-1] == ']' || t[end-1] == ')' {
		open := byte('[')
		if t[end-1] == ')' {
			open = '('
		}
		i := bytes.LastIndexByte(t[max(0, end-24):], open)
		if i < 0 {
			return false
		}
		end = max(0, end-24) + i
	}
	for end > 0 && (t[end-1] == ' ' || t[end-1] == '\t') {
		end--
	}
	if t = t[:end]; end == 0 {
		return false
	}
	switch t[end-1] {
	case 'D', 'k', 'S', 'K', "✓"[len("✓")-1]:
		for _, s := range [...]string{" PASSED", " ok", " PASS", " OK", " ✓"} {
			if n := len(t) - len(s); n > 0 && string(t[n:]) == s {
				return !bytes.HasSuffix(t[:n], []byte("not"))
			}
		}
	}
	return false
}

// passWords are words that report a success where they stand at the start of a line
// and are followed by a blank or a colon.
var passWords = [...]string{"ok", "PASS", "PASSED"}

// passFirst marks the first bytes of lines that passStart may accept.
var passFirst = func() (t [256]bool) {
	for _, s := range passStarts {
		t[s[0]] = true
	}
	for _, s := range passWords {
		t[s[0]] = true
	}
	t['1'] = true
	return t
}()

func passStart(t []byte) bool {
	if bytes.HasPrefix(t, []byte("1..")) && len(t) < 12 {
		return true // the plan of a TAP stream
	}
	for _, p := range passStarts {
		if p[0] == t[0] && len(t) >= len(p) && string(t[:len(p)]) == p {
			return true
		}
	}
	for _, p := range passWords {
		if len(t) >= len(p) && string(t[:len(p)]) == p && (len(t) == len(p) || blank(t[len(p)]) || t[len(p)] == ':') {
			return true
		}
	}
	return false
}
