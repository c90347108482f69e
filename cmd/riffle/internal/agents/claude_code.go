package agents

import "path/filepath"

// claudeHooks has the hook run for the tools whose results it may replace, and for no
// others: a process for every edit would be felt.
var claudeHooks = hooksFile{agent: "claude-code", matcher: "Bash|Grep|WebFetch|mcp__.*", timeout: 20}

func claudeCode() Agent {
	return Agent{
		Name: "claude-code", Title: "Claude Code", Scopes: []Scope{User, Project},
		Files: func(p Place) ([]File, error) {
			path, err := claudeSettings(p)
			return []File{claudeHooks.file(path, p.Program)}, err
		},
		Next: func(Place) []string {
			return []string{
				"Sessions that start from now on use it; /hooks in Claude Code lists it.",
				"To let the model read originals back without asking, allow Bash(riffle get:*) in /permissions.",
			}
		},
		Check: func(x *Exam) { x.hook(claudeHooks, claudeSample) },
	}
}

// claudeSettings is the settings file of a scope. That of a project is the one that is
// not shared: the path of riffle is this machine's.
func claudeSettings(p Place) (string, error) {
	if p.Scope == Project {
		return filepath.Join(p.Workdir, ".claude", "settings.local.json"), nil
	}
	dir, err := p.folder("CLAUDE_CONFIG_DIR", ".claude")
	return filepath.Join(dir, "settings.json"), err
}
