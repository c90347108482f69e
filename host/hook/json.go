package hook

import (
	"fmt"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// replace returns a copy of an object in which the last member of a name has another
// value. All other bytes stay as they are.
func replace(object, name string, value []byte) ([]byte, error) {
	out, err := jsonedit.Replace([]byte(object), name, value)
	if err != nil {
		return nil, fmt.Errorf("hook: %w", err)
	}
	return out, nil
}

// remove returns an object without the members of a name.
func remove(object, name string) (string, error) {
	out, err := jsonedit.Remove([]byte(object), name)
	if err != nil {
		return "", fmt.Errorf("hook: %w", err)
	}
	return string(out), nil
}
