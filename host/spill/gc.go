package spill

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// Report says what a sweep did.
type Report struct {
	Expired   int   // originals removed because of their age
	Evicted   int   // originals removed because of the quota
	Held      int   // originals that a live session holds
	Rubbish   int   // temporary files, leases and loose sidecars of dead hosts removed
	Busy      int   // session folders that were locked and left for the next sweep
	Originals int   // how many stay
	Before    int64 // bytes of originals, cleaned contents and sidecars
	After     int64
}

// usage is what the store last knew about the bytes under its root.
type usage struct {
	bytes int64
	swept time.Time // zero: never
}

// sweepEvery is how often saving looks for what has grown too old.
const sweepEvery = time.Hour

// GC removes what dead hosts left behind, what was last used more than MaxAge
// before now, and, oldest first, as much as is over MaxBytes; never what a live
// session holds.
func (s *Store) GC(now time.Time) (Report, error) {
	if s.unset != nil {
		return Report{}, s.unset
	}
	if _, err := os.Lstat(s.spill); errors.Is(err, fs.ErrNotExist) {
		return Report{}, nil
	}
	r, err := s.sweep(context.Background(), now, 0, nil)
	if err == nil {
		s.remember(r.After, now)
	}
	return r, err
}

func (s *Store) remember(bytes int64, swept time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.usage = usage{bytes: bytes, swept: swept}
}

// grower asks for room as a stream grows, in steps, so that the folder is not
// looked through for every chunk.
func (s *Store) grower(ctx context.Context) func(int64) error {
	const step = 16 << 20
	var granted int64
	return func(n int64) error {
		if n <= granted {
			return nil
		}
		// A step that would reach beyond the quota asks for what is there already.
		err := s.room(ctx, n+step, nil)
		if granted = n + step; err != nil {
			granted = n
			err = s.room(ctx, n, nil)
		}
		return err
	}
}

// room sees to it that need bytes fit under the quota, by a sweep if they do not.
// own is the folder that the caller has locked, nil for none. Hosts that save at
// the same moment may together go over the quota by what they save.
func (s *Store) room(ctx context.Context, need int64, own *folder) error {
	quota, now := s.opts.MaxBytes, s.now()
	if quota == 0 && s.opts.MaxAge == 0 {
		return nil
	}
	full := func() error {
		return fmt.Errorf("spill: %d bytes do not fit under the quota of %d bytes of %s: %w; raise spill.maxBytes or remove originals (riffle spill gc, riffle spill rm ID)", need, quota, s.spill, ErrQuota)
	}
	if quota > 0 && need > quota {
		return full()
	}
	s.mu.Lock()
	u := s.usage
	s.mu.Unlock()
	if due := u.swept.IsZero() || now.Sub(u.swept) >= sweepEvery; due || quota > 0 && u.bytes+need > quota {
		r, err := s.sweep(ctx, now, need, own)
		if err != nil {
			r.After = bytesOf(s.scan(""))
		}
		s.remember(r.After, now)
		if quota > 0 && r.After+need > quota {
			return errors.Join(full(), err)
		}
	}
	return nil
}

// took adds to the usage what was saved.
func (s *Store) took(n int64) {
	s.mu.Lock()
	s.usage.bytes += n
	s.mu.Unlock()
}

// sweep removes what must go so that need bytes fit. Folders that another host has
// locked are left alone, so a sweep never waits for a lock while it holds one.
func (s *Store) sweep(ctx context.Context, now time.Time, need int64, own *folder) (Report, error) {
	unlock, err := s.lock(ctx, s.spill)
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	shelves := s.scan("")
	r := Report{Before: bytesOf(shelves)}
	victims := s.choose(shelves, now, need, &r)
	var stones []tombstone
	for _, v := range victims {
		stones = append(stones, tombstone{at: now, id: v.id, why: v.why})
	}
	err = s.bury(stones) // on a full disk the sweep goes on all the same
	for _, x := range shelves {
		err = errors.Join(err, s.clear(x, victims, own, &r))
	}
	for _, name := range names(s.spill) {
		if strings.HasPrefix(name, tempPrefix) && s.remove(filepath.Join(s.spill, name)) == nil {
			r.Rubbish++ // of a sweep that died: the lock says that no other is at work
		}
	}
	rest := s.scan("")
	r.After = bytesOf(rest)
	for _, x := range rest {
		r.Originals += len(x.items)
	}
	return r, err
}

