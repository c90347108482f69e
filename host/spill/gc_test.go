package spill

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// saveAt stores a text of n bytes in a session at a time, and lets the session go.
func saveAt(t *testing.T, s *Store, session string, at time.Time, n int) Locator {
	t.Helper()
	s.now = func() time.Time { return at }
	text := strings.Repeat(".", n-20) + fmt.Sprintf("%020d", at.Unix())
	loc, err := s.Save(ctx, Meta{Session: session, Tool: "t"}, []byte(text), nil)
	require.NoError(t, err)
	require.NoError(t, s.Release(session))
	return loc
}

func found(t *testing.T, s *Store, locs ...Locator) []bool {
	t.Helper()
	var there []bool
	for _, l := range locs {
		_, err := s.Find(l.ID)
		if err != nil {
			require.ErrorIs(t, err, ErrExpired)
		}
		there = append(there, err == nil)
	}
	return there
}

func TestASweepTakesWhatIsTooOld(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = 24 * time.Hour })
	now := time.Now()
	old := saveAt(t, s, "a", now.Add(-25*time.Hour), 100)
	young := saveAt(t, s, "a", now.Add(-23*time.Hour), 100)
	r, err := s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, 1, r.Expired)
	assert.Equal(t, 1, r.Originals)
	assert.Equal(t, []bool{false, true}, found(t, s, old, young))
	_, err = s.Find(old.ID)
	assert.ErrorContains(t, err, "(age)")
	_, err = s.Find(old.Path)
	assert.ErrorIs(t, err, ErrExpired, "by its path too")
	_, err = s.Find("ffffffffffff")
	assert.ErrorIs(t, err, ErrUnknown)
	assert.NoFileExists(t, old.Path+".json")

	assert.Equal(t, old, saveAt(t, s, "a", now.Add(-25*time.Hour), 100))
	assert.Equal(t, []bool{true}, found(t, s, old), "stored again, it is there again")
}

func TestUseKeepsAnOriginalYoung(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = 24 * time.Hour })
	now := time.Now()
	loc := saveAt(t, s, "a", now.Add(-25*time.Hour), 100)
	b, err := os.ReadFile(loc.Path)
	require.NoError(t, err)
	s.now = func() time.Time { return now }
	_, err = s.Save(ctx, Meta{Session: "a", Tool: "t"}, b, nil)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	_, err = s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, []bool{true}, found(t, s, loc))
}

func TestASweepTakesTheOldestUntilTheQuotaHolds(t *testing.T) {
	s := newStore(t)
	now := time.Now()
	var locs []Locator
	for i := range 5 { // of sessions in another order than their ages
		locs = append(locs, saveAt(t, s, fmt.Sprint(9-i), now.Add(time.Duration(i-9)*time.Hour), 10_000))
	}
	s.opts.MaxBytes = 32_000 // three of them with their sidecars
	r, err := s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, 2, r.Evicted)
	assert.LessOrEqual(t, r.After, s.opts.MaxBytes)
	assert.Greater(t, r.Before, r.After)
	assert.Equal(t, []bool{false, false, true, true, true}, found(t, s, locs...))
	assert.NoDirExists(t, filepath.Dir(locs[0].Path), "an empty session's folder goes")
}

func TestASweepNeverTakesWhatALiveSessionHolds(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = time.Hour; o.MaxBytes = 1 })
	s.opts.MaxBytes = 0
	now := time.Now()
	held := saveAt(t, s, "live", now.Add(-3*time.Hour), 100)
	free := saveAt(t, s, "dead", now.Add(-2*time.Hour), 100)
	host := sibling(t, s)
	_, err := host.Save(ctx, Meta{Session: "live"}, []byte("something else"), nil)
	require.NoError(t, err)
	s.opts.MaxBytes = 1
	r, err := s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, 2, r.Held)
	assert.Equal(t, []bool{true, false}, found(t, s, held, free))

	require.NoError(t, host.Close())
	_, err = s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, []bool{false}, found(t, s, held), "its host is gone")
}

func TestHostsWithoutASessionHoldWhatTheySaved(t *testing.T) {
	s := newStore(t, func(o *Options) { o.Session = "" })
	now := time.Now()
	before := saveAt(t, s, "", now.Add(-3*time.Hour), 100)
	s.now = func() time.Time { return now }
	own := save(t, s, "mine")
	s.opts.MaxBytes = 1
	_, err := s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true}, found(t, s, before, own))
}

func TestALeaseOfADeadHostHoldsNothing(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = time.Hour })
	now := time.Now()
	loc := saveAt(t, s, "a", now.Add(-2*time.Hour), 100)
	dir := filepath.Dir(loc.Path)
	for _, name := range []string{leasePrefix + "dead", tempPrefix + "dead-1", tempPrefix + "x"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "0123456789ab-t.json"), []byte("{}"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes of the user"), nil, 0o600))
	r, err := s.GC(now)
	require.NoError(t, err)
	assert.Equal(t, 4, r.Rubbish)
	assert.Equal(t, 1, r.Expired)
	assert.Equal(t, []bool{false}, found(t, s, loc))
	assert.Equal(t, []string{lockName, "notes of the user"}, names(dir), "what is not the store's stays")
}

func TestTemporaryFilesOfALiveHostStay(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "x")
	mine := filepath.Join(filepath.Dir(loc.Path), tempPrefix+s.tokenOf(sessionHash("s1"))+"-99")
	require.NoError(t, os.WriteFile(mine, nil, 0o600))
	_, err := sibling(t, s).GC(time.Now())
	require.NoError(t, err)
	assert.FileExists(t, mine)
}

