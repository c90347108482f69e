package pipeline

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// called is what the arguments of a call say.
type called struct {
	command string   // the command line: command or cmd of the arguments themselves
	scripts []string // other texts that are run
	words   []string // all other strings, which may be paths
}

// maxTokens is how many names, values and brackets of arguments are read.
const maxTokens = 1 << 17

// scripted are the names of arguments that hold what is run, at any depth.
var scripted = set("command", "cmd", "commands", "cmds", "script", "code", "source", "shell", "args", "argv", "command_line", "commandline",
	"shell_command", "input", "chars", "stdin", "program", "tool_input")

// level is an object or a list that is being read.
type level struct {
	list bool
	name string // of the member that comes next, or of the list itself
	key  bool   // a name comes next
	argv []string
}

// arguments finds the command line and all other strings among the arguments of a call,
// at any depth, up to the first fault. Tokens are read one by one, so that no depth is
// too much.
func arguments(raw json.RawMessage) called {
	var c called
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	levels := []level{{list: true}}
	for n := 0; ; n++ {
		token, err := in.Token()
		if err != nil || n >= maxTokens {
			return c
		}
		top := &levels[len(levels)-1]
		if name, ok := token.(string); ok && top.key {
			top.name, top.key = name, false
			continue
		}
		switch v := token.(type) {
		case json.Delim:
			switch v {
			case '{', '[':
				levels = append(levels, level{list: v == '[', name: top.name, key: v == '{'})
				continue
			}
			if top.list {
				c.ran(top.name, len(levels), strings.Join(top.argv, " "))
			}
			levels = levels[:len(levels)-1]
			top = &levels[len(levels)-1]
		case string:
			if top.list {
				c.words = append(c.words, v)
				top.argv = append(top.argv, v)
			} else if !c.ran(top.name, len(levels)+1, v) {
				c.words = append(c.words, v)
			}
		}
		top.key = !top.list
	}
}

// ran notes a text that is run. It is false where the name of the argument does not say
// that it is; depth is 3 for the arguments themselves.
func (c *called) ran(name string, depth int, text string) bool {
	if text == "" || !scripted[strings.ToLower(name)] {
		return false
	}
	if depth == 3 && (name == "command" || name == "cmd") {
		c.command = strings.TrimSpace(c.command + " " + text)
	} else {
		c.scripts = slices.Concat(c.scripts, []string{text})
	}
	return true
}

// Digest is what of long arguments tells whether a call reads an original back, in at
// most so many bytes of strings: of long scripts the beginning, and no word that is too
// long for a path.
func Digest(raw json.RawMessage, limit int) json.RawMessage {
	type script struct {
		Script string `json:"script"`
	}
	var out struct {
		Command string   `json:"command,omitempty"`
		Scripts []script `json:"scripts,omitempty"`
		Words   []string `json:"words,omitempty"`
	}
	short := func(s string) string {
		s = strings.ToValidUTF8(s[:min(len(s), maxPath, limit)], "")
		limit -= len(s)
		return s
	}
	c := arguments(raw)
	out.Command = short(c.command)
	for _, s := range c.scripts {
		out.Scripts = append(out.Scripts, script{short(s)})
	}
	for _, w := range c.words {
		if len(w) <= min(maxPath, limit) {
			out.Words = append(out.Words, short(w))
		}
	}
	text, _ := json.Marshal(out) // strings have no error
	return text
}
