package spill

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var ctx = context.Background()

// newStore opens a store under a fresh folder; edit may change the options.
func newStore(t *testing.T, edit ...func(*Options)) *Store {
	t.Helper()
	opts := Options{Dir: filepath.Join(scratch(t), "root"), Session: "s1"}
	for _, e := range edit {
		e(&opts)
	}
	s, err := Open(opts)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// scratch is a folder in memory where the system has one: the tests flush a
// thousand files.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "spill-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// sibling opens another store on the same folder, as another host would.
func sibling(t *testing.T, s *Store, edit ...func(*Options)) *Store {
	t.Helper()
	return newStore(t, append([]func(*Options){func(o *Options) { o.Dir, o.MaxBytes, o.MaxAge = s.root, s.opts.MaxBytes, s.opts.MaxAge }}, edit...)...)
}

func save(t *testing.T, s *Store, text string) Locator {
	t.Helper()
	loc, err := s.Save(ctx, Meta{Tool: "bash"}, []byte(text), nil)
	require.NoError(t, err)
	return loc
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func TestSaveStoresExactBytesUnderNamesThatSayWhatTheyAre(t *testing.T) {
	s := newStore(t)
	status := 3
	raw := []byte("a\x1b[31mred\x1b[0m\r\n\xff\x00")
	loc, err := s.Save(ctx, Meta{Tool: "mcp fs/read", Kind: "log", CallID: "c1", Command: "make", ExitStatus: &status, IsError: true}, raw, []byte("ared\n"))
	require.NoError(t, err)
	assert.Equal(t, hashOf(raw), loc.SHA256)
	assert.Equal(t, loc.SHA256[:12], loc.ID)
	assert.Equal(t, filepath.Join(s.root, "spill", sessionHash("s1"), loc.ID+"-mcp~20fs~2Fread"), loc.Path)
	assert.Equal(t, loc.Path+".txt", loc.TextPath)
	assert.EqualValues(t, len(raw), loc.Bytes)
	assert.Equal(t, string(raw), read(t, loc.Path))
	assert.Equal(t, "ared\n", read(t, loc.TextPath))

	e, err := s.Find(loc.ID)
	require.NoError(t, err)
	assert.Equal(t, loc, e.Locator)
	assert.Equal(t, Meta{Session: "s1", Tool: "mcp fs/read", Kind: "log", CallID: "c1", Command: "make", ExitStatus: &status, IsError: true}, e.Meta)
	assert.EqualValues(t, 5, e.TextBytes)
	require.NoError(t, s.Verify(e))
}

func TestNoTextFileWhereCleaningChangedNothing(t *testing.T) {
	s := newStore(t)
	loc, err := s.Save(ctx, Meta{}, []byte("same"), []byte("same"))
	require.NoError(t, err)
	assert.Empty(t, loc.TextPath)
	assert.NoFileExists(t, loc.Path+".txt")
	assert.Equal(t, loc.ID+"-result", filepath.Base(loc.Path))
}

func TestAnEmptyOriginalIsStored(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "")
	e, err := s.Find(loc.ID)
	require.NoError(t, err)
	assert.Zero(t, e.Bytes)
}

func TestModesHoldWhateverTheUmask(t *testing.T) {
	for _, tc := range []struct{ umask, mode, file, dir fs.FileMode }{
		{0, 0, 0o600, 0o700},
		{0o777, 0, 0o600, 0o700},
		{0o077, 0o640, 0o640, 0o750},
		{0, 0o644, 0o644, 0o755},
	} {
		s := newStore(t, func(o *Options) { o.FileMode = tc.mode; o.Dir += "/a/b" })
		old := syscall.Umask(int(tc.umask))
		loc, err := s.Save(ctx, Meta{}, []byte("x\x1b"), []byte("x"))
		syscall.Umask(old)
		require.NoError(t, err)
		for _, p := range []string{loc.Path, loc.TextPath, loc.Path + ".json"} {
			info, err := os.Lstat(p)
			require.NoError(t, err)
			assert.Equal(t, tc.file, info.Mode().Perm(), p)
		}
		for p := filepath.Dir(loc.Path); p != filepath.Dir(filepath.Dir(s.root)); p = filepath.Dir(p) {
			info, err := os.Lstat(p)
			require.NoError(t, err)
			assert.Equal(t, tc.dir, info.Mode().Perm(), p)
		}
	}
}

func TestAFolderOpenToOthersIsClosed(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "one")
	require.NoError(t, os.Chmod(filepath.Dir(loc.Path), 0o777))
	save(t, s, "two")
	info, err := os.Lstat(filepath.Dir(loc.Path))
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o700), info.Mode().Perm())
}

