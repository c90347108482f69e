package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAWriteThatFailsHalfwayLeavesWhatWasThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.json")
	require.NoError(t, Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }))
	broken := errors.New("broken")
	require.ErrorIs(t, Write(path, func(w io.Writer) error { io.WriteString(w, "ne"); return broken }), broken)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(data))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no temporary file stays")
}

func TestAFileHasTheModeThatWasAskedFor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not read here")
	}
	path := filepath.Join(t.TempDir(), "lock.json")
	for _, mode := range []os.FileMode{0o600, 0o644, 0o500} {
		require.NoError(t, WriteMode(path, mode, func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err }))
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm())
	}
}
