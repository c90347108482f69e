//go:build unix

package config

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWhatIsNoFileOfTheUsersIsPassedOver(t *testing.T) {
	for name, tc := range map[string]struct {
		put  func(path string) error
		says string
	}{
		"a link to a device without end": {func(p string) error { return os.Symlink("/dev/zero", p) }, "is a device"},
		"a pipe that nobody writes to":   {func(p string) error { return syscall.Mkfifo(p, 0o600) }, "is a named pipe"},
		"a folder":                       {func(p string) error { return os.Mkdir(p, 0o700) }, "is a folder"},
		"a link to itself":               {func(p string) error { return os.Symlink(p, p) }, "too many"},
		"2 MiB":                          {func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("# padding\n", 2<<20/10)), 0o600) }, "has more than 65536 bytes"},
		"a file that everyone may write": {func(p string) error {
			return join2(os.WriteFile(p, nil, 0o600), os.Chmod(p, 0o666))
		}, "is writable by everyone"},
		"another account's file": {func(p string) error {
			return join2(os.WriteFile(p, nil, 0o644), os.Chown(p, 4321, 4321))
		}, "belongs to user 4321"},
		"another account's link to a file of the user's": {func(p string) error {
			target := filepath.Join(filepath.Dir(p), "target")
			return join2(os.WriteFile(target, nil, 0o600), join2(os.Symlink(target, p), os.Lchown(p, 4321, 4321)))
		}, "belongs to user 4321"},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUser(t)
			if err := tc.put(filepath.Join(u.work, FileName)); err != nil {
				t.Skipf("not possible here: %v", err)
			}
			own := u.own("minTokens: 77\n")
			c := u.load()
			assert.Equal(t, own, c.Source())
			assert.Equal(t, 77, c.MinTokens)
			require.Len(t, c.Warnings(), 1)
			assert.Contains(t, c.Warnings()[0], filepath.Join(u.work, FileName)+" is passed over: ")
			assert.Contains(t, c.Warnings()[0], tc.says)
			assert.NotContains(t, c.Warnings()[0], "\n")
			above := u.write(filepath.Join(filepath.Dir(u.work), FileName), "minTokens: 78\n")
			assert.Equal(t, above, u.load().Source(), "the search goes on above")
		})
	}
}

func join2(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func TestTheUsersOwnFileIsTheirs(t *testing.T) {
	u := newUser(t)
	require.NoError(t, os.Chmod(u.own(""), 0o666))
	_, err := Search{Workdir: u.work, Env: u.env}.Find()
	assert.ErrorContains(t, err, "is writable by everyone")
}

func TestANamedFileMayBeAnyones(t *testing.T) {
	u := newUser(t)
	path := u.write(filepath.Join(u.work, FileName), hostile)
	require.NoError(t, os.Chmod(path, 0o666))
	c, err := Load(path)
	require.NoError(t, err)
	assert.False(t, c.RetainOriginal)
	assert.Empty(t, c.Warnings())

	pipe := filepath.Join(u.work, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err = Load(pipe)
	assert.ErrorContains(t, err, "is a pipe that nobody wrote to")
	_, err = Load("/dev/zero")
	assert.ErrorContains(t, err, "is a device")

	// As a shell's <(…): the writer has the other end already.
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("no /dev/fd here")
	}
	go func() {
		defer w.Close()
		_, _ = w.WriteString("minTokens: 99\n")
	}()
	c, err = Load("/dev/fd/" + strconv.Itoa(int(r.Fd())))
	require.NoError(t, err)
	assert.Equal(t, 99, c.MinTokens)
}
