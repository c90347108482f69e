package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
)

// bundledEstimators are the names of all that ship with the program.
func bundledEstimators() []string {
	return bench.EstimatorNames(bench.PipelineOptions{Bundled: bundled()})
}

func TestEstimateCompare(t *testing.T) {
	s := newShell(t)
	path := s.write("service.log", strings.Repeat("2024-05-01T12:00:01Z worker-7 served /cart/1234 in 12 ms\n", 200))
	out := s.ok("", "estimate", "--compare", path)
	assert.Regexp(t, `^1 text, 11400 bytes; error: mean over kinds`, out)
	for _, name := range bundledEstimators() {
		assert.Regexp(t, `(?m)^`+name+` +[0-9.]+ % .* in-process$`, out)
	}
	assert.Regexp(t, `(?m)^bpe +0 % +0 % +0 % +0 % +0 % +0 % +0 % `, out)
	assert.NotContains(t, out, "kind log")

	parted := s.ok("", "estimate", "--compare", "--estimator", "classes", "--by", "kind,script", path)
	assert.Regexp(t, `(?m)^kind log +error: whole`, parted)
	assert.Regexp(t, `(?m)^script ascii +error: whole`, parted)
	assert.NotRegexp(t, `(?m)^tiktoken`, parted)
}

func TestEstimateCompareIsTheSameEachTimeButForSpeeds(t *testing.T) {
	s := newShell(t)
	compare := func() (lines []string) {
		for _, line := range strings.Split(strings.TrimSpace(s.ok("", "estimate", "--compare", "--json", "--estimator", "classes", "--estimator", "bpe", "../../corpus/text")), "\n") {
			var e struct {
				Name, Encoding, Against string
				Exact                   bool
				Sizes                   []struct{ Size string }
				Speed                   *struct{ MBPerSecond, Times float64 }
			}
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			require.NotNil(t, e.Speed)
			assert.Positive(t, e.Speed.MBPerSecond)
			assert.Equal(t, "o200k_base", e.Against)
			assert.Len(t, e.Sizes, 3)
			lines = append(lines, regexp.MustCompile(`"speed":.*`).ReplaceAllString(line, ""))
		}
		return lines
	}
	first := compare()
	require.Len(t, first, 2)
	assert.Equal(t, first, compare())
}

func TestEstimateCompareRefusesWhatMeansNothing(t *testing.T) {
	s := newShell(t)
	path := s.write("a.log", "a line\n")
	for says, args := range map[string][]string{
		"expected kind or script":    {"--compare", "--by", "colour", path},
		"give --compare too":         {"--by", "kind", path},
		"the texts are empty":        {"--compare"},
		"no such file":               {"--compare", "nothing"},
		"unknown plugin":             {"--compare", "--estimator", "abacus", path},
		"the plugin cannot be read:": {"--compare", "--plugin", "nothing", path},
	} {
		stdout, stderr, status := s.run("", append([]string{"estimate"}, args...)...)
		assert.Empty(t, stdout, says)
		assert.Contains(t, stderr, says)
		assert.Equal(t, exitUsage, status, says)
	}
}

// thirdParty is all that an estimator's author writes.
const thirdParty = `package main

import (
	"context"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

type bytes3 struct{}

func (bytes3) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "bytes3", Version: "0.1.0", Encoding: "a-private-one", Summary: "a token for three bytes"}
}

func (bytes3) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, t := range texts {
		counts[i] = (len(t) + 2) / 3
	}
	return counts, nil
}

func main() { serve.Main(bytes3{}) }
`

func TestAnEstimatorOfAThirdPartyJoinsTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "riffle-estimator-bytes3")
	require.NoError(t, os.WriteFile(source, []byte(thirdParty), 0o600))
	cmd := exec.Command("go", "build", "-o", program, source)
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))

	s := newShell(t)
	path := s.write("service.log", strings.Repeat("2024-05-01T12:00:01Z worker-7 served /cart/1234 in 12 ms\n", 200))
	table := s.ok("", "estimate", "--compare", "--estimator", "bpe", "--plugin", program, path)
	assert.Regexp(t, `(?m)^bytes3 +[0-9.]+ % .* subprocess$`, table)
	assert.Regexp(t, `(?m)^bpe +0 % .* in-process$`, table)
	assert.Contains(t, table, "bytes3 counts a-private-one, which has no exact counter here: compared with o200k_base")
}
