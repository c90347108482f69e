package html

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/riffle-dev/riffle/processors/internal/document"
)

// attrs are the attributes of one start tag, decoded.
type attrs []attr

// attr is a name and a value, good until the next token.
type attr struct{ name, value []byte }

// maxAttrs bounds what is read of one tag.
const maxAttrs = 64

// beside is the weight of what pages put beside their content by the names of
// their classes, which are a hint only.
const beside = 0.3

func (r *reader) attributes(z *html.Tokenizer, more bool) attrs {
	out := r.attrs[:0]
	for more && len(out) < maxAttrs {
		var k, v []byte
		k, v, more = z.TagAttr()
		out = append(out, attr{k, v})
	}
	r.attrs = out
	return out
}

func (a attrs) get(name string) []byte {
	for _, x := range a {
		if string(x.name) == name {
			return x.value
		}
	}
	return nil
}

func (a attrs) has(name string) bool {
	for _, x := range a {
		if string(x.name) == name {
			return true
		}
	}
	return false
}

// clip makes one line of an attribute's value and cuts a long one at a space.
func clip(raw []byte) string {
	if len(raw) == 0 {
		return ""
	}
	value := string(raw)
	value = strings.Join(strings.FieldsFunc(value, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
	if len(value) <= document.MaxChunk {
		return value
	}
	return value[:strings.LastIndexByte(value[:document.MaxChunk], ' ')+1]
}

// decoration names the classes and ids, word by word, that pages give to what
// surrounds their content.
var decoration = map[string]bool{
	"nav": true, "navbar": true, "navigation": true, "menu": true, "sidebar": true, "footer": true, "breadcrumb": true,
	"breadcrumbs": true, "cookie": true, "cookies": true, "consent": true, "toolbar": true, "related": true,
	"share": true, "social": true, "navbox": true, "catlinks": true, "printfooter": true, "skip": true, "search": true,
	"sphinxsidebar": true, "headerlink": true, "interlanguage": true, "advert": true, "ads": true, "pagination": true,
	"linenos": true, "lineno": true, "linenodiv": true, "sidenav": true, "subnav": true, "topnav": true, "navheader": true, "navfooter": true,
}

// weight says what an element with these attributes is worth, times its parent.
func (a attrs) weight() float32 {
	for _, x := range a {
		switch string(x.name) {
		case "role":
			switch string(x.value) {
			case "navigation", "contentinfo":
				return document.Hidden
			case "banner", "search", "complementary":
				return document.Low
			}
		case "hidden":
			return document.Low
		case "aria-hidden":
			if string(x.value) == "true" {
				return document.Low
			}
		case "style":
			if bytes.Contains(x.value, []byte("display")) && bytes.Contains(bytes.ReplaceAll(x.value, []byte(" "), nil), []byte("display:none")) {
				return document.Low
			}
		case "class", "id":
			if decorated(x.value) {
				return document.Low
			}
		}
	}
	return 1
}

// telling names the classes, word by word, of what a page is there to say, whatever
// other words stand beside them: "search-results", "nav-alert".
var telling = map[string]bool{
	"result": true, "results": true, "hit": true, "hits": true, "alert": true, "status": true,
	"error": true, "errors": true, "warning": true, "failure": true, "message": true, "messages": true, "incident": true,
}

func decorated(value []byte) bool {
	const longest = 16 // bytes; no word of the tables is longer
	var low [longest]byte
	found := false
	for i := 0; i < len(value); {
		n, word := 0, i
		for ; i < len(value) && !partsNames(value[i]); i++ {
			if n < longest {
				low[n] = value[i]
				if c := value[i]; c >= 'A' && c <= 'Z' {
					low[n] |= 0x20
				}
			}
			n++
		}
		if n <= longest && i > word {
			if telling[string(low[:n])] {
				return false
			}
			found = found || decoration[string(low[:n])]
		}
		i++
	}
	return found
}

func partsNames(c byte) bool { return c == ' ' || c == '-' || c == '_' || c == '\n' || c == '\t' }
