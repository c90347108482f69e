package supervise

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const troubleshooting = "../../docs/plugins/troubleshooting.md"

// literals are the strings of the Go files of folders, tests left out, as they read
// with what is formatted into them left out.
func literals(t *testing.T, dirs ...string) string {
	verbs := regexp.MustCompile(`%[-+.0-9]*[a-zA-Z]`)
	var all strings.Builder
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					s, _ := strconv.Unquote(lit.Value)
					all.WriteString(verbs.ReplaceAllString(s, "…") + "\n")
				}
				return true
			})
		}
	}
	return all.String()
}

func TestEveryReasonIsOnThePageOfTroubles(t *testing.T) {
	page, err := os.ReadFile(troubleshooting)
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "plugin.go", nil, 0)
	require.NoError(t, err)
	n := 0
	for name, object := range file.Scope.Objects {
		if object.Kind != ast.Con || !strings.HasPrefix(name, "Reason") {
			continue
		}
		value := object.Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value
		assert.Contains(t, string(page), "| `"+strings.Trim(value, `"`)+"` |", name)
		n++
	}
	assert.GreaterOrEqual(t, n, 9)
}

// What the page quotes is what the code says.
func TestTheMessagesOnThePageOfTroublesAreReal(t *testing.T) {
	page, err := os.ReadFile(troubleshooting)
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(page), "\n## It does not start\n")
	section, _, _ = strings.Cut(section, "\n## ")
	code := literals(t, ".", "../registry", "../../sdk/serve")
	n := 0
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(section, -1) {
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			for part := range strings.SplitSeq(quoted[1], "…") {
				if part = strings.TrimSpace(part); len(part) > 3 {
					assert.Contains(t, code, part, "in %q", quoted[1])
					n++
				}
			}
		}
	}
	assert.Greater(t, n, 20)
}

func TestThePagesNameTheDefaults(t *testing.T) {
	protocol, err := os.ReadFile("../../docs/plugins/protocol.md")
	require.NoError(t, err)
	security, err := os.ReadFile("../../docs/security.md")
	require.NoError(t, err)
	assert.Contains(t, string(protocol), strconv.FormatInt(DefaultMemory>>30, 10)+" GiB of data and "+strconv.Itoa(DefaultOpenFiles)+" open files")
	assert.Contains(t, string(security), "| memory: "+strconv.FormatInt(DefaultMemory>>30, 10)+" GiB,")
	assert.Contains(t, string(security), "| open files: "+strconv.Itoa(DefaultOpenFiles)+",")
}
