package agents

import (
	"path/filepath"
	"strings"
)

// shellQuote writes a word for a POSIX shell, as it is where nothing in it is special.
func shellQuote(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-./+:@%,=", c)
	}
	if word != "" && strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// firstWord reads the first word of a command line as a shell would, and returns what
// follows it. Only quotes and backslashes are understood.
func firstWord(line string) (word, rest string) {
	var out strings.Builder
	line = strings.TrimLeft(line, " \t")
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t'):
			return out.String(), strings.TrimLeft(line[i:], " \t")
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(line):
			i++
			out.WriteByte(line[i])
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), ""
}

// hookCommand is the command line of a hook.
func hookCommand(program, agent string) string { return shellQuote(program) + " hook " + agent }

// isHook reports whether a command line is the hook of some riffle, and which.
func isHook(line, agent string) (program string, ok bool) {
	program, rest := firstWord(line)
	if !strings.HasPrefix(filepath.Base(program), "riffle") {
		return "", false
	}
	words := strings.Fields(rest)
	return program, len(words) >= 2 && words[0] == "hook" && words[1] == agent
}
