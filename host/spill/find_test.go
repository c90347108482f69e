package spill

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFindTakesIDsLongerIDsAndPathsOfAllItsFiles(t *testing.T) {
	s := newStore(t)
	loc, err := s.Save(ctx, Meta{Tool: "bash"}, []byte("raw"), []byte("text"))
	require.NoError(t, err)
	wd, err := os.Getwd()
	require.NoError(t, err)
	rel, err := filepath.Rel(wd, loc.Path)
	require.NoError(t, err)
	for _, q := range []string{
		loc.ID, strings.ToUpper(loc.ID), loc.SHA256, loc.SHA256[:20],
		loc.Path, loc.TextPath, loc.Path + ".json", rel,
		filepath.Dir(loc.Path) + "/./../" + filepath.Base(filepath.Dir(loc.Path)) + "/" + filepath.Base(loc.Path),
	} {
		e, err := s.Find(q)
		require.NoError(t, err, q)
		assert.Equal(t, loc, e.Locator, q)
	}
	_, err = s.Find(loc.SHA256[:20] + strings.Repeat("0", 44))
	assert.ErrorIs(t, err, ErrUnknown, "digits that are not its own")
}

func TestFindRefusesWhatLeavesTheStore(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "x")
	outside := filepath.Join(filepath.Dir(s.root), "0123456789ab-secret")
	require.NoError(t, os.WriteFile(outside, []byte("secret"), 0o600))
	dir := filepath.Dir(loc.Path)
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "0123456789ab-link")))
	require.NoError(t, os.Symlink(filepath.Dir(s.root), filepath.Join(s.spill, "0123456789ab")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "0123456789ab-dir"), 0o700))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "0123456789ac-pipe"), 0o600))
	for _, q := range []string{
		"", "/etc/passwd", "../../etc/passwd", outside, "x\x00y", "0123", "no such thing",
		s.root, s.spill, dir, filepath.Join(dir, lockName), s.spill + "/.expired",
		dir + "/../../../0123456789ab-secret",
		filepath.Join(dir, "0123456789ab-link"),
		filepath.Join(dir, "0123456789ab-dir"),
		filepath.Join(dir, "0123456789ac-pipe"),
		filepath.Join(s.spill, "0123456789ab", "0123456789ab-secret"),
		loc.Path + "/x", loc.Path + ".bak", strings.Repeat("a/", 4000),
	} {
		_, err := s.Find(q)
		assert.ErrorIs(t, err, ErrRefused, q)
	}
	for _, id := range []string{"0123456789ab", "0123456789ac"} {
		_, err := s.Find(id)
		assert.Error(t, err)
		assert.Error(t, s.Remove(id))
	}
	list, err := s.List()
	require.NoError(t, err)
	assert.Len(t, list, 1)
	assert.Equal(t, "secret", read(t, outside))
}

func TestSaveFollowsNoSymlinkBelowTheRoot(t *testing.T) {
	elsewhere := scratch(t)
	for name, f := range map[string]func(s *Store) string{
		"the spill folder":     func(s *Store) string { return s.spill },
		"a session's folder":   func(s *Store) string { return filepath.Join(s.spill, sessionHash("s1")) },
		"the lock":             func(s *Store) string { return filepath.Join(s.spill, sessionHash("s1"), lockName) },
		"the original's name":  func(s *Store) string { return filepath.Join(s.spill, sessionHash("s1"), hashOf([]byte("x"))[:12]+"-t") },
		"a folder's place":     func(s *Store) string { return filepath.Join(s.spill, sessionHash("s1")) },
		"the root's own place": func(s *Store) string { return s.root },
	} {
		s := newStore(t)
		at := f(s)
		require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
		if strings.HasSuffix(name, "place") {
			require.NoError(t, os.WriteFile(at, nil, 0o600))
		} else {
			require.NoError(t, os.Symlink(elsewhere, at))
		}
		_, err := s.Save(ctx, Meta{Tool: "t"}, []byte("x"), nil)
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), at, name)
		assert.Contains(t, err.Error(), "set spill.dir", name)
	}
	assert.Empty(t, names(elsewhere))
}

