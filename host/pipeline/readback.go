package pipeline

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of what is looked through to see whether a call reads an original back: of each
// text the beginning, and of what looks like a path so many in all, since each costs a few
// looks at the file system. A script is parsed up to a size, and so many of a call: a
// longer one does more than read.
const (
	maxScript = 64 << 10
	maxNames  = 512
	maxPath   = 4096     // bytes, as Linux has it
	maxParsed = 16 << 10 // bytes of a script that is parsed

	maxScripts = 8  // scripts in scripts
	maxFlags   = 64 // words before a command that another runs
)

// readsBack reports whether the call read from the store: it names a file in it, in
// whatever argument and form, or it runs riffle get. Who only speaks of riffle get, in a
// pattern that is searched for, say, does not.
func (r *run) readsBack() bool {
	if ReadTool(r.in.Tool) {
		return true
	}
	scripts := append([]string{r.in.Command}, r.in.Scripts...)
	var get getter
	for _, s := range scripts {
		if get.runs(clip(s)) {
			return true
		}
	}
	if r.store == nil {
		return false
	}
	names := finder{holds: r.store.Holds, seen: map[string]bool{}}
	for _, s := range append(scripts, r.in.Paths...) {
		if names.find(clip(s)) {
			return true
		}
	}
	return false
}

// ReadTool reports whether a tool is the one that riffle mcp offers, by its own name or
// behind that of its server.
func ReadTool(name string) bool {
	for _, own := range []string{"riffle_get", "riffle_get_original"} {
		if before, ok := strings.CutSuffix(name, own); ok && (before == "" || strings.ContainsAny(before[len(before)-1:], "_-./:")) {
			return true
		}
	}
	return false
}

func clip(s string) string { return s[:min(len(s), maxScript)] }

// finder looks for names of files in the store.
type finder struct {
	holds func(path string) bool
	seen  map[string]bool
}

// find reports whether a text names a file in the store: as a path or the URL of one,
// alone or among other words of any language.
func (f *finder) find(text string) bool {
	for at := range len(text) {
		if !begins(text, at) {
			continue
		}
		rest := text[at:min(len(text), at+maxPath)]
		if f.held(rest[:end(rest, apart+" ,)]}")]) {
			return true
		}
		// Blanks may be part of a path, with backslashes before them in a shell.
		if rooted(rest) && (f.held(rest[:end(rest, apart)]) || f.held(strings.ReplaceAll(escaped(rest), `\`, ""))) {
			return true
		}
	}
	return false
}

// apart are bytes that end a path which is given with its blanks.
const apart = "\n\r\t\"'`<>|;&"

// begins reports whether a word begins at a place of a text.
func begins(text string, at int) bool {
	const between = apart + " =,:()[]{}"
	return strings.IndexByte(between, text[at]) < 0 && (at == 0 || strings.IndexByte(between, text[at-1]) >= 0)
}

// rooted reports whether a text begins as a path from the root, a home or a variable
// does, or as a URL.
func rooted(text string) bool {
	return strings.IndexByte("/~$", text[0]) >= 0 || isURL(text)
}

func isURL(text string) bool { return len(text) > 5 && strings.EqualFold(text[:5], "file:") }

func end(text, stops string) int {
	if n := strings.IndexAny(text, stops); n >= 0 {
		return n
	}
	return len(text)
}

// escaped is a word of a shell that may hold blanks behind backslashes.
func escaped(text string) string {
	for at := 0; at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.IndexByte(apart+" ", text[at]) >= 0:
			return text[:at]
		}
	}
	return text
}

func (f *finder) held(path string) bool {
	if !strings.ContainsRune(path, filepath.Separator) || f.seen[path] || len(f.seen) >= maxNames {
		return false
	}
	f.seen[path] = true
	if isURL(path) {
		if u, err := url.Parse(strings.TrimSpace(path)); err == nil {
			return f.holds(u.Path)
		}
		return false
	}
	if strings.Contains(path, "$") {
		path = os.ExpandEnv(path)
	}
	return f.holds(path)
}

// getter looks for riffle get in what is run. Its bounds hold for all scripts of a call.
type getter struct{ looks int }

// runs reports whether a script of a shell runs riffle get. What is no such script, or a
// long one, is looked through for the two words.
func (g *getter) runs(script string) bool {
	if !strings.Contains(strings.ToLower(script), "riffle") {
		return false
	}
	if g.looks == maxScripts {
		return false
	}
	g.looks++
	if len(script) > maxParsed {
		return saysGet(script)
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(script), "")
	if err != nil {
		return saysGet(script)
	}
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			found = found || g.calls(texts(n.Args))
		case *syntax.Stmt:
			found = found || g.reads(n)
		}
		return !found
	})
	return found
}

