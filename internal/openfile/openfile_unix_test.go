//go:build unix

package openfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOnlyRegularFilesOfBoundedSizeAreRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("four"), 0o600))
	in := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.Symlink(file, in("link")))
	require.NoError(t, os.Symlink("/dev/zero", in("zero")))
	require.NoError(t, os.Symlink(in("loop"), in("loop")))
	require.NoError(t, syscall.Mkfifo(in("pipe"), 0o600))
	for _, tc := range []struct {
		name, path string
		limit      int64
		want       error
	}{
		{"a file", file, 4, nil},
		{"a link to a file", in("link"), 4, nil},
		{"a file over the limit", file, 3, ErrTooLarge},
		{"a folder", dir, 9, ErrNotRegular},
		{"a pipe that nobody writes to", in("pipe"), 9, ErrNotRegular},
		{"a link to a device without end", in("zero"), 9, ErrNotRegular},
		{"a link to itself", in("loop"), 9, syscall.ELOOP},
		{"nothing", in("none"), 9, os.ErrNotExist},
	} {
		t.Run(tc.name, func(t *testing.T) {
			data, err := Read(tc.path, tc.limit)
			if tc.want == nil {
				require.NoError(t, err)
				assert.Equal(t, "four", string(data))
				return
			}
			assert.ErrorIs(t, err, tc.want)
		})
	}
	_, _, err := RegularNoFollow(in("link"))
	assert.ErrorIs(t, err, ErrNotRegular)
}

func TestAFileThatOthersMayWriteIsNotOwn(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, tc := range []struct {
		mode os.FileMode
		ok   bool
	}{{0o600, true}, {0o644, true}, {0o400, true}, {0o602, false}, {0o666, false}} {
		require.NoError(t, os.Chmod(file, tc.mode))
		_, err := ReadOwn(file, 9)
		assert.Equal(t, tc.ok, err == nil, "%04o: %v", tc.mode, err)
	}
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	// The user's own group is nobody else's, another is.
	require.NoError(t, os.Chmod(file, 0o660))
	_, err := ReadOwn(file, 9)
	assert.NoError(t, err)
	require.NoError(t, os.Chown(file, 0, 4321))
	require.NoError(t, os.Chmod(file, 0o660))
	_, err = ReadOwn(file, 9)
	assert.ErrorIs(t, err, ErrOthers)
	require.NoError(t, os.Chmod(file, 0o600))

	require.NoError(t, os.Symlink(file, filepath.Join(dir, "link")))
	require.NoError(t, os.Lchown(filepath.Join(dir, "link"), 4321, 4321))
	_, err = ReadOwn(filepath.Join(dir, "link"), 9)
	assert.ErrorContains(t, err, "belongs to user 4321", "a link of another account's")
	require.NoError(t, os.Chown(file, 4321, 0))
	_, err = ReadOwn(file, 9)
	assert.ErrorIs(t, err, ErrOthers)
}