func TestTheRootAndItsParentsMayBeSymlinks(t *testing.T) {
	real := scratch(t)
	link := filepath.Join(scratch(t), "link")
	require.NoError(t, os.Symlink(real, link))
	s := newStore(t, func(o *Options) { o.Dir = link })
	loc := save(t, s, "x")
	assert.True(t, strings.HasPrefix(loc.Path, link), "as configured")
	realPath := real + strings.TrimPrefix(loc.Path, link)
	e, err := s.Find(realPath)
	require.NoError(t, err)
	assert.Equal(t, loc, e.Locator)
	assert.True(t, s.Holds(realPath))
	assert.True(t, s.Holds(loc.Path))
	other := newStore(t, func(o *Options) { o.Dir = real })
	assert.True(t, other.Holds(loc.Path))
	_, err = other.Find(loc.Path)
	assert.NoError(t, err)
}

func TestHolds(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "x")
	outer := filepath.Join(filepath.Dir(s.root), "in")
	require.NoError(t, os.Symlink(filepath.Dir(loc.Path), outer))
	t.Setenv("HOME", filepath.Dir(s.root))
	for path, want := range map[string]bool{
		loc.Path: true, s.spill: true, s.spill + "/not/yet/there": true, s.spill + "/": true,
		outer + "/" + filepath.Base(loc.Path): true, "~/root/spill/x": true,
		"": false, "/": false, s.root: false, s.spill + "2": false, s.spill + "/../other": false,
		"relative": false, "~/root": false, "a\x00": false,
	} {
		assert.Equal(t, want, s.Holds(path), path)
	}
	t.Chdir(filepath.Dir(loc.Path))
	assert.True(t, s.Holds(filepath.Base(loc.Path)))
	assert.True(t, s.Holds("."))
}

func TestFindTellsWhatIsDamaged(t *testing.T) {
	s := newStore(t)
	loc, err := s.Save(ctx, Meta{}, []byte("raw"), []byte("text"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(loc.TextPath, []byte("texts"), 0o600))
	_, err = s.Find(loc.ID)
	require.ErrorIs(t, err, ErrDamaged)
	require.NoError(t, os.WriteFile(loc.TextPath, []byte("tex!"), 0o600))
	e, err := s.Find(loc.ID)
	require.NoError(t, err, "sizes alone")
	require.ErrorIs(t, s.Verify(e), ErrDamaged)
	require.NoError(t, os.Truncate(loc.Path, 0))
	_, err = s.Find(loc.Path)
	require.ErrorIs(t, err, ErrDamaged)
	list, err := s.List()
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.True(t, list[0].Damaged)
	assert.NoError(t, s.Remove(loc.ID))
}

func TestAnOriginalWithoutSidecarIsFoundIfItIsWhole(t *testing.T) {
	for _, sidecar := range []string{"", "{", `{"version":1}`} {
		s := newStore(t)
		loc, err := s.Save(ctx, Meta{}, []byte("raw"), []byte("text"))
		require.NoError(t, err)
		require.NoError(t, os.Remove(loc.Path+".json"))
		if sidecar != "" {
			require.NoError(t, os.WriteFile(loc.Path+".json", []byte(sidecar), 0o600))
		}
		e, err := s.Find(loc.ID)
		require.NoError(t, err)
		assert.Equal(t, loc, e.Locator)
		assert.Error(t, s.Record(loc, []byte("x")), "nothing to record in")
		require.NoError(t, os.WriteFile(loc.Path, []byte("rat"), 0o600))
		_, err = s.Find(loc.ID)
		require.ErrorIs(t, err, ErrDamaged)
	}
}

func TestAnOriginalRemovedByHandIsExpired(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "x")
	require.NoError(t, os.Remove(loc.Path))
	_, err := s.Find(loc.Path)
	assert.ErrorIs(t, err, ErrExpired)
	assert.Error(t, s.Record(loc, []byte("y")), "a replacement must not be shown")
}

func TestMadeKnowsOnlyWhatWasRecorded(t *testing.T) {
	s := newStore(t)
	loc := save(t, s, "original")
	text := "[riffle: log, stored at " + loc.Path + " (sha256 " + loc.ID + ")]\nshort\n"
	assert.False(t, s.Made([]byte(text)))
	require.NoError(t, s.Record(loc, []byte(text)))
	require.NoError(t, s.Record(loc, []byte(text)), "again")
	for made, want := range map[string]bool{
		text: true, strings.TrimRight(text, "\n"): true, text + " \r\n\n": true,
		" " + text: false, text + "more": false, "": false,
		strings.Replace(text, loc.ID, "0123456789ab", 1): false,
		"short\n" + loc.ID:       false,
		"\n" + text:              false,
		loc.ID + "\nshort\n":     false,
		strings.ToUpper(text):    false,
		strings.Repeat("a", 1e6): false,
	} {
		assert.Equal(t, want, s.Made([]byte(made)), made[:min(len(made), 80)])
	}
	assert.True(t, sibling(t, s, func(o *Options) { o.Session = "another" }).Made([]byte(text)), "also to another host")
}

