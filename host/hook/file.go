package hook

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/openfile"
)

// maxPersisted is the most bytes of a file that holds an output: what is planned at most.
const maxPersisted = pipeline.MaxContent

// openOwn opens a regular file of this user's that an agent names. Nothing else is read:
// a link leads elsewhere, and somebody else's file, root's too, is none that the agent wrote.
func openOwn(path string) (*os.File, int64, error) {
	if !filepath.IsAbs(path) {
		return nil, 0, left("the path %.200q is not absolute", path)
	}
	f, info, err := openfile.RegularNoFollow(path)
	if err != nil {
		return nil, 0, fmt.Errorf("hook: the agent's file: %w", err)
	}
	if uid, known := openfile.Owner(info); known && uid != os.Geteuid() {
		f.Close()
		return nil, 0, left("%s belongs to user %d, not to you", path, uid)
	}
	return f, info.Size(), nil
}

// readOwn reads such a file whole, if it has at most limit bytes.
func readOwn(path string, limit int) ([]byte, error) {
	f, size, err := openOwn(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size > int64(limit) {
		return nil, left("%s has %d bytes, more than %d", path, size, limit)
	}
	data, err := openfile.Bytes(f, int64(limit))
	if err != nil {
		return nil, fmt.Errorf("hook: the agent's file: %w", err)
	}
	return data, nil
}

// readEnd reads at most the last limit bytes of such a file.
func readEnd(path string, limit int64) ([]byte, error) {
	f, size, err := openOwn(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.NewSectionReader(f, max(0, size-limit), min(size, limit)))
	if err != nil {
		return nil, fmt.Errorf("hook: the agent's file: %w", err)
	}
	return data, nil
}
