package html

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/riffle-dev/riffle/processors/internal/document"
)

// attrs are the attributes of one start tag, decoded.
type attrs []attr

type attr struct{ name, value string }

// maxAttrs bounds what is read of one tag.
const maxAttrs = 64

// beside is the weight of what pages put beside their content by the names of
// their classes, which are a hint only.
const beside = 0.3

func attributes(z *html.Tokenizer, more bool) attrs {
	var out attrs
	for more && len(out) < maxAttrs {
		var k, v []byte
		k, v, more = z.TagAttr()
		out = append(out, attr{string(k), string(v)})
	}
	return out
}

func (a attrs) get(name string) string {
	for _, x := range a {
		if x.name == name {
			return x.value
		}
	}
	return ""
}

func (a attrs) has(name string) bool {
	for _, x := range a {
		if x.name == name {
			return true
		}
	}
	return false
}

// clip makes one line of an attribute's value and cuts a long one at a space.
func clip(value string) string {
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
func (a attrs) weight() float64 {
	for _, x := range a {
		switch x.name {
		case "role":
			switch x.value {
			case "navigation", "contentinfo":
				return document.Hidden
			case "banner", "search", "complementary":
				return document.Low
			}
		case "hidden":
			return document.Low
		case "aria-hidden":
			if x.value == "true" {
				return document.Low
			}
		case "style":
			if s := strings.ReplaceAll(x.value, " ", ""); strings.Contains(s, "display:none") {
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

func decorated(value string) bool {
	words := strings.FieldsFunc(value, func(c rune) bool { return c == ' ' || c == '-' || c == '_' || c == '\n' || c == '\t' })
	found := false
	for _, w := range words {
		w = strings.ToLower(w)
		if telling[w] {
			return false
		}
		found = found || decoration[w]
	}
	return found
}
