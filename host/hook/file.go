package hook

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/riffle-dev/riffle/host/pipeline"
)

// maxPersisted is the most bytes of a file that holds an output: what is planned at most.
const maxPersisted = pipeline.MaxContent

// openOwn opens a regular file of this user's that an agent names. Nothing else is read:
// a pipe could block, and somebody else's file is none that the agent wrote.
func openOwn(path string) (*os.File, int64, error) {
	if !filepath.IsAbs(path) {
		return nil, 0, left("the path %.200q is not absolute", path)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, 0, fmt.Errorf("hook: the agent's file: %w", err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = left("%s is no regular file", path)
	default:
		err = owned(path, info)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
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
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, fmt.Errorf("hook: the agent's file: %w", err)
	}
	if len(data) > limit {
		return nil, left("%s has more than %d bytes", path, limit)
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
