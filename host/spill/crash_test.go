package spill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary runs itself again as another host: with these variables set it
// does one thing to a store and ends.
const (
	helperOp   = "SPILL_TEST_OP"
	helperDir  = "SPILL_TEST_DIR"
	helperStep = "SPILL_TEST_STEP" // die before this step on the disk
)

func TestMain(m *testing.M) {
	if op := os.Getenv(helperOp); op != "" {
		helperMain(op)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// testChunk makes a small original one of several chunks, so that it is also cut
// between two writes.
const testChunk = 4096

var big = bytes.Repeat([]byte("\x1b[1mline\x1b[0m of an original\n"), 2*testChunk/26)

var bigText = bytes.ReplaceAll(bytes.ReplaceAll(big, []byte("\x1b[1m"), nil), []byte("\x1b[0m"), nil)

var shownText = []byte("[riffle: " + hashOf(big)[:12] + "]\nshort\n")

var operations = map[string]func(s *Store, told io.Writer) error{
	"save": func(s *Store, told io.Writer) error {
		loc, err := s.Save(ctx, Meta{Tool: "bash"}, big, bigText)
		if err != nil {
			return err
		}
		fmt.Fprintln(told, "saved", loc.ID)
		if err := s.Record(loc, shownText); err != nil {
			return err
		}
		fmt.Fprintln(told, "recorded", loc.ID)
		return nil
	},
	"stream": func(s *Store, told io.Writer) error {
		loc, err := s.SaveStream(ctx, Meta{Tool: "bash"}, bytes.NewReader(big))
		if err == nil {
			fmt.Fprintln(told, "saved", loc.ID)
		}
		return err
	},
	"sweep": func(s *Store, told io.Writer) error {
		_, err := s.GC(time.Now().Add(100 * time.Hour))
		return err
	},
	"remove": func(s *Store, told io.Writer) error { return s.Remove(hashOf(big)[:12]) },
	"purge":  func(s *Store, told io.Writer) error { return s.Purge() },
	"many": func(s *Store, told io.Writer) error {
		for i := range 15 {
			loc, err := s.Save(ctx, Meta{Tool: "bash"}, []byte("shared"), nil)
			if err != nil {
				return err
			}
			if err := s.Record(loc, fmt.Appendf(nil, "[riffle: %s] %d %d", loc.ID, os.Getpid(), i)); err != nil {
				return err
			}
			if _, err := s.Save(ctx, Meta{Tool: "bash"}, fmt.Appendf(nil, "%d %d", os.Getpid(), i), nil); err != nil {
				return err
			}
		}
		fmt.Fprintln(told, "pid", os.Getpid())
		return nil
	},
}

func helperMain(op string) {
	s, err := Open(Options{Dir: os.Getenv(helperDir), Session: "s1", MaxAge: time.Hour})
	s.chunk = testChunk
	step, _ := strconv.Atoi(os.Getenv(helperStep))
	s.hook = func(string, string) error {
		if step--; step == 0 {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	if err == nil {
		err = operations[op](s, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func helper(op, dir string, step int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), helperOp+"="+op, helperDir+"="+dir, helperStep+"="+strconv.Itoa(step))
	return c
}

// checkWhole is what must hold whatever happened: everything that can be found is
// whole, and what a host was told is there.
func checkWhole(t *testing.T, s *Store, told string, msg string) {
	t.Helper()
	list, err := s.List()
	require.NoError(t, err, msg)
	for _, e := range list {
		require.NoError(t, s.Verify(e), msg)
		assert.Equal(t, hashOf([]byte(read(t, e.Path))), e.SHA256, msg)
	}
	e, err := s.Find(hashOf(big)[:12])
	if strings.Contains(told, "saved") {
		require.NoError(t, err, msg)
	}
	if err == nil {
		assert.EqualValues(t, len(big), e.Bytes, msg)
	} else {
		assert.True(t, errors.Is(err, ErrUnknown) || errors.Is(err, ErrExpired), "%s: %v", msg, err)
	}
	if strings.Contains(told, "recorded") {
		assert.True(t, s.Made(shownText), msg)
	}
}

func TestAHostKilledBetweenAnyTwoStepsLeavesNothingBroken(t *testing.T) {
	for _, op := range []string{"save", "stream", "sweep", "remove", "purge"} {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			for step := 1; ; step++ {
				s := newStore(t)
				if op == "sweep" || op == "remove" || op == "purge" {
					require.NoError(t, operations["save"](s, io.Discard))
					require.NoError(t, s.Close())
				}
				var out bytes.Buffer
				c := helper(op, s.root, step)
				c.Stdout = &out
				err := c.Run()
				msg := fmt.Sprintf("killed before step %d", step)
				checkWhole(t, s, out.String(), msg)
				if _, lost := s.Find(hashOf(big)[:12]); op == "save" && s.Made(shownText) {
					require.NoError(t, lost, "%s: a replacement is on record, so its original must be there", msg)
				}
				if err == nil {
					require.Greater(t, step, 3, "the hook was called")
					return
				}
				require.Less(t, step, 200)
				require.Equal(t, syscall.SIGKILL, c.ProcessState.Sys().(syscall.WaitStatus).Signal(), msg)

				require.NoError(t, operations["save"](s, io.Discard), msg)
				checkWhole(t, s, "saved recorded", msg)
				r, err := s.GC(time.Now())
				require.NoError(t, err, msg)
				assert.Equal(t, 1, r.Originals, msg)
				assert.Empty(t, temps(t, s), msg)
				again, err := s.GC(time.Now())
				require.NoError(t, err, msg)
				assert.Zero(t, again.Rubbish, msg)
			}
		})
	}
}

// eachStep runs f with a hook that does something at the nth step on the disk, for
// every n, until f needs no more steps.
func eachStep(t *testing.T, at func(s *Store, step, path string) error, f func(t *testing.T, s *Store, where string, err error), op string, setup ...string) {
	for n := 1; ; n++ {
		s := newStore(t)
		s.chunk = testChunk
		for _, o := range setup {
			require.NoError(t, operations[o](s, io.Discard))
			require.NoError(t, s.Close())
		}
		count, where := 0, ""
		s.hook = func(step, path string) error {
			if count++; count == n {
				where = step + " " + path
				return at(s, step, path)
			}
			return nil
		}
		err := operations[op](s, io.Discard)
		s.hook = nil
		f(t, s, where, err)
		if count < n {
			require.Greater(t, n, 3)
			return
		}
	}
}

func TestADiskThatFailsAtAnyStep(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EROFS, syscall.EIO} {
		for _, op := range []string{"save", "stream"} {
			t.Run(errno.Error()+" "+op, func(t *testing.T) {
				eachStep(t, func(_ *Store, _, path string) error { return &os.PathError{Op: "x", Path: path, Err: errno} },
					func(t *testing.T, s *Store, where string, err error) {
						checkWhole(t, s, "", where)
						assert.Empty(t, temps(t, s), where)
						if where == "" {
							require.NoError(t, err)
							return
						}
						require.ErrorIs(t, err, errno, where)
						assert.Contains(t, err.Error(), strings.SplitN(where, " ", 2)[1], "names the path")
						assert.Contains(t, err.Error(), "; ", "says what to do")
						require.NoError(t, operations["save"](s, io.Discard), where)
						checkWhole(t, s, "saved recorded", where)
					}, op)
			})
		}
	}
}

func TestADamagedEntryStaysKnownWhereItsRepairFails(t *testing.T) {
	eachStep(t, func(*Store, string, string) error { return syscall.ENOSPC },
		func(t *testing.T, s *Store, where string, err error) {
			e, findErr := s.Find(hashOf(big)[:12])
			require.NoError(t, findErr, where)
			require.NoError(t, s.Verify(e), where)
			assert.True(t, s.Made(shownText), "%s: what was recorded before stays on record", where)
		}, "save", "save")
}

func TestAFolderThatVanishesAtAnyStep(t *testing.T) {
	for _, op := range []string{"save", "stream"} {
		t.Run(op, func(t *testing.T) {
			saved := 0
			eachStep(t, func(s *Store, _, _ string) error { return os.RemoveAll(s.root) },
				func(t *testing.T, s *Store, where string, err error) {
					told := ""
					if err == nil {
						saved++
						told = "saved"
					} else {
						assert.ErrorIs(t, err, os.ErrNotExist, where)
					}
					checkWhole(t, s, told, where)
					assert.Empty(t, temps(t, s), where)
				}, op)
			assert.Greater(t, saved, 15, "most are made good")
		})
	}
}

func TestTwoHostsOnOneFolderLoseNothing(t *testing.T) {
	s := newStore(t)
	var hosts sync.WaitGroup
	var mu sync.Mutex
	var pids []int
	for range 3 {
		hosts.Go(func() {
			out, err := helper("many", s.root, 0).Output()
			if assert.NoError(t, err) {
				var pid int
				fmt.Sscanf(string(out), "pid %d", &pid)
				mu.Lock()
				pids = append(pids, pid)
				mu.Unlock()
			}
		})
	}
	hosts.Go(func() { assert.NoError(t, operations["many"](s, io.Discard)) })
	for range 5 {
		_, err := s.GC(time.Now())
		assert.NoError(t, err)
	}
	hosts.Wait()
	pids = append(pids, os.Getpid())
	require.Len(t, pids, 4)
	for _, pid := range pids {
		for i := range 15 {
			assert.True(t, s.Made(fmt.Appendf(nil, "[riffle: %s] %d %d", hashOf([]byte("shared"))[:12], pid, i)), "%d %d", pid, i)
			_, err := s.Find(hashOf(fmt.Appendf(nil, "%d %d", pid, i))[:12])
			assert.NoError(t, err)
		}
	}
	list, err := s.List()
	require.NoError(t, err)
	assert.Len(t, list, 4*15+1)
}

func TestOneStoreServesManyAtOnce(t *testing.T) {
	s := newStore(t)
	var work sync.WaitGroup
	for i := range 8 {
		work.Go(func() {
			text := fmt.Appendf(nil, "%d", i%4)
			loc, err := s.Save(ctx, Meta{Session: fmt.Sprint(i % 2)}, text, nil)
			assert.NoError(t, err)
			assert.NoError(t, s.Record(loc, fmt.Appendf(nil, "%s %d", loc.ID, i)))
			assert.True(t, s.Made(fmt.Appendf(nil, "%s %d", loc.ID, i)))
			_, err = s.SaveStream(ctx, Meta{Session: "2"}, bytes.NewReader(text))
			assert.NoError(t, err)
		})
	}
	work.Wait()
	list, err := s.List()
	require.NoError(t, err)
	assert.Len(t, list, 4+4)
}