func TestSavingTheSameAgainGivesTheSameLocatorAndRefreshesItsTime(t *testing.T) {
	s := newStore(t)
	at := time.Now()
	s.now = func() time.Time { return at }
	first := save(t, s, "same")
	require.NoError(t, s.Record(first, []byte("short")))
	at = at.Add(time.Hour)
	again, err := s.Save(ctx, Meta{Tool: "http"}, []byte("same"), nil)
	require.NoError(t, err)
	assert.Equal(t, first, again, "the tool that came first gives the name")
	e, err := s.Find(first.ID)
	require.NoError(t, err)
	assert.WithinDuration(t, at, e.Used, time.Second)
	assert.WithinDuration(t, at.Add(-time.Hour), e.Saved, time.Second)
	assert.True(t, s.Made([]byte(first.ID+" short")) == false && s.Made([]byte("short")) == false)
	assert.Equal(t, 1, e.Replacements, "the record survives")
}

func TestDamagedFilesAreNotTrustedButWrittenAgain(t *testing.T) {
	damage := map[string]func(t *testing.T, path string){
		"cut":     func(t *testing.T, p string) { require.NoError(t, os.Truncate(p, 1)) },
		"changed": func(t *testing.T, p string) { require.NoError(t, os.WriteFile(p, []byte("SAME"), 0o600)) },
		"gone":    func(t *testing.T, p string) { require.NoError(t, os.Remove(p)) },
	}
	for name, f := range damage {
		for _, ending := range []string{"", ".txt", ".json"} {
			t.Run(name+ending, func(t *testing.T) {
				s := newStore(t)
				loc, err := s.Save(ctx, Meta{Tool: "bash"}, []byte("same"), []byte("sam "))
				require.NoError(t, err)
				f(t, loc.Path+ending)
				again, err := s.Save(ctx, Meta{Tool: "bash"}, []byte("same"), []byte("sam "))
				require.NoError(t, err)
				assert.Equal(t, loc, again)
				assert.Equal(t, "same", read(t, loc.Path))
				e, err := s.Find(loc.ID)
				require.NoError(t, err)
				require.NoError(t, s.Verify(e))
				assert.Equal(t, "sam ", read(t, e.TextPath))
			})
		}
	}
}

func TestIDsThatCollideGrow(t *testing.T) {
	s := newStore(t)
	s.digits = 1
	seen := map[string]string{}
	for i := range 64 {
		text := strings.Repeat("x", i)
		loc := save(t, s, text)
		require.NotContains(t, seen, loc.ID)
		seen[loc.ID] = text
	}
	grown := 0
	for id, text := range seen {
		if len(id) > 1 {
			grown++
		}
		e, err := s.Find(id)
		require.NoError(t, err)
		assert.Equal(t, text, read(t, e.Path))
		assert.Equal(t, e.Locator, save(t, s, text))
	}
	assert.Positive(t, grown)
}

func TestSaveStreamIsSaveWithoutTheMemory(t *testing.T) {
	s := newStore(t)
	text := strings.Repeat("line of text\n", 60_000) // several chunks
	loc, err := s.SaveStream(ctx, Meta{Tool: "bash"}, iotestReader(text))
	require.NoError(t, err)
	assert.Equal(t, text, read(t, loc.Path))
	assert.Equal(t, loc, save(t, s, text))
	again, err := s.SaveStream(ctx, Meta{Tool: "bash"}, iotestReader(text))
	require.NoError(t, err)
	assert.Equal(t, loc, again)
	assert.Empty(t, temps(t, s))
}

// iotestReader gives odd pieces.
func iotestReader(s string) io.Reader {
	return io.MultiReader(strings.NewReader(s[:1]), strings.NewReader(s[1:]))
}

