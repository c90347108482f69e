package spill

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestARootIsKnownOnceSomethingWasSaved(t *testing.T) {
	index := filepath.Join(t.TempDir(), "state", "stores")
	root := t.TempDir()
	s, err := Open(Options{Dir: root, Index: index})
	require.NoError(t, err)
	assert.Empty(t, Known(index))
	assert.NoDirExists(t, index)
	for _, text := range []string{"one", "two"} {
		_, err = s.Save(context.Background(), Meta{}, []byte(text), nil)
		require.NoError(t, err)
	}
	assert.Equal(t, []string{root}, Known(index))
	assert.Len(t, names(index), 1)
	require.NoError(t, os.RemoveAll(root))
	assert.Empty(t, Known(index), "one that is gone")

	s, err = Open(Options{Dir: filepath.Dir(index), Index: index})
	require.NoError(t, err)
	_, err = s.Save(context.Background(), Meta{}, []byte("one"), nil)
	require.NoError(t, err)
	assert.Len(t, names(index), 1, "the default root needs no entry")
}

func TestAnIndexIsBoundedAndReadWithCare(t *testing.T) {
	index := t.TempDir()
	began := time.Now().Add(-time.Hour)
	var last string
	for i := range maxKnown + 5 {
		root := filepath.Join(t.TempDir(), fmt.Sprint(i))
		s, err := Open(Options{Dir: root, Index: index})
		require.NoError(t, err)
		s.now = func() time.Time { return began.Add(time.Duration(i) * time.Second) }
		require.NoError(t, os.MkdirAll(s.spill, 0o700))
		s.note()
		last = root
	}
	assert.Len(t, names(index), maxKnown)
	assert.Contains(t, Known(index), last)

	for _, f := range listIndex(index) {
		require.NoError(t, os.Remove(f.path))
	}
	put := func(name, text string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(filepath.Join(index, name), []byte(text), 0o600))
		require.NoError(t, os.Chmod(filepath.Join(index, name), mode))
	}
	put("0123456789a0", last+"\n", 0o666) // others may have written it
	put("0123456789a1", "relative\n", 0o600)
	put("0123456789a2", last+"/../x\n", 0o600)
	put("0123456789a3", last, 0o600) // broken off
	put("0123456789a4", "", 0o600)
	put("not-an-entry", last+"\n", 0o600)
	link := filepath.Join(t.TempDir(), "root")
	require.NoError(t, os.MkdirAll(link, 0o700))
	require.NoError(t, os.Symlink(filepath.Join(last, spillName), filepath.Join(link, spillName)))
	put("0123456789a5", link+"\n", 0o600)
	assert.Empty(t, Known(index))
	put("0123456789a6", last+"\n", 0o600)
	assert.Equal(t, []string{last}, Known(index))
}
