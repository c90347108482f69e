package spill

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// shelf is what a look into one session's folder found.
type shelf struct {
	hash    string
	path    string
	items   []item
	rubbish []string    // names: temporary files and leases of dead hosts, files without original
	live    []time.Time // when the leases of live hosts began
}

// item is the three files of one original.
type item struct {
	shelf *shelf
	stem  string
	id    string
	used  time.Time
	bytes int64
}

// leaseSlack is how far back a lease protects: some file systems keep times to two
// seconds only.
const leaseSlack = 2 * time.Second

// held reports whether a live host may have told someone about an item. A session
// with a name is held as a whole; the folder of those without a name is many
// sessions, and a host holds there what it has saved itself.
func (x *shelf) held(used time.Time) bool {
	for _, since := range x.live {
		if x.hash != unnamedSession || !used.Before(since.Add(-leaseSlack)) {
			return true
		}
	}
	return false
}

// scan looks into all session folders, or into one.
func (s *Store) scan(only string) []*shelf {
	hashes := s.sessions()
	if only != "" {
		hashes = []string{only}
	}
	var shelves []*shelf
	for _, hash := range hashes {
		shelves = append(shelves, s.look(hash))
	}
	return shelves
}

func (s *Store) look(hash string) *shelf {
	x := &shelf{hash: hash, path: filepath.Join(s.spill, hash)}
	sizes := map[string]int64{}
	originals := map[string]item{}
	tokens := map[string]bool{}
	list := names(x.path)
	for _, name := range list {
		info, err := os.Lstat(filepath.Join(x.path, name))
		if err != nil {
			continue
		}
		if token, ok := strings.CutPrefix(name, leasePrefix); ok {
			if s.leaseLive(filepath.Join(x.path, name)) {
				tokens[token] = true
				x.live = append(x.live, info.ModTime())
			} else {
				x.rubbish = append(x.rubbish, name)
			}
		}
		if stem, id, ending, ok := parseName(name); ok && info.Mode().IsRegular() {
			sizes[stem] += info.Size()
			if ending == "" {
				originals[stem] = item{shelf: x, stem: stem, id: id, used: timeOf(info)}
			}
		}
	}
	for _, name := range list {
		if rest, ok := strings.CutPrefix(name, tempPrefix); ok {
			if i := strings.LastIndexByte(rest, '-'); i < 0 || !tokens[rest[:i]] {
				x.rubbish = append(x.rubbish, name)
			}
		}
		if stem, _, ending, ok := parseName(name); ok && ending != "" {
			if _, there := originals[stem]; !there {
				x.rubbish = append(x.rubbish, name)
			}
		}
	}
	for stem, it := range originals {
		it.bytes = sizes[stem]
		x.items = append(x.items, it)
	}
	sort.Slice(x.items, func(i, j int) bool { return x.items[i].stem < x.items[j].stem })
	return x
}

// leaseLive reports whether a host holds the lease. One that cannot be looked at
// counts as live.
func (s *Store) leaseLive(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow|nonBlock, 0)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	free, err := tryLock(f, false)
	return err != nil || !free
}

func bytesOf(shelves []*shelf) int64 {
	var n int64
	for _, x := range shelves {
		for _, it := range x.items {
			n += it.bytes
		}
	}
	return n
}