func temps(t *testing.T, s *Store) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(s.spill, "*", ".tmp-*"))
	require.NoError(t, err)
	return list
}

type brokenReader struct{ n int }

func (b *brokenReader) Read(p []byte) (int, error) {
	if b.n--; b.n < 0 {
		return 0, errors.New("the pipe broke")
	}
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}

func TestAStreamThatBreaksLeavesNothing(t *testing.T) {
	s := newStore(t)
	_, err := s.SaveStream(ctx, Meta{}, &brokenReader{n: 5})
	require.ErrorContains(t, err, "the pipe broke")
	list, err := s.List()
	require.NoError(t, err)
	assert.Empty(t, list)
	assert.Empty(t, temps(t, s))
}

func TestAnEndedContextStopsASave(t *testing.T) {
	s := newStore(t)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.Save(ended, Meta{}, []byte("x"), nil)
	require.ErrorIs(t, err, context.Canceled)
	_, err = s.SaveStream(ended, Meta{}, strings.NewReader("x"))
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, temps(t, s))
}

func TestSessionsHaveFoldersOfTheirOwn(t *testing.T) {
	s := newStore(t)
	a, err := s.Save(ctx, Meta{Session: "a"}, []byte("x"), nil)
	require.NoError(t, err)
	b, err := s.Save(ctx, Meta{Session: "b"}, []byte("x"), nil)
	require.NoError(t, err)
	assert.Equal(t, a.ID, b.ID)
	assert.NotEqual(t, a.Path, b.Path)
	e, err := sibling(t, s, func(o *Options) { o.Session = "a" }).Find(a.ID)
	require.NoError(t, err)
	assert.Equal(t, a.Path, e.Path, "one's own session first")
	list, err := s.List()
	require.NoError(t, err)
	assert.Len(t, list, 2)
}

func TestListGoesByTimeThenID(t *testing.T) {
	s := newStore(t)
	at := time.Now()
	s.now = func() time.Time { return at }
	var want []string
	for _, step := range []int{3, 0, 0, 0} {
		at = at.Add(time.Duration(step) * time.Minute)
		want = append(want, save(t, s, strings.Repeat("y", len(want))).ID)
	}
	at = at.Add(time.Minute)
	save(t, s, "")
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 4)
	assert.Equal(t, want[0], list[3].ID, "used again last")
	assert.True(t, list[0].ID < list[1].ID && list[1].ID < list[2].ID)
}

func TestOpenRefusesOptionsThatCannotBe(t *testing.T) {
	for name, o := range map[string]Options{
		"negative quota":     {MaxBytes: -1},
		"negative age":       {MaxAge: -1},
		"writable by others": {FileMode: 0o666},
		"executable":         {FileMode: 0o700},
		"not readable":       {FileMode: 0o200},
	} {
		_, err := Open(o)
		assert.ErrorContains(t, err, "spill: ", name)
	}
}

func TestTheDefaultRootHasNoFallbackElsewhere(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/state")
	t.Setenv("HOME", "/home/u")
	root, err := defaultRoot()
	require.NoError(t, err)
	assert.Equal(t, "/state/riffle", root)
	t.Setenv("XDG_STATE_HOME", "relative")
	root, err = defaultRoot()
	require.NoError(t, err)
	assert.Equal(t, "/home/u/.local/state/riffle", root)
	t.Setenv("HOME", "")
	s, err := Open(Options{})
	require.NoError(t, err, "it shows in Save")
	_, err = s.Save(ctx, Meta{}, []byte("x"), nil)
	assert.ErrorContains(t, err, "XDG_STATE_HOME")
	_, err = s.Find("0123456789ab")
	assert.Error(t, err)
	assert.False(t, s.Holds("/anything"))
}

func TestOpenAndReadingTouchNothing(t *testing.T) {
	s := newStore(t)
	_, err := s.Find("0123456789ab")
	require.ErrorIs(t, err, ErrUnknown)
	list, err := s.List()
	require.NoError(t, err)
	assert.Empty(t, list)
	_, err = s.GC(time.Now())
	require.NoError(t, err)
	require.NoError(t, s.Purge())
	assert.False(t, s.Made([]byte("0123456789ab")))
	assert.NoDirExists(t, s.root)
}
