package bpe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// goldens are texts with what an independent implementation makes of them; how they
// are remade stands in testdata/goldens.mjs.
type golden struct {
	Name   string
	Text   string
	Times  int
	O200K  tokens `json:"o200k_base"`
	CL100K tokens `json:"cl100k_base"`
}

type tokens struct {
	Count  int
	SHA256 string // of the ids, as decimal numbers with commas between them
}

func goldens(t testing.TB) []golden {
	t.Helper()
	data, err := os.ReadFile("testdata/goldens.json")
	require.NoError(t, err)
	var all []golden
	require.NoError(t, json.Unmarshal(data, &all))
	require.GreaterOrEqual(t, len(all), 150)
	return all
}

func TestGoldens(t *testing.T) {
	for _, g := range goldens(t) {
		text := []byte(strings.Repeat(g.Text, max(g.Times, 1)))
		assert.Equal(t, g.O200K, made(O200K(), text), "o200k_base: %s", g.Name)
		assert.Equal(t, g.CL100K, made(CL100K(), text), "cl100k_base: %s", g.Name)
	}
}

func made(e *Encoding, text []byte) tokens {
	var ids []string
	for _, id := range e.AppendTokens(nil, text) {
		ids = append(ids, fmt.Sprint(id))
	}
	sum := sha256.Sum256([]byte(strings.Join(ids, ",")))
	return tokens{e.Count(text), hex.EncodeToString(sum[:])}
}
