package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
)

func readDoc(t *testing.T, name string) string {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	require.NoError(t, err)
	return string(data)
}

// codeBlock is the first fenced block of a language.
func codeBlock(t *testing.T, text, language string) string {
	_, rest, found := strings.Cut(text, "```"+language+"\n")
	require.True(t, found, "no block of %s", language)
	block, _, found := strings.Cut(rest, "\n```")
	require.True(t, found)
	return block + "\n"
}

// reasonCodes are the values of the constants named Reason… in a folder.
func reasonCodes(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	var out []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, name := range spec.Names {
				if i >= len(spec.Values) || !strings.HasPrefix(name.Name, "Reason") {
					continue
				}
				if lit, ok := spec.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
					code, err := strconv.Unquote(lit.Value)
					require.NoError(t, err)
					out = append(out, code)
				}
			}
			return true
		})
	}
	return out
}

func TestReasonsAreDocumented(t *testing.T) {
	var codes []string
	for _, dir := range []string{"pipeline", "supervise", "daemon"} {
		codes = append(codes, reasonCodes(t, "../../host/"+dir)...)
	}
	require.Greater(t, len(codes), 20)
	var documented []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(readDoc(t, "reasons.md"), -1) {
		documented = append(documented, m[1])
	}
	sort.Strings(codes)
	sort.Strings(documented)
	assert.Equal(t, slices.Compact(codes), documented, "a code that two packages give is told once")
}

func TestCommandsAndFlagsAreDocumented(t *testing.T) {
	text := readDoc(t, "commands.md")
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			if c.Name() == "help" || c.Name() == "completion" {
				continue
			}
			assert.Contains(t, text, c.CommandPath())
			c.Flags().VisitAll(func(f *pflag.Flag) {
				assert.Contains(t, text, "--"+f.Name, c.CommandPath())
			})
			walk(c)
		}
	}
	walk(newApp().root())
}

// The documented file loads, and but for the examples in it holds the defaults.
func TestDocumentedConfigurationIsTheDefault(t *testing.T) {
	text := codeBlock(t, readDoc(t, "configuration.md"), "yaml")
	got, err := config.Parse("docs", []byte(text))
	require.NoError(t, err)
	assert.Len(t, got.Routes, 1)
	assert.Equal(t, 3000, got.ForTool("bash").TargetTokens)
	got.Routes, got.Tools, got.Processors = nil, nil, nil
	var documented, defaults strings.Builder
	require.NoError(t, got.WriteYAML(&documented))
	require.NoError(t, config.Default().WriteYAML(&defaults))
	comment := regexp.MustCompile(`(?m) *#.*$`)
	assert.Equal(t, comment.ReplaceAllString(defaults.String(), ""), comment.ReplaceAllString(documented.String(), ""))
}

func TestReadmeNamesFilesThatExist(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(string(data), -1) {
		assert.FileExists(t, filepath.Join("..", "..", m[1]))
	}
}
