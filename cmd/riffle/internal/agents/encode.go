package agents

import (
	"bytes"
	"encoding/json"
)

// ordered is an object whose members keep their order.
type ordered []struct {
	Name  string
	Value any
}

func (o ordered) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := encode(m.Value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, encodeString(m.Name)...), ':'), value...)
	}
	return append(out, '}'), nil
}

// encode is json.Marshal without the escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

func encodeString(s string) []byte {
	out, _ := encode(s) // a string always encodes
	return out
}
