//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// build builds one source file, a plugin that a page shows, with the packages of this
// checkout.
func build(t *testing.T, source, program string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	cmd := exec.Command("go", "build", "-o", program, file)
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

// contractExample builds the worked example of the contract: what is said to come out of it
// does.
func contractExample(t *testing.T, bin string) {
	page := readDoc(t, "plugins/contract.md")
	work := t.TempDir()
	build(t, codeBlock(t, page, "go"), filepath.Join(work, "riffle-processor-quay"))
	require.NoError(t, os.WriteFile(filepath.Join(work, "quay.log"), []byte(codeBlock(t, page, "text")), 0o600))
	all := steps(page)
	require.Len(t, all, 2)
	runSteps(t, bin, all, work)
}

// The snippets of the contract stand in examples that are compiled and run.
func TestContractSnippetsAreExamples(t *testing.T) {
	examples, err := os.ReadFile("../../sdk/example_test.go")
	require.NoError(t, err)
	words := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(readDoc(t, "plugins/contract.md"), -1)
	require.Greater(t, len(blocks), 4)
	for _, b := range blocks[1:] {
		for line := range strings.Lines(b[1]) {
			assert.Contains(t, words(string(examples)), words(line))
		}
	}
}

func TestAuthorPagesNameFilesThatExist(t *testing.T) {
	for _, name := range []string{"quickstart.md", "contract.md"} {
		links := regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`).FindAllStringSubmatch(readDoc(t, "plugins/"+name), -1)
		assert.Greater(t, len(links), 4)
		for _, m := range links {
			assert.FileExists(t, filepath.Join("../../docs/plugins", m[1]), name)
		}
	}
}

func TestContractNumbers(t *testing.T) {
	page := readDoc(t, "plugins/contract.md")
	for _, want := range []string{
		fmt.Sprintf("at most %d,%03d units", sdk.MaxUnits/1000, sdk.MaxUnits%1000),
		fmt.Sprintf("at most %d of at most %d bytes", sdk.MaxNotes, sdk.MaxNoteBytes),
		fmt.Sprintf("the first %d KiB", sdk.MaxSample>>10),
		fmt.Sprintf("to the power %v", rank.Alpha),
		fmt.Sprintf("costs %d tokens more", rank.RowOverhead),
		fmt.Sprintf("(1+n)^%v", rank.HardPower),
		fmt.Sprintf("(1+n)^%v", rank.SoftPower),
		fmt.Sprintf("(1+n)^%v", rank.ClassPower),
		fmt.Sprintf("(1+n)^%v", rank.SectionPower),
	} {
		assert.Contains(t, page, want)
	}
	assert.InDelta(t, 1.0/20, rank.SameFactor, 1e-9, "a twentieth")
}

// readmeProcessor builds the processor in the README: it is whole, tells its kind by itself
// and keeps its promises.
func readmeProcessor(t *testing.T, bin string) {
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	source := codeBlock(t, string(data), "go")
	assert.LessOrEqual(t, strings.Count(source, "\n"), 50)
	work := t.TempDir()
	build(t, source, filepath.Join(work, "riffle-processor-changelog"))
	var log strings.Builder
	log.WriteString("# Changelog\n")
	for i := range 400 {
		fmt.Fprintf(&log, "\n## 1.%d.0\n\n- Fix a spelling mistake in the manual\n- Move the example to another folder\n", 400-i)
		if i == 200 {
			log.WriteString("- Breaking: the port is given as a number\n")
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(work, "CHANGELOG.md"), []byte(log.String()), 0o600))
	runSteps(t, bin, []step{
		{"riffle plugin add ./riffle-processor-changelog", []string{"added processor changelog 1.0.0"}},
		{"riffle compress --max-tokens 300 CHANGELOG.md", []string{"[riffle: changelog, …", "… ## 1.200.0", "… - Breaking: the port is given as a number"}},
		{"riffle plugin check --corpus '' ./riffle-processor-changelog", []string{"… passed, 0 failed, …"}},
	}, work)
}
