//go:build unix

package openfile

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

const (
	noFollow = syscall.O_NOFOLLOW
	// nonBlock keeps an open from waiting for the other end of a pipe that took the
	// file's place after the look at it.
	nonBlock = syscall.O_NONBLOCK
)

// Owner is the account that a file belongs to.
func Owner(info fs.FileInfo) (uid int, known bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Uid), true
}

// Own refuses a file that belongs to neither this user nor root, or that other accounts
// may write. Of a link, the link and the file that it leads to are looked at.
//
// Where every user has a group of their own and a umask of 002, files are writable by a
// group that is nobody else's: such a group is no other account.
func Own(path string, info fs.FileInfo) error {
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		if err := belongs(path, link); err != nil {
			return err
		}
	}
	if err := belongs(path, info); err != nil {
		return err
	}
	perm := info.Mode().Perm()
	switch st, ok := info.Sys().(*syscall.Stat_t); {
	case perm&0o002 != 0:
		return fmt.Errorf("%s is writable by everyone (mode %04o): %w; run chmod go-w %q", path, perm, ErrOthers, path)
	case perm&0o020 != 0 && !(ok && private(st.Gid)):
		return fmt.Errorf("%s is writable by its group (mode %04o): %w; run chmod g-w %q", path, perm, ErrOthers, path)
	}
	return nil
}

func belongs(path string, info fs.FileInfo) error {
	if uid, ok := Owner(info); ok && uid != 0 && uid != os.Geteuid() {
		return fmt.Errorf("%s belongs to user %d, neither to you nor to root: %w", path, uid, ErrOthers)
	}
	return nil
}

// private reports whether a group is this user's alone: by convention one of the same
// name, as user-private groups are.
func private(gid uint32) bool {
	if int(gid) != os.Getegid() {
		return false
	}
	me, err := user.LookupId(strconv.Itoa(os.Geteuid()))
	if err != nil {
		return false
	}
	group, err := user.LookupGroupId(strconv.Itoa(int(gid)))
	return err == nil && group.Name == me.Username
}