// reads reports whether a shell or another interpreter runs riffle get by a script on its
// standard input.
func (g *getter) reads(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	for _, redirect := range s.Redirs {
		body := redirect.Hdoc
		if redirect.Op == syntax.WordHdoc {
			body = redirect.Word
		}
		if body == nil {
			continue
		}
		for _, name := range texts(call.Args) {
			if shells[program(name)] && g.runs(text(body)) || interpreter.MatchString(program(name)) && saysGet(text(body)) {
				return true
			}
		}
	}
	return false
}

// getParts parts words of a command line, or of a list of words in any language.
const getParts = `["'\s,\[(]+`

// Programs that run what their arguments say.
var (
	shells   = set("sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "busybox")
	wrappers = set("env", "sudo", "doas", "command", "builtin", "exec", "nohup", "nice", "ionice", "time", "timeout", "gtimeout",
		"stdbuf", "setsid", "xargs", "unbuffer", "chrt", "taskset", "watch", "nix-shell", "direnv", "mise")
	interpreter = regexp.MustCompile(`^(python[0-9.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|osascript|pwsh|powershell)$`)
	getWords    = regexp.MustCompile(`(?i)(^|[^\w.-])riffle(\.exe)?` + getParts + `(-[^"'\s,]*` + getParts + `([^-"'\s,][^"'\s,]*` + getParts + `)?)*get\b`)
)

// saysGet reports whether a text of any language has riffle and get beside each other, as
// a command line or as a list of words.
func saysGet(text string) bool { return getWords.MatchString(text) }

// calls reports whether the words of a command run riffle get.
func (g *getter) calls(words []string) bool {
	tried := map[int]bool{} // by how many words are left: flags leave more than one way
	var calls func(words []string) bool
	calls = func(words []string) bool {
		for len(words) > 0 && assignment.MatchString(words[0]) {
			words = words[1:]
		}
		if len(words) == 0 || tried[len(words)] {
			return false
		}
		tried[len(words)] = true
		name, rest := program(words[0]), words[1:]
		switch {
		case name == "riffle":
			return behind(rest, func(words []string) bool {
				return words[0] == "get" || words[0] == "exec" && behind(words[1:], calls)
			})
		case shells[name]:
			return g.shell(rest)
		case name == "eval":
			return g.runs(strings.Join(rest, " "))
		case interpreter.MatchString(name):
			return saysGet(strings.Join(rest, " "))
		case wrappers[name]:
			return behind(rest, calls)
		}
		return false
	}
	return calls(words)
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// shell reports whether the script that a shell is given runs riffle get. Where the words
// were joined from a list, the script's are words of their own.
func (g *getter) shell(words []string) bool {
	for i, w := range words {
		if strings.HasPrefix(w, "-") && strings.Contains(w, "c") && !strings.HasPrefix(w, "--") {
			return g.runs(strings.Join(words[i+1:], " "))
		}
	}
	return false
}

// behind asks for the command behind the flags, assignments and numbers of another. The
// word behind a flag may be its value.
func behind(words []string, is func(words []string) bool) bool {
	value := false
	for i, w := range words[:min(len(words), maxFlags)] {
		switch {
		case strings.HasPrefix(w, "-"):
			value = !strings.Contains(w, "=") && w != "--"
		case is(words[i:]):
			return true
		case value:
			value = false
		case !assignment.MatchString(w) && !number.MatchString(w):
			return false
		}
	}
	return false
}

var number = regexp.MustCompile(`^[0-9][0-9.]*[a-z]?$`)

// program is the name of the program that a word runs; a variable counts by its name.
func program(word string) string {
	return strings.TrimSuffix(strings.ToLower(filepath.Base(word)), ".exe")
}

func texts(words []*syntax.Word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = text(w)
	}
	return out
}

// text is a word without its quotes.
func text(w *syntax.Word) string {
	var b strings.Builder
	var put func(parts []syntax.WordPart)
	put = func(parts []syntax.WordPart) {
		for _, p := range parts {
			switch p := p.(type) {
			case *syntax.Lit:
				b.WriteString(strings.ReplaceAll(p.Value, `\`, ""))
			case *syntax.SglQuoted:
				b.WriteString(p.Value)
			case *syntax.DblQuoted:
				put(p.Parts)
			case *syntax.ParamExp:
				if p.Param != nil {
					b.WriteString(p.Param.Value)
				}
			}
		}
	}
	put(w.Parts)
	return b.String()
}

func set(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}
