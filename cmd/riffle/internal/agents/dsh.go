package agents

import (
	"net/url"
	"os"
	"path/filepath"
)

func dsh() Agent {
	return Agent{
		Name: "dsh", Title: "the DeepSeek Harness", Scopes: []Scope{User},
		Files: dshFiles,
		Next: func(Place) []string {
			return []string{
				"It holds for all profiles. Start dsh again.",
				"For one agent preset alone: npx dsh-riffle install --preset ID.",
			}
		},
		Check: func(x *Exam) { x.dsh() },
	}
}

// dshFiles are the plugin, in a folder of its own, and the row that names it in the patch
// layer that the harness puts over every profile.
func dshFiles(p Place) ([]File, error) {
	home, err := p.folder("DSH_HOME", ".dsh")
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(home, "plugins", "riffle")
	files, err := pluginFiles("dsh", dir, "client.js", "config.js", "settings.js", "spill.js", "index.js", "package.json")
	if err != nil {
		return nil, err
	}
	// The harness finds a file by its URL alone.
	index := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, "index.js"))}
	return append(files, File{
		Path: filepath.Join(home, "cordis.patch.yml"),
		Mode: 0o600,
		Put:  func(old []byte) ([]byte, error) { return putRow(old, dshRow(index.String(), p.Program)) },
		Take: takeRow,
	}), nil
}

func (x *Exam) dsh() {
	files, err := x.Agent.files(x.Place)
	if err != nil || !x.filesStand() {
		return
	}
	data, _ := os.ReadFile(files[len(files)-1].Path)
	program := rowCommand(data)
	if program == "" {
		program = "riffle"
	}
	x.plugin(program)
}
