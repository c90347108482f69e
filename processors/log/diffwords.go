package log

import "bytes"

// definitions are the first words of lines that define something.
var definitions = map[string]bool{"func": true, "def": true, "class": true, "function": true, "fn": true, "type": true, "interface": true,
	"struct": true, "enum": true, "trait": true, "impl": true, "module": true, "const": true, "exports": true, "module.exports": true}

// modifiers stand before such words.
var modifiers = map[string]bool{"export": true, "public": true, "private": true, "protected": true, "static": true, "async": true, "pub": true,
	"default": true, "abstract": true, "final": true}

// definition reports whether a line of code defines a function, a type or an
// exported name.
func definition(t []byte) bool {
	for range 4 {
		end := 0
		for end < len(t) && (t[end] == '_' || t[end] == '.' || t[end] >= 'a' && t[end] <= 'z' || t[end] >= 'A' && t[end] <= 'Z') {
			end++
		}
		w := string(t[:end])
		if definitions[w] {
			return w != "const" || bytes.Contains(t, []byte("= "))
		}
		if !modifiers[w] {
			break
		}
		t = bytes.TrimLeft(t[end:], " ")
	}
	head := t[:min(len(t), 80)]
	if bytes.HasPrefix(t, []byte("exports.")) || bytes.Contains(head, []byte(" = function")) {
		return true
	}
	// app.del = …: a member of an interface is set, "this" aside
	i := bytes.Index(head, []byte(" = "))
	return i > 0 && bytes.IndexByte(head[:i], '.') > 0 && bytes.IndexByte(head[:i], ' ') < 0 && !bytes.HasPrefix(head, []byte("this.")) && !bytes.HasPrefix(head, []byte("self."))
}

// notable recognises what a reader of a change must not miss: breaking changes,
// removals by name, security.
func notable(t []byte) bool {
	t = bytes.ToLower(t[:min(len(t), 200)])
	for _, w := range []string{"breaking", "security", "cve-", "deprecat", "vulnerab", "removed support", "no longer"} {
		if bytes.Contains(t, []byte(w)) {
			return true
		}
	}
	return false
}

// versionLine recognises "name": "^1.2.0", name = "1.2", name==1.2, version: 3.
func versionLine(t []byte) bool {
	t = bytes.TrimRight(t, ",;")
	i := bytes.LastIndexAny(t, ":= ")
	if i <= 0 || i+1 >= len(t) || len(t) > 120 {
		return false
	}
	// ">= 18" has a blank inside
	value := bytes.Trim(t[i+1:], `"'`)
	name := bytes.Trim(bytes.TrimRight(t[:i], " :=\"'><~^"), `"'`)
	if len(name) == 0 || bytes.IndexByte(name, ' ') >= 0 && !bytes.Contains(name, []byte(`":`)) {
		return false
	}
	value = bytes.TrimLeft(value, "^~>=<v ")
	if len(value) == 0 || value[0] < '0' || value[0] > '9' {
		return false
	}
	dots := 0
	for _, c := range value {
		switch {
		case c == '.':
			dots++
		case c >= '0' && c <= '9' || c == 'x' || c == '-' || c >= 'a' && c <= 'z':
		default:
			return false
		}
	}
	return dots >= 1 || bytes.Contains(bytes.ToLower(name), []byte("version")) || bytes.ContainsAny(t, "<>^~")
}

// secretLine recognises an assignment to a name that says key, token, secret or
// password, and the head of a private key.
func secretLine(t []byte) bool {
	if bytes.Contains(t, []byte("PRIVATE KEY-----")) {
		return true
	}
	i := bytes.IndexAny(t, "=:")
	if i <= 0 || i+4 > len(t) || i > 60 {
		return false
	}
	value := bytes.Trim(t[i+1:], ` "'`)
	if len(value) < 8 || bytes.IndexByte(value, ' ') >= 0 {
		return false
	}
	name := bytes.ToLower(t[:i])
	for _, w := range []string{"secret", "token", "password", "passwd", "api_key", "apikey", "_key", "private", "credential"} {
		if bytes.Contains(name, []byte(w)) {
			return true
		}
	}
	return false
}

// versionName is the name that a line gives a version, without quotes.
func versionName(t []byte) []byte {
	t = bytes.TrimLeft(t, "\"' <")
	if i := bytes.IndexAny(t, ":= \"'>~^"); i >= 0 {
		t = t[:i]
	}
	return t
}

// firstNumber is the first run of digits behind the name of a version.
func firstNumber(t []byte) string {
	from := bytes.IndexAny(t, "0123456789")
	if from < 0 {
		return ""
	}
	end := from
	for end < len(t) && t[end] >= '0' && t[end] <= '9' {
		end++
	}
	return string(t[from:end])
}

// commentLine recognises a line that most languages read as a comment.
func commentLine(t []byte) bool {
	return prefixed(t, "//", "/*", "* ", "*/", "# ", "-- ", "<!--", `"""`) || string(t) == "*"
}
