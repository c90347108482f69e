package spill

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/internal/atomicfile"
	"github.com/riffle-dev/riffle/internal/openfile"
)

// A notice names an ID, and is read long after and elsewhere: in a folder where another
// configuration holds, with another store. So the default root has an index of the other
// roots that were saved to: a file each, whose name is a hash of the root and whose
// content is its path. Files of their own need no lock, and a lost one costs a look-up.

// maxKnown is how many roots an index holds; the ones saved to least recently go first.
const maxKnown = 64

// maxRootBytes bounds the path of a root.
const maxRootBytes = 4096

// DefaultIndex is the folder of the index in the default root, "" where there is none.
func DefaultIndex() string {
	root, err := defaultRoot()
	if err != nil {
		return ""
	}
	return filepath.Join(root, "stores")
}

// note puts the root into the index, once for a store. That it can't costs the look-up
// by ID from elsewhere; the path in the notice still leads to the original.
func (s *Store) note() {
	if s.opts.Index == "" || s.root == filepath.Dir(s.opts.Index) || len(s.root) > maxRootBytes {
		return
	}
	s.noted.Do(func() {
		file := filepath.Join(s.opts.Index, hashOf([]byte(s.root))[:idDigits])
		now := s.now()
		if os.Chtimes(file, now, now) == nil && readRoot(file) == s.root {
			return
		}
		if os.MkdirAll(s.opts.Index, 0o700) != nil {
			return
		}
		err := atomicfile.WriteMode(file, 0o600, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, s.root)
			return err
		})
		if err == nil {
			prune(s.opts.Index)
		}
	})
}

// indexed is a file of the index.
type indexed struct {
	path string
	used time.Time
}

// listIndex lists the files of an index, the most recently used first.
func listIndex(dir string) []indexed {
	var list []indexed
	for _, name := range names(dir) {
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && isHex(name) && len(name) == idDigits {
			list = append(list, indexed{path, timeOf(info)})
		}
	}
	slices.SortStableFunc(list, func(a, b indexed) int { return b.used.Compare(a.used) })
	return list
}

func prune(dir string) {
	for i, f := range listIndex(dir) {
		if i >= maxKnown {
			_ = os.Remove(f.path)
		}
	}
}

// readRoot reads the path of a root, "" where a file holds none.
func readRoot(file string) string {
	data, err := openfile.ReadOwn(file, maxRootBytes+1)
	if err != nil {
		return ""
	}
	root, ended := strings.CutSuffix(string(data), "\n")
	if !ended || !filepath.IsAbs(root) || filepath.Clean(root) != root || strings.IndexByte(root, 0) >= 0 {
		return ""
	}
	return root
}

// Known lists the roots of an index that still have a spill folder of this user's, the
// most recently used first.
func Known(index string) []string {
	if index == "" {
		return nil
	}
	var out []string
	for _, f := range listIndex(index) {
		root := readRoot(f.path)
		if root == "" || len(out) == maxKnown {
			continue
		}
		info, err := os.Lstat(filepath.Join(root, spillName))
		if err == nil && info.IsDir() && ours(info) {
			out = append(out, root)
		}
	}
	return out
}
