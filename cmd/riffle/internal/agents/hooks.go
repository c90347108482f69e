package agents

import "github.com/tailscale/hujson"

// hooksFile edits the hooks in a file of the form that Claude Code and Codex share:
// hooks.PostToolUse is a list of groups, each with a matcher and a list of commands.
type hooksFile struct {
	agent   string // as riffle hook takes it
	matcher string // a regular expression over names of tools
	timeout int    // seconds
}

// ours is where a command of ours stands.
type ours struct {
	group, command int
	value          *hujson.Value // the command line
	line           string
	alone          bool // the group has no other command
}

// find returns all commands of ours, in the order of the file.
func (h hooksFile) find(d *document) []ours {
	var out []ours
	groups := elements(d.find("hooks", "PostToolUse"))
	for i := range groups {
		commands := elements(valueOf(&groups[i], "hooks"))
		for j := range commands {
			value := valueOf(&commands[j], "command")
			line := d.text(&commands[j], "command")
			if _, ok := isHook(line, h.agent); ok {
				out = append(out, ours{i, j, value, line, len(commands) == 1})
			}
		}
	}
	return out
}

// valueOf is a member of an object, nil where there is none.
func valueOf(v *hujson.Value, name string) *hujson.Value {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	var out *hujson.Value
	for i := range object.Members {
		if key, ok := object.Members[i].Name.Value.(hujson.Literal); ok && key.String() == name {
			out = &object.Members[i].Value
		}
	}
	return out
}

// put has the file call a program. A command of ours that is there already gets the
// program's path alone: what the user changed around it, such as the matcher, stays.
func (h hooksFile) put(old []byte, program string) ([]byte, error) {
	d, err := parse(old)
	if err != nil {
		return nil, err
	}
	want := hookCommand(program, h.agent)
	if found := h.find(d); len(found) > 0 {
		if now, _ := isHook(found[0].line, h.agent); now == program {
			return old, nil
		}
		return d.replaced(found[0].value, encodeString(want)), nil
	}
	return d.withElement(ordered{
		{"matcher", h.matcher},
		{"hooks", []any{ordered{{"type", "command"}, {"command", want}, {"timeout", h.timeout}}}},
	}, "hooks", "PostToolUse")
}

// take removes every command of ours, and what held nothing else.
func (h hooksFile) take(old []byte) ([]byte, error) {
	src, removed := old, false
	for {
		d, err := parse(src)
		if err != nil {
			return nil, err
		}
		found := h.find(d)
		if len(found) == 0 {
			break
		}
		removed = true
		groups := d.find("hooks", "PostToolUse")
		if found[0].alone {
			src = d.without(groups, found[0].group)
			continue
		}
		group := &elements(groups)[found[0].group]
		src = d.without(valueOf(group, "hooks"), found[0].command)
	}
	if !removed {
		return old, nil
	}
	return withoutEmpty(src, "hooks", "PostToolUse")
}

// file is the file at a path with these hooks.
func (h hooksFile) file(path, program string) File {
	return File{
		Path: path,
		Put:  func(old []byte) ([]byte, error) { return h.put(old, program) },
		Take: h.take,
	}
}