func TestAFullQuotaSweepsAndThenRefuses(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxBytes = 20_000 })
	now := time.Now()
	old := saveAt(t, s, "old", now.Add(-time.Hour), 9_000)
	first := saveAt(t, s, "new", now, 9_000)
	assert.Equal(t, []bool{true, true}, found(t, s, old, first))
	second := saveAt(t, s, "new", now.Add(time.Minute), 9_000)
	assert.Equal(t, []bool{false, true, true}, found(t, s, old, first, second), "room was made")

	_, err := s.Save(ctx, Meta{Session: "new"}, make([]byte, 20_001), nil)
	require.ErrorIs(t, err, ErrQuota)
	assert.ErrorContains(t, err, "spill.maxBytes")
	assert.Equal(t, []bool{true, true}, found(t, s, first, second), "nothing goes for what never fits")

	s.now = func() time.Time { return now.Add(time.Hour) }
	_, err = s.Save(ctx, Meta{Session: "new"}, make([]byte, 9_000), nil)
	require.ErrorIs(t, err, ErrQuota, "the session is live, so nothing of it goes")
	assert.Equal(t, []bool{true, true}, found(t, s, first, second))
	_, err = s.SaveStream(ctx, Meta{Session: "new"}, strings.NewReader(strings.Repeat("x", 9_000)))
	require.ErrorIs(t, err, ErrQuota)
	assert.Empty(t, temps(t, s))
	assert.Equal(t, second, saveAt(t, s, "new", now.Add(time.Minute), 9_000), "what is there already needs no room")
}

func TestAStreamStopsAtTheQuota(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxBytes = 4 * chunkBytes })
	endless := &brokenReader{n: 1 << 20}
	_, err := s.SaveStream(ctx, Meta{}, endless)
	require.ErrorIs(t, err, ErrQuota)
	assert.Greater(t, endless.n, 1<<20-20, "it was not read to its end")
	assert.Empty(t, temps(t, s))
	_, err = s.SaveStream(ctx, Meta{}, strings.NewReader(strings.Repeat("y", 3*chunkBytes)))
	require.NoError(t, err)
}

func TestSavingSweepsByAgeNowAndThen(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = 24 * time.Hour })
	now := time.Now()
	old := saveAt(t, s, "a", now.Add(-30*time.Hour), 100)
	saveAt(t, s, "b", now, 100)
	assert.Equal(t, []bool{false}, found(t, s, old))
}

func TestAFolderInUseIsLeftToTheNextSweep(t *testing.T) {
	s := newStore(t, func(o *Options) { o.MaxAge = time.Hour })
	loc := saveAt(t, s, "a", time.Now().Add(-2*time.Hour), 100)
	unlock, err := s.lockNow(filepath.Dir(loc.Path))
	require.NoError(t, err)
	r, err := s.GC(time.Now())
	require.NoError(t, err)
	assert.Equal(t, 1, r.Busy)
	assert.Equal(t, []bool{true}, found(t, s, loc))
	unlock()
	r, err = s.GC(time.Now())
	require.NoError(t, err)
	assert.Equal(t, 1, r.Expired)
}

func TestRemoveTakesOneOriginalFromAllSessions(t *testing.T) {
	s := newStore(t)
	var locs []Locator
	for _, session := range []string{"a", "b"} {
		loc, err := s.Save(ctx, Meta{Session: session, Tool: session}, []byte("secret"), []byte("text"))
		require.NoError(t, err)
		locs = append(locs, loc)
	}
	other := save(t, s, "other")
	require.NoError(t, s.Remove(locs[0].ID))
	for _, l := range locs {
		for _, ending := range []string{"", ".txt", ".json"} {
			assert.NoFileExists(t, l.Path+ending)
		}
	}
	assert.Equal(t, []bool{false, true}, found(t, s, locs[0], other))
	assert.ErrorIs(t, s.Remove(locs[0].ID), ErrExpired)
	assert.ErrorIs(t, s.Remove("ffffffffffff"), ErrUnknown)
	require.NoError(t, s.Remove(other.Path))
	assert.NoFileExists(t, other.Path)
}

func TestPurgeLeavesNoTrace(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "secret")
	gone := save(t, s, "gone")
	require.NoError(t, s.Remove(gone.ID))
	saveAt(t, s, "dead", time.Now(), 50)
	require.NoError(t, s.Purge())
	for _, id := range []string{loc.ID, gone.ID} {
		_, err := s.Find(id)
		assert.ErrorIs(t, err, ErrUnknown)
	}
	list, err := s.List()
	require.NoError(t, err)
	assert.Empty(t, list)
	again := save(t, s, "secret")
	assert.Equal(t, loc, again, "the store goes on")
}

func TestTombstonesAreBounded(t *testing.T) {
	var list []tombstone
	for i := range maxTombstones + 10 {
		list = append(list, tombstone{at: time.Unix(int64(i), 0), id: fmt.Sprintf("%012x", i), why: "age"})
	}
	back := parseTombstones(encodeTombstones(list))
	require.Len(t, back, maxTombstones)
	assert.Equal(t, fmt.Sprintf("%012x", 10), back[0].id)
	assert.True(t, back[0].at.Equal(time.Unix(10, 0)))
}
