package bpe

import (
	"testing"

	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
)

// The embedded tables are those that `go generate` makes of the rank files.
func TestTablesAreInStepWithTheRankFiles(t *testing.T) {
	for name, embedded := range map[string]string{"o200k_base": o200kTable, "cl100k_base": cl100kTable} {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		require.NoError(t, err)
		built, err := table.Build(ranks)
		require.NoError(t, err)
		assert.True(t, string(built) == embedded, "%s.bin is not what its rank file makes: run go generate", name)
	}
}

func TestEveryTokenHasItsRank(t *testing.T) {
	for _, e := range encodings {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(e.name + ".tiktoken")
		require.NoError(t, err)
		s := e.enc().state()
		for token, rank := range ranks {
			got, ok := s.find([]byte(token))
			require.True(t, ok, "%q", token)
			require.Equal(t, uint32(rank), got, "%q", token)
		}
		for i := range 256 {
			_, ok := ranks[string([]byte{byte(i)})]
			require.True(t, ok, "the byte %#x is a token", i)
		}
	}
}
