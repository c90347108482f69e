package spill

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStreamThatCannotBeStoredIsGivenBack(t *testing.T) {
	data := bytes.Repeat([]byte("some words of a long stream\n"), 100_000)
	full := errors.New("no space left on device")
	for _, c := range []struct {
		name, step string
		nth        int
	}{
		{"at the first write", "write", 1},
		{"in the middle", "write", 5},
		{"at the flush", "sync", 1},
		{"at the rename", "rename", 1},
		{"at the reading back", "read", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := Open(Options{Dir: dir})
			require.NoError(t, err)
			t.Cleanup(func() { s.Close() })
			n := 0
			s.hook = func(step, _ string) error {
				if step == c.step {
					if n++; n == c.nth {
						return full
					}
				}
				return nil
			}
			in := bytes.NewReader(data)
			_, err = s.SaveStream(context.Background(), Meta{Tool: "bash"}, in)
			require.ErrorIs(t, err, full)
			var cut *Interrupted
			require.ErrorAs(t, err, &cut)
			got, err := io.ReadAll(io.MultiReader(cut.Read, in))
			require.NoError(t, err)
			require.True(t, bytes.Equal(data, got), "%d bytes of %d came back", len(got), len(data))
			list, err := s.List()
			require.NoError(t, err)
			require.Empty(t, list)
		})
	}
}
