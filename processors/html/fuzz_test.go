package html

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/riffle-dev/riffle/sdk"
)

// maxFuzzed bounds the bytes of an input: small ones find the same faults, many more of
// them in the same time.
const maxFuzzed = 8 << 10

// FuzzProcess holds for any input: no panic, the same plan twice, and a plan that
// passes the host's check.
func FuzzProcess(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.html")
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b), uint16(2048))
	}
	for _, s := range []string{
		"", "<", "</", "<!", "<!--", "<a", "<a href=\"", "a<b>b</b>c", "5 < fo<b>o</b> r", "fo<!-- > -->o", "<a title='>'>x</a>y",
		"caf&eacute;<i>s</i> &#49;<b>2</b>.<i>5</i>", "&NotEqualTilde;&fjlig;&notit;&#0;&#x1b;&#x85;", "<p>a\x00b\x1bc\u0085d",
		"<table><tr><td rowspan=3>a<td>b<tr><td>c<table><tr><td>d", "<ul><li><table><tr><td><li>x</ul></table>",
		"<select><option selected>1<option>2</select><button disabled>x<div>y</div></button>", "<INPUT TYPE=CHECKBOX CHECKED> yes",
		"<pre>a\n\tb\n\n<b>c</b>\r\nd", "<textarea>a\nb", "<svg><title>x</title>", "<title>a</title><title>b</title>",
		"<dl><dt>a<dd>b<dd>c<dt>d<dt>e<dd><p>f<p>g</dl>", "<a href=x>a</a>¶<a href=#y>§</a>b", strings.Repeat("<div>", 300) + "x",
		"<h1>a <a href='/p?q=1&amp;r=2'>b&nbsp;c</a></h1>", "<nav><a href=a>b</a></nav><p>" + strings.Repeat("word ", 200),
	} {
		f.Add(s, uint16(256))
	}
	f.Fuzz(func(t *testing.T, page string, tokens uint16) {
		page = page[:min(len(page), maxFuzzed)]
		req := sdk.Request{Content: []byte(strings.ToValidUTF8(page, "?")), Kind: "html", MaxTokens: int(tokens)}
		p, err := New().Process(context.Background(), req)
		if err != nil {
			if !errors.Is(err, sdk.ErrDeclined) {
				t.Fatal(err)
			}
			return
		}
		if err := sdk.CheckPlan(req, &p); err != nil {
			t.Fatal(err)
		}
		if q, _ := New().Process(context.Background(), req); !reflect.DeepEqual(p, q) {
			t.Fatal("another plan on the second run")
		}
	})
}
