package agenttest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Folder is the environment variable that names the folder of installed agents, of which
// each has a folder of its own with what npm installs there. `make test-agents` fills it.
const Folder = "RIFFLE_AGENTS"

// Find returns the program of an agent, given as a pattern below its folder, or skips
// the test with a message.
func Find(t testing.TB, agent, pattern string) string {
	root := os.Getenv(Folder)
	if root == "" {
		t.Skipf("%s is not installed: `make test-agents` installs it and runs this test (%s names the folder)", agent, Folder)
	}
	found, _ := filepath.Glob(filepath.Join(root, agent, pattern))
	if len(found) == 0 {
		t.Skipf("%s is not installed in %s: `make test-agents` installs it", agent, root)
	}
	return found[0]
}

// limit bounds one run of an agent: the largest takes some seconds to start.
const limit = 90 * time.Second

// Run runs an agent with an environment of its own and returns what it printed.
func Run(t testing.TB, dir string, env []string, program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var built struct {
	once sync.Once
	dir  string
	err  error
}

// Riffle builds riffle and the programs of its plugins, once for a package, and returns
// its path. Main removes them.
func Riffle(t testing.TB) string {
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "riffle-build-"); built.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-o", built.dir+"/", "github.com/riffle-dev/riffle/cmd/...")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("building riffle: %w\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "riffle")
}
