package supervise

import (
	"os"
	"runtime"
	"strings"
)

// allowed are the variables of the host that every plugin gets. All others stay
// behind: a host's environment holds keys of other services.
var allowed = []string{"LANG", "LC_ALL", "TMPDIR", "TZ"}

// searchPath is the PATH of every plugin: a script finds its interpreter by it. It is
// the same for all users, and not the host's, which may name folders that others write
// to. A plugin whose interpreter stands elsewhere names it in its first line, or is
// allowed the host's PATH.
const searchPath = "/usr/local/bin:/usr/bin:/bin"

// environment returns the variables that a plugin gets beside those of go-plugin.
func environment(further []string) []string {
	var env []string
	seen := map[string]bool{}
	for _, names := range [][]string{allowed, further} {
		for _, name := range names {
			if v, ok := os.LookupEnv(name); ok && !seen[name] {
				seen[name] = true
				env = append(env, name+"="+v)
			}
		}
	}
	if !seen["PATH"] && runtime.GOOS != "windows" {
		env = append(env, "PATH="+searchPath)
	}
	return env
}

// lookup returns the value of a variable, the last where it stands more than once.
func lookup(env []string, name string) string {
	value := ""
	for _, entry := range env {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}
