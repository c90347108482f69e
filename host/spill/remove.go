package spill

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Remove removes every original with an ID (in all sessions), or the one at a path,
// also where a live session holds it. Find says ErrExpired afterwards.
func (s *Store) Remove(idOrPath string) error {
	e, err := s.Find(idOrPath)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	victims := []Entry{e}
	if e.Path != idOrPath && isHex(idOrPath) {
		list, err := s.List()
		if err != nil {
			return err
		}
		victims = victims[:0]
		for _, x := range list {
			if x.ID == e.ID && (x.SHA256 == e.SHA256 || x.SHA256 == "") {
				victims = append(victims, x)
			}
		}
	}
	return s.removeEntries(victims)
}

func (s *Store) removeEntries(list []Entry) error {
	var stones []tombstone
	for _, e := range list {
		stones = append(stones, tombstone{at: s.now(), id: e.ID, why: "request"})
	}
	unlock, err := s.lock(context.Background(), s.spill)
	if err != nil {
		return err
	}
	err = s.bury(stones)
	unlock() // never wait for a folder's lock with the root's: savers wait the other way round
	for _, e := range list {
		dir := filepath.Dir(e.Path)
		unlock, lockErr := s.lock(context.Background(), dir)
		if lockErr != nil {
			err = errors.Join(err, ignoreMissing(lockErr))
			continue
		}
		err = errors.Join(err, s.removeItem(dir, filepath.Base(e.Path)), s.syncDir(dir))
		unlock()
	}
	return err
}

// Purge removes every original of every session, also of live ones, and every trace
// of those that were removed before.
func (s *Store) Purge() error {
	if s.unset != nil {
		return s.unset
	}
	if _, err := os.Lstat(s.spill); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var errs []error
	for _, hash := range s.sessions() {
		errs = append(errs, s.purgeFolder(filepath.Join(s.spill, hash), hash))
	}
	unlock, err := s.lock(context.Background(), s.spill)
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	defer unlock()
	errs = append(errs, s.remove(filepath.Join(s.spill, expiredName)), s.syncDir(s.spill))
	s.remember(0, s.now())
	return errors.Join(errs...)
}

func (s *Store) purgeFolder(dir, hash string) error {
	unlock, err := s.lock(context.Background(), dir)
	if err != nil {
		return ignoreMissing(err)
	}
	defer unlock()
	x := s.look(hash)
	var errs []error
	for _, it := range x.items {
		errs = append(errs, s.removeItem(dir, it.stem))
	}
	for _, name := range x.rubbish {
		errs = append(errs, s.remove(filepath.Join(dir, name)))
	}
	errs = append(errs, s.syncDir(dir))
	if len(x.live) == 0 {
		s.removeFolder(dir)
	}
	return errors.Join(errs...)
}
