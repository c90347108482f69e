package spill

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// errSkip is what a helper says where the system does not let it set the stage.
const errSkip = "skip: "

func init() {
	operations["full disk"] = func(s *Store, _ io.Writer) error {
		if err := syscall.Mount("tmpfs", s.root, "tmpfs", 0, "size=1m"); err != nil {
			return errors.New(errSkip + err.Error())
		}
		return checkFull(s, syscall.ENOSPC)
	}
	operations["file size limit"] = func(s *Store, _ io.Writer) error {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10_000, Max: 10_000}); err != nil {
			return errors.New(errSkip + err.Error())
		}
		return checkFull(s, syscall.EFBIG)
	}
	operations["read-only disk"] = func(s *Store, _ io.Writer) error {
		if err := syscall.Mount("tmpfs", s.root, "tmpfs", syscall.MS_RDONLY, ""); err != nil {
			return errors.New(errSkip + err.Error())
		}
		if _, err := s.Save(ctx, Meta{}, big, nil); !errors.Is(err, syscall.EROFS) {
			return errors.Join(errors.New("expected EROFS"), err)
		}
		return nil
	}
}

// checkFull saves what does not fit, and then what does.
func checkFull(s *Store, want error) error {
	large := make([]byte, 2<<20)
	for range 3 {
		if _, err := s.Save(ctx, Meta{}, large, big); !errors.Is(err, want) {
			return errors.Join(errors.New("expected that it does not fit"), err)
		}
		_, err := s.SaveStream(ctx, Meta{}, bytes.NewReader(large))
		if !errors.Is(err, want) {
			return errors.Join(errors.New("expected that the stream does not fit"), err)
		}
		var cut *Interrupted
		if errors.As(err, &cut) {
			cut.Close()
		}
	}
	if _, err := s.Find(hashOf(large)[:12]); !errors.Is(err, ErrUnknown) {
		return errors.Join(errors.New("found what did not fit"), err)
	}
	left, _ := filepath.Glob(filepath.Join(s.spill, "*", tempPrefix+"*"))
	if len(left) > 0 {
		return errors.New("left " + left[0])
	}
	loc, err := s.Save(ctx, Meta{}, []byte("small"), nil)
	if err != nil {
		return err
	}
	return s.Record(loc, []byte("shown"))
}

func TestADiskThatIsReallyFullOrReadOnly(t *testing.T) {
	for _, op := range []string{"full disk", "file size limit", "read-only disk"} {
		t.Run(op, func(t *testing.T) {
			s := newStore(t)
			require.NoError(t, os.MkdirAll(s.root, 0o700))
			c := helper(op, s.root, 0)
			if op != "file size limit" { // mounts of its own
				c.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
				if os.Geteuid() != 0 {
					c.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
					c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
				}
			}
			out, err := c.CombinedOutput()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) || bytes.Contains(out, []byte(errSkip)) {
				t.Skipf("the system does not let us: %v %s", err, out)
			}
			assert.NoError(t, err, "%s", out)
		})
	}
}
