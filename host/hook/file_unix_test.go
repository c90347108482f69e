//go:build unix

package hook

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyTheUsersOwnRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.txt")
	require.NoError(t, os.WriteFile(file, []byte(big), 0o600))
	require.NoError(t, os.Symlink(file, filepath.Join(dir, "link")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	large := filepath.Join(dir, "large")
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, maxPersisted+1))
	for _, tc := range []struct {
		name, path string
		size       int
	}{
		{"a file of another size", file, len(big) + 1},
		{"a link", filepath.Join(dir, "link"), len(big)},
		{"a pipe that nobody writes to", filepath.Join(dir, "pipe"), 0},
		{"a folder", dir, 0},
		{"a device", "/dev/zero", 0},
		{"no file", filepath.Join(dir, "none"), 0},
		{"a path that is not absolute", "out.txt", len(big)},
		{"a file that is too large", large, maxPersisted + 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, out, why := run1(t, "claude-code", persisted(tc.path, tc.size))
			assert.Equal(t, None, out)
			assert.Error(t, why)
			assert.Nil(t, h.asked)
		})
	}
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(file, 4321, 4321))
		_, out, why := run1(t, "claude-code", persisted(file, len(big)))
		assert.Equal(t, None, out)
		assert.ErrorContains(t, why, "belongs to user 4321")
	}
}
