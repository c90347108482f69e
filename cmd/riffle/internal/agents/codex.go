package agents

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var codexHooks = hooksFile{agent: "codex", matcher: "Bash|mcp__.*", timeout: 20}

func codex() Agent {
	return Agent{
		Name: "codex", Title: "Codex", Scopes: []Scope{User, Project},
		Files: func(p Place) ([]File, error) {
			path, err := codexFile(p)
			return []File{codexHooks.file(path, p.Program)}, err
		},
		Next: func(p Place) []string {
			out := []string{
				"Experimental: Codex has no way to replace an output, so that a shortened one is shown as a blocked call.",
				"Codex runs no hook that you did not approve: start codex, type /hooks and trust this one.",
			}
			if p.Scope == Project {
				out = append(out, "Codex reads it only where you trust the project.")
			}
			return out
		},
		Check: func(x *Exam) {
			x.codexTrust()
			x.hook(codexHooks, codexSample)
		},
	}
}

func codexHome(p Place) (string, error) { return p.folder("CODEX_HOME", ".codex") }

func codexFile(p Place) (string, error) {
	if p.Scope == Project {
		return filepath.Join(p.Workdir, ".codex", "hooks.json"), nil
	}
	dir, err := codexHome(p)
	return filepath.Join(dir, "hooks.json"), err
}

// codexTrust looks for the approval of our hook. Codex keeps approvals in config.toml,
// each under the path of the hooks file and the hook's place in it, with a hash of the
// hook; whether the hash is still right only Codex can tell.
func (x *Exam) codexTrust() {
	path, err := codexFile(x.Place)
	if err != nil {
		return // what looks at the files says so
	}
	data, _ := os.ReadFile(path)
	d, err := parse(data)
	if err != nil {
		return
	}
	found := codexHooks.find(d)
	if len(found) == 0 {
		return
	}
	home, err := codexHome(x.Place)
	if err != nil {
		return
	}
	const remedy = "start codex, type /hooks and trust it"
	settings, err := os.ReadFile(filepath.Join(home, "config.toml"))
	if err != nil {
		x.fail("approved in Codex", "there is no "+filepath.Join(home, "config.toml"), remedy)
		return
	}
	key := fmt.Sprintf("%s:post_tool_use:%d:%d", path, found[0].group, found[0].command)
	if !codexTrusts(string(settings), key) {
		x.fail("approved in Codex", "not yet", remedy)
		return
	}
	x.pass("approved in Codex", "%s", key)
}

// codexTrusts reports whether a configuration holds an approval under a key.
func codexTrusts(settings, key string) bool {
	inTable := false
	for line := range strings.Lines(settings) {
		line = strings.TrimSpace(line)
		named := strings.Contains(line, `"`+key+`"`) || strings.Contains(line, "'"+key+"'")
		switch {
		case strings.HasPrefix(line, "[hooks.state."):
			inTable = named
		case strings.HasPrefix(line, "["):
			inTable = false
		}
		if (inTable || named) && strings.Contains(line, "trusted_hash") {
			return true
		}
	}
	return false
}
