package spill

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder is a session's folder as this store uses it: the lease that keeps sweeps
// of other hosts away.
type folder struct {
	store *Store
	hash  string
	path  string
	token string   // names the lease and the temporary files of this store
	lease *os.File // locked; nil before the first use
	since time.Time
}

// maxLockWait bounds the wait for a lock. Locks are held for as long as a file of
// at most 64 MiB takes to write and read back; a longer wait means a stopped host.
const maxLockWait = 10 * time.Second

// lock takes the lock file of dir and returns what releases it. It waits no longer
// than ctx and maxLockWait allow. Callers of this store take turns in the order in
// which they came; only the first of them tries the file, which other processes lock.
func (s *Store) lock(ctx context.Context, dir string) (func(), error) {
	ctx, cancel := context.WithTimeout(ctx, maxLockWait)
	defer cancel()
	done, err := s.turns.take(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("spill: %s is locked by this process: %w; fewer results at once would wait less", filepath.Join(dir, lockName), err)
	}
	unlock, err := s.lockFile(ctx, dir)
	if err != nil {
		done()
		return nil, err
	}
	return func() { unlock(); done() }, nil
}

// lockFile waits for the lock file of dir.
func (s *Store) lockFile(ctx context.Context, dir string) (func(), error) {
	for wait := time.Millisecond; ; wait = min(2*wait, 25*time.Millisecond) {
		unlock, err := s.lockNow(dir)
		if unlock != nil || err != nil {
			return unlock, err
		}
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, fmt.Errorf("spill: %s is locked by another process: %w; see whether a riffle process is stopped", filepath.Join(dir, lockName), ctx.Err())
		case <-t.C:
		}
	}
}

// lockNow is lock without waiting; it returns nil where another holds the lock.
func (s *Store) lockNow(dir string) (func(), error) {
	path := filepath.Join(dir, lockName)
	for {
		f, err := s.openOwn(path, os.O_RDWR|os.O_CREATE)
		if err != nil {
			return nil, fail("open the lock", path, err)
		}
		got, err := tryLock(f, true)
		if err == nil && got && !linked(f, path) {
			f.Close() // a sweep removed the folder, and the lock with it
			continue
		}
		if err != nil || !got {
			f.Close()
			return nil, fail("lock", path, err)
		}
		return func() { f.Close() }, nil
	}
}

// openOwn opens a file of the store that only its owner may see.
func (s *Store) openOwn(path string, flags int) (*os.File, error) {
	if err := s.at("open", path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, flags|noFollow, 0o600)
}

// linked reports whether the open file is still the one at path.
func linked(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}

// enter makes the folder of a session, locks it and sees to the lease. The caller
// calls the function that it returns to unlock.
func (s *Store) enter(ctx context.Context, session string) (*folder, func(), error) {
	hash := sessionHash(session)
	path, err := s.ensure(hash)
	if err != nil {
		return nil, nil, err
	}
	unlock, err := s.lock(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	f := s.open[hash]
	if f == nil {
		f = &folder{store: s, hash: hash, path: path}
		s.open[hash] = f
	}
	err = f.hold()
	visit := *f // the lease may be renewed while the caller works
	s.mu.Unlock()
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return &visit, unlock, nil
}

// hold takes the lease, again where the folder was removed in between. The folder
// is locked, so no sweep can take the lease for a dead one before it is.
func (f *folder) hold() error {
	if f.lease != nil && linked(f.lease, f.leasePath()) {
		return nil
	}
	if f.lease != nil {
		f.lease.Close()
	}
	f.token = strings.ToLower(rand.Text()[:16])
	lease, err := f.store.openOwn(f.leasePath(), os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if err != nil {
		f.lease = nil
		return fail("make the lease", f.leasePath(), err)
	}
	got := false
	// Whoever looks whether the lease is live holds it for a moment, shared.
	for try := 0; try < 100 && !got && err == nil; try++ {
		if got, err = tryLock(lease, true); !got && err == nil {
			time.Sleep(time.Millisecond)
		}
	}
	since := f.store.now()
	if err == nil && !got {
		err = errors.New("another process holds it")
	}
	if err == nil {
		err = os.Chtimes(f.leasePath(), since, since)
	}
	if err != nil {
		lease.Close()
		f.lease = nil
		return fail("take the lease", f.leasePath(), err)
	}
	f.lease, f.since = lease, since
	return nil
}

func (f *folder) leasePath() string { return filepath.Join(f.path, leasePrefix+f.token) }

// release removes the lease.
func (f *folder) release() error {
	if f.lease == nil {
		return nil
	}
	var err error
	if linked(f.lease, f.leasePath()) {
		err = os.Remove(f.leasePath())
	}
	err = errors.Join(err, f.lease.Close())
	f.lease = nil
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// used is the time that a file gets when it is saved: not before the lease began,
// whatever the clock does, since that is what protects it.
func (f *folder) used() time.Time {
	if now := f.store.now(); now.After(f.since) {
		return now
	}
	return f.since
}
