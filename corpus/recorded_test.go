package corpus_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

func TestRecordedCasesHoldTheirFacts(t *testing.T) {
	cases, err := corpus.Load(".")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(cases), 6)
	for i := range cases {
		assert.NoError(t, cases[i].Check())
	}
}

// A recording is what a tool printed: nobody has touched it since, and every
// case says how it was made.
func TestManifestNamesEveryRecording(t *testing.T) {
	data, err := os.ReadFile("manifest.json")
	require.NoError(t, err)
	var manifest struct {
		Tools map[string]string
		Cases []struct {
			File, Command, SHA256 string
			ExitStatus            int
		}
	}
	require.NoError(t, json.Unmarshal(data, &manifest))
	recorded := map[string]bool{}
	for _, c := range manifest.Cases {
		input, err := os.ReadFile(filepath.FromSlash(c.File))
		require.NoError(t, err)
		sum := sha256.Sum256(input)
		assert.Equal(t, c.SHA256, hex.EncodeToString(sum[:]), c.File)
		assert.NotEmpty(t, c.Command, c.File)
		recorded[c.File] = true
	}
	assert.NotEmpty(t, manifest.Tools)
	cases, err := corpus.Load(".")
	require.NoError(t, err)
	for _, c := range cases {
		assert.True(t, recorded[c.Name], "%s is not in manifest.json", c.Name)
	}
}

// Recordings are public: they name no home folder and no private host.
func TestRecordingsNameNoPrivatePlace(t *testing.T) {
	private := regexp.MustCompile(`/home/[a-z]+/|/root\b|/Users/`)
	cases, err := corpus.Load(".")
	require.NoError(t, err)
	for _, c := range cases {
		assert.Empty(t, private.FindString(string(c.Data)), c.Name)
	}
}
