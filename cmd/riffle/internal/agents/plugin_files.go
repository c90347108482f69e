package agents

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/riffle-dev/riffle/integrations"
)

// pluginFiles are the files of a plugin as they are to stand below a folder of the agent's.
// names are those below from in integrations.Files, and below to at the agent's.
func pluginFiles(from, to string, names ...string) ([]File, error) {
	var out []File
	for _, name := range names {
		text, err := integrations.Files.ReadFile(path.Join(from, name))
		if err != nil {
			return nil, fmt.Errorf("agents: %w", err)
		}
		out = append(out, ownFile(filepath.Join(to, filepath.FromSlash(name)), text))
	}
	return out, nil
}

// ownFile is a file that is Riffle's alone. One that is there and begins otherwise is
// somebody else's and refused; an earlier version of ours is replaced.
func ownFile(path string, text []byte) File {
	ours := func(old []byte) error {
		if old == nil || bytes.Equal(firstLine(old), firstLine(text)) {
			return nil
		}
		return errors.New("it is not Riffle's, though it has the name of a file of Riffle's")
	}
	return File{
		Path: path,
		Put: func(old []byte) ([]byte, error) {
			if err := ours(old); err != nil {
				return nil, err
			}
			return text, nil
		},
		Take: func(old []byte) ([]byte, error) {
			if ours(old) != nil {
				return old, nil
			}
			return nil, nil
		},
	}
}

func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return line
}
