package pipeline

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/sdk"
)

// files lists the names of all files of the rig's store.
func (r *rig) files(t *testing.T) (names []string) {
	t.Helper()
	root := filepath.Dir(filepath.Dir(r.store.Locate(spill.Meta{}, nil, nil).Path))
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return nil
	})
	return names
}

func TestAGivenOriginalIsNamedInTheNoticeAndNothingIsStored(t *testing.T) {
	r := newRig(t)
	res := r.Run(context.Background(), Input{Raw: noisy(3000), Tool: "bash", Given: &Given{Locator: "/spills/s1/abc-bash", Hint: "Use read with offset/limit."}})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	assert.Contains(t, string(res.Text), "\nNothing is lost, the original is /spills/s1/abc-bash\nMore: Use read with offset/limit.]\n")
	assert.Contains(t, string(res.Text), "boom: shard 7")
	assert.NotContains(t, string(res.Text), "riffle get")
	assert.Equal(t, "/spills/s1/abc-bash", res.Locator.Path)
	assert.Equal(t, int64(len(noisy(3000))), res.Locator.Bytes)
	assert.Contains(t, string(res.Text), "sha256 "+res.Locator.SHA256[:12])
	assert.Empty(t, r.files(t))
}

func TestAGivenOriginalThatIsNotTheVeryTextHasItsOwnHash(t *testing.T) {
	r := newRig(t)
	sha := strings.Repeat("0a", 32)
	res := r.Run(context.Background(), Input{Raw: noisy(3000), Given: &Given{Locator: "/spills/x", SHA256: sha}})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	assert.Contains(t, string(res.Text), "sha256 "+sha[:12])
	assert.Equal(t, sha, res.Locator.SHA256)
}

func TestAGivenOriginalWithoutAHintAndWithASmallBudget(t *testing.T) {
	r := newRig(t)
	long := r.Run(context.Background(), Input{Raw: noisy(3000), Given: &Given{Locator: "spill:7"}})
	assert.Contains(t, string(long.Text), "\nNothing is lost, the original is spill:7]\n")
	short := r.Run(context.Background(), Input{Raw: noisy(3000), Given: &Given{Locator: "spill:7", Hint: "ask"}, Overrides: config.Overrides{MaxTokens: 400}})
	require.Equal(t, Replaced, short.Outcome.Action)
	first, _, _ := strings.Cut(string(short.Text), "\n")
	assert.True(t, strings.HasSuffix(first, "; all kept: spill:7]"), first)
}

func TestAGivenOriginalNeedsNoStore(t *testing.T) {
	r := newRig(t)
	r.Store = nil
	res := r.Run(context.Background(), Input{Raw: noisy(3000), Given: &Given{Locator: "/spills/x"}})
	assert.Equal(t, Replaced, res.Outcome.Action)
	res = r.Run(context.Background(), Input{Raw: noisy(3000)})
	assert.Equal(t, ReasonNoStore, res.Outcome.Reason)
}

func TestAGivenOriginalIsNamedInThePreviewToo(t *testing.T) {
	r := newRig(t)
	for _, p := range r.procs.byName {
		p.f = func(context.Context, sdk.Request) (sdk.Plan, error) { panic("processor") }
	}
	res := r.Run(context.Background(), Input{Raw: noisy(3000), Given: &Given{Locator: "/spills/x"}})
	require.Equal(t, Replaced, res.Outcome.Action)
	assert.Equal(t, previewName, res.Outcome.Processor)
	assert.Contains(t, string(res.Text), "the original is /spills/x")
	assert.Empty(t, r.files(t))
}

func TestWhatReadsAGivenOriginalBackPasses(t *testing.T) {
	r := newRig(t)
	given := &Given{Locator: "/spills/s1/new"}
	for _, tc := range []struct {
		name, command string
		paths         []string
		reason        string
	}{
		{"an earlier one by the shell", "sed -n 1,9p /spills/s1/old", nil, ReasonReadBack},
		{"an earlier one by a path argument", "", []string{"/spills/s1/old"}, ReasonReadBack},
		{"by riffle get", "riffle get abc", nil, ReasonReadBack},
		{"another folder", "cat /spills/s2/old /spills/s1", nil, ReasonOK},
		{"a relative path", "cat s1/old", nil, ReasonOK},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := r.Run(context.Background(), Input{Raw: noisy(3000), Command: tc.command, Paths: tc.paths, Given: given})
			assert.Equal(t, tc.reason, res.Outcome.Reason)
		})
	}
	own := r.Run(context.Background(), Input{Raw: noisy(3000)})
	require.NotEmpty(t, r.files(t))
	res := r.Run(context.Background(), Input{Raw: noisy(3000), Command: "cat " + own.Locator.Path, Given: given})
	assert.Equal(t, ReasonReadBack, res.Outcome.Reason, "one of the host's own")
	res = r.Run(context.Background(), Input{Raw: own.Text, Given: given, Overrides: config.Overrides{MinTokens: 1, TargetTokens: 200}})
	assert.Equal(t, ReasonOwnOutput, res.Outcome.Reason, "a replacement of the host's own")
}

func TestGivenIsOneLineOfText(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		given      Given
	}{
		{"a path and a hint", "", Given{"/spills/é/x y", "Use read.", ""}},
		{"no locator", "has no locator", Given{"", "Use read.", ""}},
		{"a blank locator", "has no locator", Given{" ", "", ""}},
		{"two lines", "the locator of the given spill is not one line", Given{"/a\n[riffle: log", "", ""}},
		{"a control character", "the hint of the given spill is not one line", Given{"/a", "x\x1b[2J", ""}},
		{"no UTF-8", "the locator of the given spill is not one line", Given{"/a\xff", "", ""}},
		{"a long locator", "has 1025 bytes; expected at most 1024", Given{strings.Repeat("a", 1025), "", ""}},
		{"a hash", "", Given{"/a", "", strings.Repeat("0a", 32)}},
		{"half a hash", "is \"0a0a\"; expected 64 digits", Given{"/a", "", "0a0a"}},
		{"a hash in capitals", "expected 64 digits", Given{"/a", "", strings.Repeat("0A", 32)}},
		{"a long hint", "has 513 bytes; expected at most 512", Given{"/a", strings.Repeat("a", 513), ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.given.Check()
			if tc.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tc.want)
		})
	}
}
