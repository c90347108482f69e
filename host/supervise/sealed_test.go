//go:build unix

package supervise

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/serve"
)

// pair is a program and another of the same size that says of itself that it is changed.
type pair struct{ approved, changed []byte }

// marks are what tells the two apart, in their summaries.
const approvedMark, changedMark = "a plugin of the first release", "A PLUGIN THAT NOBODY APPROVED"

// compiledPair is a compiled plugin and one whose summary was patched.
func compiledPair(t *testing.T) pair {
	approved, err := os.ReadFile(frozen(t, "riffle-processor-frozen"))
	require.NoError(t, err)
	changed := bytes.ReplaceAll(approved, []byte(approvedMark), []byte(changedMark))
	require.NotEqual(t, approved, changed)
	return pair{approved, changed}
}

// scriptPair is two scripts, each of which becomes one of the compiled plugins.
func scriptPair(t *testing.T, p pair) pair {
	dir := t.TempDir()
	for name, data := range map[string][]byte{"one": p.approved, "two": p.changed} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o700))
	}
	// The interpreter reads in blocks: what follows the first block is read late.
	text := "#!/bin/sh\n" + strings.Repeat("# a line of a long comment\n", 1000) + "exec " + dir + "/%s\n"
	return pair{fmt.Appendf(nil, text, "one"), fmt.Appendf(nil, text, "two")}
}

// restless changes a program to and fro until it is stopped.
func restless(t *testing.T, path string, p pair, change func(path string, data []byte) error) (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			data := p.approved
			if i%2 == 1 {
				data = p.changed
			}
			assert.NoError(t, change(path, data))
		}
	})
	return func() { close(done); wg.Wait() }
}

// inPlace writes where the two differ and nothing else, as quickly as can be.
func inPlace(p pair) func(string, []byte) error {
	first := 0
	for p.approved[first] == p.changed[first] {
		first++
	}
	last := len(p.approved)
	for p.approved[last-1] == p.changed[last-1] {
		last--
	}
	return func(path string, data []byte) error {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil //nolint:nilerr // a program that runs is not to be written
		}
		defer file.Close()
		_, err = file.WriteAt(data[first:last], int64(first))
		return err
	}
}

// byRename puts another file under the name.
func byRename(path string, data []byte) error {
	next := path + ".next"
	if err := os.WriteFile(next, data, 0o700); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// Of a program that is changed again and again between its check and its start no
// byte runs that was not approved.
func TestNoChangedByteOfASealedProgramRuns(t *testing.T) {
	compiled := compiledPair(t)
	tries, ran := 75, 0
	if testing.Short() {
		tries = 10
	}
	for _, programs := range []struct {
		name string
		pair
	}{{"compiled", compiled}, {"a script", scriptPair(t, compiled)}} {
		for name, change := range map[string]func(string, []byte) error{"written in place": inPlace(programs.pair), "renamed": byRename} {
			t.Run(programs.name+", "+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "riffle-processor-frozen")
				require.NoError(t, os.WriteFile(path, programs.approved, 0o700))
				stop := restless(t, path, programs.pair, change)
				defer stop()
				b := Binary{Path: path, Kind: serve.KindProcessor, SHA256: sum(programs.approved), Sealed: true}
				for range tries {
					p := Subprocess("frozen", b, Options{})
					about, err := p.Describe(context.Background())
					assert.NoError(t, p.Close())
					if err == nil {
						ran++
						require.NotEqual(t, changedMark, about.Summary(), "bytes ran that nobody approved")
					} else {
						require.ErrorContains(t, err, "is not the file that was approved")
					}
				}
			})
		}
	}
	assert.Positive(t, ran, "some start in time")
}

func TestANamedPipeIsNoProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "riffle-processor-pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o700))
	p := Subprocess("pipe", Binary{Path: path}, Options{})
	defer p.Close()
	err := plan(p)
	assert.Equal(t, ReasonStartFailed, ReasonOf(err))
	assert.ErrorContains(t, err, "no regular file")
}