func TestTheRecordOfReplacementsIsBoundedAndKeepsTheNewest(t *testing.T) {
	var c sidecar
	at := time.Unix(0, 0)
	for i := range maxReplacements + 5 {
		c.add(hashOf(fmt.Append(nil, i)), at.Add(time.Duration(i)))
	}
	assert.Len(t, c.Replacements, maxReplacements)
	assert.True(t, c.has(hashOf(fmt.Append(nil, maxReplacements+4))))
	assert.False(t, c.has(hashOf(fmt.Append(nil, 4))))
	c.ID, c.SHA256, c.Version = hashOf(nil)[:12], hashOf(nil), 1
	b, err := c.encode()
	require.NoError(t, err)
	assert.Less(t, len(b), maxSidecar/4)
	back, err := parseSidecar(b)
	require.NoError(t, err)
	assert.Equal(t, c.Replacements[0].SHA256, back.Replacements[0].SHA256)
}

func TestLongAndOddMetaIsCutNotRefused(t *testing.T) {
	s := newStore(t)
	loc, err := s.Save(ctx, Meta{
		Session: strings.Repeat("s", 10_000), Tool: "\xff/../" + strings.Repeat("日", 1000), Command: strings.Repeat("日", 1e6),
	}, []byte("x"), nil)
	require.NoError(t, err)
	e, err := s.Find(loc.Path)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(e.Command), maxCommand)
	assert.True(t, strings.HasPrefix(e.Tool, "\uFFFD/../日"))
	assert.LessOrEqual(t, len(filepath.Base(loc.Path)), 64+1+maxToolBytes)
}

func FuzzParseSidecar(f *testing.F) {
	good := newSidecar(&incoming{sha: hashOf(nil), text: []byte("t")}, hashOf(nil)[:12], time.Unix(1, 0))
	good.add(hashOf([]byte("r")), time.Unix(2, 0))
	b, _ := good.encode()
	f.Add(b)
	f.Add([]byte(`{"version":1,"id":"e3","sha256":"e3"}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := parseSidecar(b)
		if err != nil {
			return
		}
		require.True(t, strings.HasPrefix(c.SHA256, c.ID) && c.ID != "" && c.Bytes >= 0)
		again, err := c.encode()
		require.NoError(t, err)
		back, err := parseSidecar(again)
		require.NoError(t, err)
		require.Equal(t, c.SHA256, back.SHA256)
		require.Len(t, back.Replacements, len(c.Replacements))
	})
}

func FuzzMade(f *testing.F) {
	f.Add([]byte("[riffle: 0123456789ab]"))
	f.Add([]byte("0123456789abcdef 0123456789ag _0123456789ab \xc3\xa90123456789ab\n0123456789ab"))
	s, err := Open(Options{Dir: filepath.Join(f.TempDir(), "r")})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text []byte) {
		require.False(t, s.Made(text))
		ids := namedIDs(text, idDigits)
		require.LessOrEqual(t, len(ids), madeIDs)
		for id := range ids {
			require.True(t, isHex(id) && len(id) >= idDigits && len(id) <= 64)
			require.Contains(t, strings.SplitN(string(text), "\n", 2)[0], id)
		}
	})
}

func FuzzNames(f *testing.F) {
	f.Add("mcp__fs__read_file")
	f.Add("../x.json")
	f.Add("日本 \xff")
	f.Fuzz(func(t *testing.T, tool string) {
		stem := "0123456789ab-" + encodeTool(tool)
		for _, ending := range []string{"", textEnding, sidecarEnding} {
			back, id, e, ok := parseName(stem + ending)
			require.True(t, ok)
			require.Equal(t, []string{stem, "0123456789ab", ending}, []string{back, id, e})
		}
		if stem, _, _, ok := parseName(tool); ok {
			require.NotContains(t, stem, "/")
			require.NotContains(t, stem, ".")
		}
		parseTombstones([]byte(tool))
	})
}
