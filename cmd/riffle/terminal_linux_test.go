package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// terminal is a pseudoterminal: what a program has as its output, and what it printed.
func terminal(t *testing.T) (tty, screen *os.File) {
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	t.Cleanup(func() { screen.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { tty.Close() })
	return tty, screen
}

func TestRawOnATerminal(t *testing.T) {
	const refused = "control sequences, which this terminal would obey"
	for _, tc := range []struct {
		name, first, stderr string
		args                []string
	}{
		{"plain text", "words é 日本", "", nil},
		{"CRLF", "words\r", "", nil},
		{"an escape sequence", "\x1b]0;title\x07", refused, nil},
		{"a C1 character", "\u009b2J", refused, nil},
		{"a C1 byte", "\x9b2J", refused, nil},
		{"a line over another", "good\rbad", refused, nil},
		{"text from right to left", "\u202Etxet", refused, nil},
		{"forced", "\x1b[2J", "", []string{"--force"}},
		{"a part without any", "\x1b[2J", "", []string{"--lines", "2-3"}},
		{"a wrong expression", "\x1b[2J", "grep", []string{"--grep", "("}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newShell(t)
			text := tc.first + "\n" + strings.Repeat("a line of a log that goes on\n", 3000)
			out := s.ok(text, "compress")
			_, id, ok := strings.Cut(out, "sha256 ")
			require.True(t, ok, out)
			args := append([]string{"get", id[:12], "--raw"}, tc.args...)
			if tc.args == nil {
				args = append(args, "--lines", "1-1")
			}
			tty, screen := terminal(t)
			var stderr bytes.Buffer
			a := &app{stdin: strings.NewReader(""), stdout: tty, stderr: &stderr, workdir: s.dir, env: func(name string) string { return s.vars[name] }}
			shown := make(chan string, 1)
			go func() {
				b := make([]byte, 1)
				_, _ = screen.Read(b)
				shown <- string(b)
				for {
					if _, err := screen.Read(make([]byte, 4096)); err != nil {
						return
					}
				}
			}()
			status := run(context.Background(), a, args)
			if tc.stderr == "" {
				assert.Zero(t, status, stderr.String())
				assert.NotEmpty(t, <-shown)
				return
			}
			assert.Equal(t, 2, status)
			assert.Contains(t, stderr.String(), tc.stderr)
			assert.Empty(t, shown)
			piped, _, status := s.run("", args...)
			if tc.stderr == refused {
				assert.Zero(t, status)
				assert.Contains(t, piped, tc.first, "a pipe gets the exact bytes")
			}
		})
	}
}

func TestACharacterInTwoWrites(t *testing.T) {
	for text, want := range map[string]bool{"é日本\n": true, "x\u202Ey": false, "x\u009by": false, "a\r\nb": true, "a\rb": false, "a\r": false, "a\xe6\x97": false} {
		for at := range len(text) {
			var p plainOnly
			_, err := p.Write([]byte(text[:at]))
			if err == nil {
				_, err = p.Write([]byte(text[at:]))
			}
			if err == nil {
				err = p.end()
			}
			assert.Equal(t, want, err == nil, "%q at %d", text, at)
		}
	}
}
