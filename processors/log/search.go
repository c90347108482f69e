package log

import (
	"bytes"
	"math"
	"strings"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// hit is one line of a search's output.
type hit struct {
	path string
	text int // where the text begins in the content
	is   bool
}

// fillSearch values search hits, "path:line:text", so that they spread over the
// files. It reports whether the content is one.
func fillSearch(d *draft) bool {
	var hits []hit
	n, full, matches, files := 0, 0, 0, map[string]int{}
	for i, s := range d.spans {
		if s.Len() == 0 {
			continue
		}
		if full-n > len(d.spans)*3/10 {
			return false // whatever follows
		}
		full++
		if path, at := hitPrefix(d.content[s.Start:s.End]); at > 0 {
			if hits == nil {
				hits = make([]hit, len(d.spans))
			}
			hits[i] = hit{path: path, text: s.Start + at, is: true}
			files[path]++
			n++
			if d.content[s.Start+at-1] == ':' {
				matches++
			}
		}
	}
	asked := searchCommand(d.req.Command)
	if n < 4 || n*10 < full*7 || !asked && (len(files) < 2 || matches*2 < n || n*10 < full*9 || diagnostics(d, hits)) {
		return false
	}
	spans := make([]lines.Span, len(d.spans))
	for i, s := range d.spans {
		spans[i] = s
		if hits[i].is {
			spans[i].Start = hits[i].text
		}
	}
	d.lines = lines.Evaluate(d.content, spans, lines.Options{Rules: ruleOnlyRarity})
	d.extra = make([]extra, len(d.lines))
	words := patternWords(d.req.Command)
	rare := rareWords(d, words)
	met := map[string]int{}
	for i := range d.lines {
		l, x := &d.lines[i], &d.extra[i]
		text := l.Text(d.content)
		l.Bad = 0
		l.Start, l.Body = d.spans[i].Start, d.spans[i].Start
		l.Value += rare(text)
		if !hits[i].is {
			continue
		}
		p := hits[i].path
		met[p]++
		if met[p] == 1 {
			l.Value += 0.5 + 0.25*math.Log(float64(files[p]))
		}
		x.key, x.soft = "in "+p, true
		d.terms = words
	}
	return true
}

// hitPrefix reads "path:12:" or "path-12-" or "12:" and returns the path and the
// length of the prefix, 0 where there is none.
func hitPrefix(t []byte) (path string, n int) {
	at := 0
	if len(t) > 2 && t[1] == ':' && (t[2] == '\\' || t[2] == '/') {
		at = 2 // a drive letter
	}
	if v, k := digits(t); k > 0 && v > 0 && k < len(t) && (t[k] == ':' || t[k] == '-') && (k+1 == len(t) || t[k+1] < '0' || t[k+1] > '9') {
		return "", k + 1 // hits in one file
	}
	limit := min(len(t), 300)
	for i := at; i < limit; i++ {
		c := t[i]
		if c == ' ' && i < 2 || c == '\t' {
			return "", 0
		}
		if c != ':' && c != '-' || i == at {
			continue
		}
		v, k := digits(t[i+1:])
		if k > 0 && v > 0 && i+1+k < len(t) && t[i+1+k] == c {
			if !pathLike(t[:i]) {
				return "", 0
			}
			return string(t[:i]), i + k + 2
		}
		if c == ':' {
			// without numbers: a path has a point or a slash and no blanks
			if p := t[:i]; pathLike(p) {
				return string(p), i + 1
			}
			return "", 0
		}
	}
	return "", 0
}

// pathLike reports whether t may be the path of a file: it has letters, a point or
// a slash, and none of the marks that times and levels have.
func pathLike(t []byte) bool {
	letters := 0
	for _, c := range t {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters++
		case c == '[' || c == ']' || c == '"' || c == '=' || c == ',' || c == '|' || c == '<' || c == '>':
			return false
		}
	}
	return letters > 0 && bytes.ContainsAny(t, "./\\") && bytes.IndexByte(t, ' ') < 0 && !(t[0] >= '0' && t[0] <= '9' && !bytes.ContainsAny(t, "/"))
}

// diagnostics reports whether most hits look like a compiler's or a linter's
// messages, which the plain reading serves better.
func diagnostics(d *draft, hits []hit) bool {
	n, bad := 0, 0
	for i, h := range hits {
		if !h.is {
			continue
		}
		n++
		t := d.content[h.text:d.spans[i].End]
		if _, k := digits(t); k > 0 && k < len(t) && t[k] == ':' {
			bad++
			continue
		}
		t = bytes.TrimLeft(t, " ")
		if prefixed(t, "error", "warning", "note", "info", "style", "fatal", "Error", "Warning") {
			bad++
		}
	}
	return bad*3 > n
}

func searchCommand(command string) bool {
	for _, w := range strings.FieldsFunc(command, func(r rune) bool { return r == ' ' || r == '|' || r == ';' || r == '&' }) {
		switch w[strings.LastIndexByte(w, '/')+1:] {
		case "grep", "rg", "ag", "ack", "egrep", "fgrep", "git-grep", "ugrep":
			return true
		}
	}
	return false
}

// patternWords are the plain words of a search command's pattern.
func patternWords(command string) []string {
	if !searchCommand(command) {
		return nil
	}
	var out []string
	for _, quote := range []string{"'", `"`} {
		parts := strings.Split(command, quote)
		for i := 1; i < len(parts); i += 2 {
			for _, alt := range strings.FieldsFunc(strings.ReplaceAll(parts[i], `\|`, "|"), func(r rune) bool { return strings.ContainsRune(`|()[]*+?^$\.{}`, r) }) {
				if alt = strings.TrimSpace(alt); len(alt) >= 3 {
					out = append(out, alt)
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out[:min(len(out), 16)]
}

// rareWords returns what a hit is worth by the word of the pattern that it holds:
// more where few hits hold it.
func rareWords(d *draft, words []string) func([]byte) float64 {
	count := make([]int, len(words))
	for i := range d.lines {
		for k, w := range words {
			if bytes.Contains(lines.Clip(d.lines[i].Text(d.content), 2000), []byte(w)) {
				count[k]++
			}
		}
	}
	return func(text []byte) float64 {
		v := 0.0
		for k, w := range words {
			if count[k]*10 <= len(d.lines) && bytes.Contains(lines.Clip(text, 2000), []byte(w)) {
				v = 1 / math.Sqrt(float64(count[k]))
			}
		}
		return v
	}
}
