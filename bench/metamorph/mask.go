package metamorph

import (
	"bytes"
	"regexp"
)

// fixed are the parts of a text that no variant changes, because a reader of the
// form reads them as form: time stamps, terminal sequences, entities, and the names
// before = and before the colon of a quoted key.
var fixed = regexp.MustCompile(`` +
	`\b\d{4}[-/.]\d{2}[-/.]\d{2}(?:[T _-]?\d{2}:\d{2}(?::\d{2})?)?(?:[.,:]\d+)?(?:Z|[+-]\d{2}:?\d{2})?` +
	`|\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b` +
	`|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?` +
	`|\b\d{1,2}/[A-Z][a-z]{2}/\d{4}` +
	`|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\d{1,2}\b(?:,? \d{4}\b)?` +
	`|\b1[3-9]\d{8}(?:\d{3}|\.\d+)?\b` + // seconds or milliseconds since 1970
	`|\b\d{6} \d{6}\b` + // a short date and time without marks
	`|(?:\x1b|\\u001[bB])\[[0-?]*[ -/]*[@-~]` +
	`|&#?\w{1,31};` +
	`|"[\pL_$][\pL_$.-]*\\*"[ \t]*:` +
	`|\b[A-Za-z_]+=`)

// mask marks with true the bytes of a text that stay as they are.
func mask(text []byte) []bool {
	keep := make([]bool, len(text))
	mark := func(a, b int) {
		for i := a; i < b; i++ {
			keep[i] = true
		}
	}
	for _, at := range fixed.FindAllIndex(text, -1) {
		mark(at[0], at[1])
	}
	maskEscapes(text, mark)
	head := bytes.TrimLeft(text, " \t\r\n\ufeff")
	if len(head) > 0 && head[0] == '<' {
		maskMarkup(text, bytes.HasPrefix(head, []byte("<?xml")), mark)
	}
	return keep
}

// maskEscapes marks the letters of back-slash escapes, so that a word that follows a
// line end in a string is seen without its n.
func maskEscapes(text []byte, mark func(a, b int)) {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		n := 2
		if text[i+1] == 'u' {
			n = 6
		}
		mark(i, min(i+n, len(text)))
		i += n - 1
	}
}

// maskMarkup marks tags, comments, and what stands in scripts and styles. Of XML,
// which says in attributes what HTML says in text, the values of attributes are free.
func maskMarkup(text []byte, xml bool, mark func(a, b int)) {
	for i := 0; i < len(text); {
		k := bytes.IndexByte(text[i:], '<')
		if k < 0 {
			return
		}
		i += k
		end := markupEnd(text, i)
		from, quote := i, byte(0)
		for j := i; j < end; j++ {
			c := text[j]
			switch {
			case quote == 0 && (c == '"' || c == '\'') && xml:
				mark(from, j+1)
				quote = c
			case quote != 0 && c == quote:
				from, quote = j, 0
			}
		}
		if quote == 0 {
			mark(from, end)
		}
		i = end
	}
}

// markupEnd is where the tag, comment or unseen element at text[i] ends.
func markupEnd(text []byte, i int) int {
	until := func(end string) int {
		if k := bytes.Index(text[i:], []byte(end)); k >= 0 {
			return i + k + len(end)
		}
		return len(text)
	}
	rest := bytes.ToLower(text[i:min(i+8, len(text))])
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return until("-->")
	case bytes.HasPrefix(rest, []byte("<script")):
		return until("</script>")
	case bytes.HasPrefix(rest, []byte("<style")):
		return until("</style>")
	case len(rest) < 2 || !letter(rest[1]) && rest[1] != '/' && rest[1] != '!' && rest[1] != '?':
		return i + 1 // a bare sign
	}
	return until(">")
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func digit(c byte) bool  { return '0' <= c && c <= '9' }
