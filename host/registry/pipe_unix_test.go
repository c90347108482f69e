//go:build unix

package registry

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/supervise"
)

// The opening of a named pipe waits for its writer, for ever.
func TestANamedPipeInPlaceOfAProgramHoldsUpNothing(t *testing.T) {
	o := userPlaces(t)
	added, err := add(t, o, "riffle-processor-own")
	require.NoError(t, err)
	require.NoError(t, os.Remove(added.Pin.Path))
	require.NoError(t, syscall.Mkfifo(added.Pin.Path, 0o500))
	dir := folder(t, nil)
	bundledPipe := filepath.Join(dir, "riffle-processor-log")
	require.NoError(t, syscall.Mkfifo(bundledPipe, 0o700))

	const refused = "is not a regular file"
	assert.ErrorContains(t, o.Verify(&added.Pin), refused)
	r := open(t, Options{Dir: dir, Bundled: bundled, Added: o})
	for _, e := range r.Processors() {
		if e.Path != "" {
			assert.Contains(t, e.Reason, refused, e.Name)
		}
	}
	for _, name := range []string{"own", "log"} {
		_, err = served(t, r, name)
		assert.Equal(t, supervise.ReasonStartFailed, supervise.ReasonOf(err))
		assert.ErrorContains(t, err, refused)
	}
	_, err = o.Add(context.Background(), Addition{Path: bundledPipe})
	assert.ErrorContains(t, err, refused)
}
