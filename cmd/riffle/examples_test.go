package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// workflow is what the test reads of a GitHub Actions file.
type workflow struct {
	Jobs map[string]struct {
		Steps []struct {
			Name, Uses, Run string
		}
	}
}

// commandsOf are the calls of riffle in a shell script, words apart. Quotes go; the
// values of variables do not matter.
func commandsOf(script string) [][]string {
	var out [][]string
	script = regexp.MustCompile(`\\\n\s*`).ReplaceAllString(script, " ")
	for _, line := range strings.Split(script, "\n") {
		line, _, _ = strings.Cut(line, "||")
		if words := strings.Fields(strings.ReplaceAll(line, `"`, "")); len(words) > 0 && words[0] == "riffle" {
			out = append(out, words[1:])
		}
	}
	return out
}

func TestTheCommandsOfTheExampleJobAreAccepted(t *testing.T) {
	data, err := os.ReadFile("../../examples/ci/plugin-quality.yml")
	require.NoError(t, err)
	var w workflow
	require.NoError(t, yaml.Unmarshal(data, &w))
	calls := 0
	for _, s := range w.Jobs["quality"].Steps {
		for _, args := range commandsOf(s.Run) {
			calls++
			cmd, rest, err := newApp().root().Find(args)
			require.NoError(t, err)
			require.NoError(t, cmd.ParseFlags(rest), "%s", args)
			assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), "%s", args)
			assert.Equal(t, "bench", cmd.Parent().Name())
		}
	}
	assert.Equal(t, 5, calls)
}
