//go:build unix

package registry

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// A named pipe that nobody writes to would have an open wait for ever, and a device
// without an end a read.
func TestNothingWaitsForWhatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"a pipe":                  func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder":                func(path string) error { return os.Mkdir(path, 0o700) },
		"a device without an end": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a link to itself":        func(path string) error { return os.Symlink(path, path) },
	} {
		t.Run(name+" in place of the lock file", func(t *testing.T) {
			o := userPlaces(t)
			_, err := add(t, o, "riffle-processor-own")
			require.NoError(t, err)
			require.NoError(t, os.Remove(o.Lock))
			require.NoError(t, put(o.Lock))
			_, err = o.ReadLock()
			assert.ErrorContains(t, err, "the lock file can't be read")
			r := open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o})
			assert.Len(t, r.Warnings(), 1)
			_, err = served(t, r, "log")
			assert.ErrorIs(t, err, sdk.ErrDeclined, "the bundled ones serve")
		})
		t.Run(name+" in place of a program", func(t *testing.T) {
			o := userPlaces(t)
			added, err := add(t, o, "riffle-processor-own")
			require.NoError(t, err)
			require.NoError(t, os.Remove(added.Pin.Path))
			require.NoError(t, put(added.Pin.Path))
			assert.Error(t, o.Verify(&added.Pin))
			_, err = served(t, open(t, Options{Dir: t.TempDir(), Bundled: bundled, Added: o}), "own")
			assert.Equal(t, supervise.ReasonStartFailed, supervise.ReasonOf(err))
		})
	}
}
