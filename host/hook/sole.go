package hook

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

// soleString names the one member of an object of JSON whose value is a string, where
// the object has no other member.
func soleString(text string) (name string, ok bool) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || !json.Valid([]byte(text)) {
		return "", false
	}
	members := 0
	gjson.Parse(text).ForEach(func(key, value gjson.Result) bool {
		members++
		// A dot parts names where members are looked up.
		name, ok = key.Str, value.Type == gjson.String && !strings.Contains(key.Str, ".")
		return members == 1
	})
	return name, ok && members == 1
}
