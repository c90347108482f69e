package inspect

import (
	"bytes"
)

// Figures of what counts as HTML.
const (
	htmlSample   = 64 << 10 // bytes that are looked at
	htmlPreamble = 4 << 10  // bytes of response headers or comments that may stand before a page
	htmlDensity  = 500      // bytes of a page per tag, at most
	fragmentTags = 5        // known tags that make a fragment
)

// isHTML reports whether b, which starts with its first word, is an HTML page,
// perhaps behind response headers or an XML declaration, or a fragment of one. A
// page that some program began before it failed and began another is a fragment.
func isHTML(b []byte) bool {
	sample := b[:min(len(b), htmlSample)]
	tags := countTags(sample)
	if at := pageStart(sample[:min(len(sample), htmlPreamble)]); at == 0 || at > 0 && tags*htmlDensity >= len(sample)-at && preamble(sample[:at]) {
		return true
	}
	return sample[0] == '<' && knownTag(sample[1:]) && tags >= fragmentTags && tags*htmlDensity/2 >= len(sample)
}

// pageStart is where a page begins: its doctype or first element; -1 where there
// is none. The mark must begin a line or follow another tag.
func pageStart(head []byte) int {
	for i := 0; i < len(head); i++ {
		j := bytes.IndexByte(head[i:], '<')
		if j < 0 {
			return -1
		}
		i += j
		if i > 0 && head[i-1] != '\n' && head[i-1] != '>' && head[i-1] != ' ' && head[i-1] != '\t' {
			continue
		}
		for _, mark := range []string{"<!doctype html", "<html", "<head", "<body"} {
			if n := len(mark); len(head)-i >= n && bytes.EqualFold(head[i:i+n], []byte(mark)) && !letter(after(head, i+n)) {
				return i
			}
		}
	}
	return -1
}

// preamble reports whether what stands before a page may: an XML declaration, a
// comment, or response headers up to an empty line.
func preamble(b []byte) bool {
	b = bytes.TrimSpace(b)
	return bytes.HasPrefix(b, []byte("<?xml")) || bytes.HasPrefix(b, []byte("<!--")) ||
		bytes.HasPrefix(b, []byte("HTTP/")) || len(b) == 0
}

// countTags counts known opening and closing tags.
func countTags(b []byte) int {
	n := 0
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return n
		}
		if b = b[i+1:]; len(b) > 0 && b[0] == '/' {
			b = b[1:]
		}
		if knownTag(b) {
			n++
		}
	}
}

// htmlNames are the elements by which HTML is told from other markup.
var htmlNames = func() map[string]bool {
	m := map[string]bool{}
	for _, f := range bytes.Fields([]byte(`a abbr address article aside b blockquote body br button caption code col
		dd details div dl dt em fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input
		label legend li link main meta nav ol option p pre script section select small span strong style sub summary
		sup svg table tbody td textarea tfoot th thead title tr tt u ul`)) {
		m[string(f)] = true
	}
	return m
}()

// knownTag reports whether b, behind the <, begins with the name of an element.
func knownTag(b []byte) bool {
	var name [10]byte
	n := 0
	for n < len(b) && (letter(b[n]) || b[n] >= '0' && b[n] <= '9') {
		if n == len(name) {
			return false
		}
		name[n] = b[n] | 0x20
		n++
	}
	switch after(b, n) {
	case '>', ' ', '/', '\n', '\t', '\r':
		return htmlNames[string(name[:n])]
	}
	return false
}

// after is the byte at i, 0 behind the end.
func after(b []byte, i int) byte {
	if i < len(b) {
		return b[i]
	}
	return 0
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
