package hook

import (
	"bytes"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// asked is what an exchange says of a call.
type asked struct {
	tool, callID, session string
	arguments             string // JSON, "" where there are none
	content               []byte // JSON: the blocks
	exitStatus            *int
	stored                string // where the caller has the original, "" where the host is to store it
	sha256                string // of what is there
}

// exchange writes the request. The text in it keeps the escapes that it came with.
func (a asked) exchange() []byte {
	var out bytes.Buffer
	out.Grow(len(a.content) + len(a.arguments) + 512)
	out.WriteString(`{"exec":{"callId":`)
	out.Write(jsonedit.Quote(a.callID))
	out.WriteString(`,"name":`)
	out.Write(jsonedit.Quote(a.tool))
	if a.arguments != "" {
		out.WriteString(`,"arguments":`)
		out.WriteString(a.arguments)
	}
	out.WriteString(`,"session":`)
	out.Write(jsonedit.Quote(a.session))
	out.WriteString(`},"result":{"isError":false`)
	if a.exitStatus != nil {
		out.WriteString(`,"exitStatus":`)
		out.WriteString(strconv.Itoa(*a.exitStatus))
	}
	out.WriteString(`,"content":`)
	out.Write(a.content)
	out.WriteString(`}`)
	if a.stored != "" {
		out.WriteString(`,"options":{"spill":{"locator":`)
		out.Write(jsonedit.Quote(a.stored))
		out.WriteString(`,"sha256":`)
		out.Write(jsonedit.Quote(a.sha256))
		out.WriteString(`}}`)
	}
	out.WriteString(`}`)
	return out.Bytes()
}

// oneBlock is content that holds one text, given as JSON.
func oneBlock(text string) []byte {
	out := make([]byte, 0, len(text)+32)
	out = append(out, `[{"type":"text","text":`...)
	out = append(out, text...)
	return append(out, "}]"...)
}

// plainBlocks reports whether v is an array of text blocks that say nothing else, and
// how many bytes of text they hold. What has annotations or other members was not made
// to be read as text alone.
func plainBlocks(v gjson.Result) (bytes int, ok bool) {
	if !v.IsArray() {
		return 0, false
	}
	n := 0
	ok = true
	v.ForEach(func(_, block gjson.Result) bool {
		members := 0
		block.ForEach(func(_, _ gjson.Result) bool { members++; return true })
		text := block.Get("text")
		ok = block.IsObject() && members == 2 && block.Get("type").Str == "text" && text.Type == gjson.String
		bytes += len(text.Str)
		n++
		return ok
	})
	return bytes, ok && n > 0
}
