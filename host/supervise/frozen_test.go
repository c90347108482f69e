package supervise

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// frozen builds the plugin of the first release under a program's name.
func frozen(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	out, err := exec.Command("go", "build", "-o", path, "./testdata/frozen1").CombinedOutput()
	require.NoError(t, err, string(out))
	return path
}

func TestAPluginOfTheFirstReleaseRuns(t *testing.T) {
	ctx := context.Background()
	path := frozen(t, "riffle-processor-frozen")
	p := Subprocess("frozen", Binary{Path: path, Kind: serve.KindProcessor}, Options{})
	defer p.Close()

	d, err := p.Describe(ctx)
	require.NoError(t, err)
	assert.Equal(t, sdk.Info{Name: "frozen", Version: "1.0.0", Summary: "a plugin of the first release", Kinds: []string{"log"}}, d.Processor)
	assert.Equal(t, 1, d.Protocol)

	text := []byte("INFO a\nERROR b\n" + strings.Repeat("INFO c\n", 1000) + "ERROR d\n")
	reply, err := p.Process(ctx, sdk.Request{Content: text, Kind: "log", Evidence: []sdk.Span{{Start: 7, End: 14}}, MaxTokens: 100})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, reply.Plan.Order)
	var shown []string
	for _, u := range reply.Plan.Units {
		shown = append(shown, string(text[u.Span.Start:u.Span.End]))
	}
	assert.Equal(t, []string{"ERROR b", "ERROR d"}, shown)

	_, err = p.Process(ctx, sdk.Request{Content: []byte("INFO\n"), Kind: "log"})
	require.ErrorIs(t, err, sdk.ErrDeclined)
	assert.ErrorContains(t, err, "no line says ERROR")
	_, err = p.Match(ctx, sdk.Sample{Head: text})
	assert.Equal(t, ReasonError, ReasonOf(err), "it never promised to match")

	other := filepath.Join(filepath.Dir(path), "riffle-estimator-frozen")
	require.NoError(t, os.Rename(path, other))
	e := Subprocess("frozen", Binary{Path: other, Kind: serve.KindEstimator}, Options{})
	defer e.Close()
	counts, err := e.CountTokens(ctx, [][]byte{[]byte("abcde"), nil})
	require.NoError(t, err)
	assert.Equal(t, []int{2, 0}, counts)
	about, err := e.Describe(ctx)
	require.NoError(t, err)
	assert.Equal(t, 0.5, about.Estimator.Margin)
}