// victim is an item that shall go.
type victim struct {
	item
	why string
}

// choose names what goes, oldest first: all that is too old, then as much as is
// over the quota. Where even all that is not held would not make room, the quota
// takes nothing.
func (s *Store) choose(shelves []*shelf, now time.Time, need int64, r *Report) []victim {
	var free []item
	for _, x := range shelves {
		for _, it := range x.items {
			if x.held(it.used) {
				r.Held++
			} else {
				free = append(free, it)
			}
		}
	}
	sort.Slice(free, func(i, j int) bool {
		a, b := free[i], free[j]
		switch {
		case !a.used.Equal(b.used):
			return a.used.Before(b.used)
		case a.id != b.id:
			return a.id < b.id
		}
		return a.shelf.hash < b.shelf.hash
	})
	over := int64(0) // bytes that must go for the quota
	if s.opts.MaxBytes > 0 {
		over = max(0, r.Before+need-s.opts.MaxBytes)
	}
	var victims []victim
	for s.opts.MaxAge > 0 && len(free) > 0 && now.Sub(free[0].used) > s.opts.MaxAge {
		victims = append(victims, victim{free[0], "age"})
		over -= free[0].bytes
		free = free[1:]
	}
	var can int64
	for _, it := range free {
		can += it.bytes
	}
	for over > 0 && len(free) > 0 && (need == 0 || can >= over) {
		victims = append(victims, victim{free[0], "quota"})
		over -= free[0].bytes
		can -= free[0].bytes
		free = free[1:]
	}
	return victims
}

// clear removes the victims and the rubbish of one folder, after a second look
// under its lock: a host may have come or have used an original again.
func (s *Store) clear(x *shelf, victims []victim, own *folder, r *Report) error {
	wanted := map[string]victim{}
	for _, v := range victims {
		if v.shelf == x {
			wanted[v.stem] = v
		}
	}
	if len(wanted) == 0 && len(x.rubbish) == 0 && (len(x.items) > 0 || len(x.live) > 0) {
		return nil
	}
	if own == nil || own.path != x.path {
		unlock, err := s.lockNow(x.path)
		if err != nil || unlock == nil {
			r.Busy++
			return ignoreMissing(err)
		}
		defer unlock()
	}
	fresh := s.look(x.hash)
	var errs []error
	left := len(fresh.items)
	for _, it := range fresh.items {
		v, ok := wanted[it.stem]
		if !ok || !v.used.Equal(it.used) || fresh.held(it.used) {
			continue
		}
		if err := s.removeItem(x.path, it.stem); err != nil {
			errs = append(errs, err)
			continue
		}
		left--
		if v.why == "age" {
			r.Expired++
		} else {
			r.Evicted++
		}
	}
	for _, name := range fresh.rubbish {
		if err := s.remove(filepath.Join(x.path, name)); err != nil {
			errs = append(errs, err)
			continue
		}
		r.Rubbish++
	}
	if left == 0 && len(fresh.live) == 0 {
		s.removeFolder(x.path)
	}
	return errors.Join(errs...)
}

// removeItem removes an entry's files, the original first: without it the others
// are rubbish, whatever happens next.
func (s *Store) removeItem(dir, stem string) error {
	for _, ending := range []string{"", textEnding, sidecarEnding} {
		if err := s.remove(filepath.Join(dir, stem+ending)); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a file; one that is not there is no error.
func (s *Store) remove(path string) error {
	err := s.at("remove", path)
	if err == nil {
		err = os.Remove(path)
	}
	return fail("remove", path, ignoreMissing(err))
}

// removeFolder removes a session's empty folder, with its lock. Whoever waits for
// that lock sees that it is no longer linked. A folder that holds anything else stays.
func (s *Store) removeFolder(dir string) {
	if list := names(dir); len(list) > 1 || len(list) == 1 && list[0] != lockName {
		return
	}
	os.Remove(filepath.Join(dir, lockName))
	os.Remove(dir)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
