package supervise

import "os"

// allowed are the variables of the host that every plugin gets. All others stay
// behind: a host's environment holds keys of other services.
var allowed = []string{"LANG", "LC_ALL", "TMPDIR", "TZ"}

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
	return env
}
