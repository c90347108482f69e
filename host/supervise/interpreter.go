package supervise

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxInterpreterLine is what Linux reads of a script's first line.
const maxInterpreterLine = 256

// interpreter returns the program that runs a script, looked up in the folders of
// search as env does, "" where the file is compiled or none is found.
func interpreter(file *os.File, search string) string {
	head := make([]byte, maxInterpreterLine)
	n, _ := file.ReadAt(head, 0)
	line, script := strings.CutPrefix(string(head[:n]), "#!")
	line, _, _ = strings.Cut(line, "\n")
	words := strings.Fields(line)
	if !script || len(words) == 0 {
		return ""
	}
	if filepath.Base(words[0]) != "env" {
		return words[0]
	}
	for _, word := range words[1:] {
		if strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue // an option of env, or a variable that it sets
		}
		if strings.Contains(word, "/") {
			return word
		}
		for _, dir := range filepath.SplitList(search) {
			path := filepath.Join(dir, word)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
				return path
			}
		}
		return ""
	}
	return ""
}

// isNode reports whether an interpreter is Node.js.
func isNode(interpreter string) bool {
	return slices.Contains([]string{"node", "nodejs"}, filepath.Base(interpreter))
}

// programFolders are where the programs of an installation lie; its libraries lie beside
// such a folder.
var programFolders = []string{"bin", "sbin", "shims", "libexec"}

// installation returns what belongs to an interpreter: the folder that it was installed
// to, such as that of a version of Node.js in the user's home, under its own name and
// under that which it is a link to. It is never the home folder or one above it.
func installation(interpreter, home string) []string {
	var out []string
	real, err := filepath.EvalSymlinks(interpreter)
	if err != nil {
		return nil
	}
	for _, path := range []string{interpreter, real} {
		dir := filepath.Dir(path)
		if up := filepath.Dir(dir); slices.Contains(programFolders, filepath.Base(dir)) && !holds(up, home) {
			dir = up
		}
		if holds(dir, home) {
			dir = path
		}
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}

// holds reports whether a folder is the root, or another or one above it.
func holds(dir, other string) bool {
	return dir == "/" || other != "" && (other+"/" == dir+"/" || strings.HasPrefix(other, dir+"/"))
}
