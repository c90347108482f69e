package agenttest

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Results are the texts of the tool results in the last request that holds one, and
// whether one of them is marked as an error.
func (m *Model) Results() (texts []string, isError bool) {
	requests := m.Requests()
	for i := len(requests) - 1; i >= 0 && texts == nil; i-- {
		root := gjson.ParseBytes(requests[i])
		root.Get("messages.#.content").ForEach(func(_, content gjson.Result) bool {
			if !content.IsArray() {
				return true
			}
			content.ForEach(func(_, block gjson.Result) bool {
				if block.Get("type").Str == "tool_result" {
					texts = append(texts, text(block.Get("content")))
					isError = isError || block.Get("is_error").Bool()
				}
				return true
			})
			return true
		})
		root.Get("input").ForEach(func(_, item gjson.Result) bool {
			if strings.HasSuffix(item.Get("type").Str, "call_output") {
				texts = append(texts, text(item.Get("output")))
			}
			return true
		})
	}
	return texts, isError
}

// text joins what content says, be it a string or blocks.
func text(content gjson.Result) string {
	if content.Type == gjson.String {
		return content.Str
	}
	var out strings.Builder
	content.ForEach(func(_, block gjson.Result) bool {
		out.WriteString(block.Get("text").Str)
		return true
	})
	return out.String()
}
