package agents

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/tidwall/gjson"
)

func opencode() Agent {
	return Agent{
		Name: "opencode", Title: "opencode", Scopes: []Scope{User, Project},
		Files: opencodeFiles,
		Next:  func(Place) []string { return []string{"opencode reads plugins when it starts: start it again."} },
		Check: func(x *Exam) { x.opencode() },
	}
}

// opencodeFolder is where opencode looks for plugins. It reads the folder itself and not
// what is below, so that what a plugin imports stands in a folder of its own.
func opencodeFolder(p Place) (string, error) {
	if p.Scope == Project {
		return filepath.Join(p.Workdir, ".opencode", "plugin"), nil
	}
	dir, err := p.folder("XDG_CONFIG_HOME", ".config")
	return filepath.Join(dir, "opencode", "plugin"), err
}

func opencodeFiles(p Place) ([]File, error) {
	dir, err := opencodeFolder(p)
	if err != nil {
		return nil, err
	}
	files, err := pluginFiles("opencode", dir, "riffle/client.js", "riffle/settings.js")
	if err != nil {
		return nil, err
	}
	config := fmt.Appendf(nil, "{\"command\": %s}\n", encodeString(p.Program))
	files = append(files, settingsFile(filepath.Join(dir, "riffle", "config.json"), config))
	// The plugin itself comes last: it imports the others.
	plugin, err := pluginFiles("opencode", dir, "riffle.js")
	return append(files, plugin...), err
}

// settingsFile is a file of settings that the user may change: one that is there stays,
// save for the program.
func settingsFile(path string, text []byte) File {
	return File{
		Path: path,
		Put: func(old []byte) ([]byte, error) {
			if old == nil {
				return text, nil
			}
			d, err := parse(old)
			if err != nil {
				return nil, err
			}
			command := d.find("command")
			if command == nil {
				return old, nil // the program in PATH is meant
			}
			return d.replaced(command, []byte(gjson.GetBytes(text, "command").Raw)), nil
		},
		Take: func([]byte) ([]byte, error) { return nil, nil },
	}
}

func (x *Exam) opencode() {
	if !x.filesStand() {
		return
	}
	dir, err := opencodeFolder(x.Place)
	if err != nil {
		return // the look at the files says so
	}
	data, _ := os.ReadFile(filepath.Join(dir, "riffle", "config.json"))
	program := gjson.GetBytes(data, "command").Str
	if program == "" {
		program = "riffle"
	}
	x.plugin(program)
}
