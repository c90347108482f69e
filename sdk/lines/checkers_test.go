package lines_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/sdk/lines"
)

func TestTheProcessNumberOfMemoryCheckersIsParedOff(t *testing.T) {
	for line, want := range map[string]int{
		"==1== Invalid write of size 1":     6,
		"==4711==    at 0x10: main (a.c:3)": 9,
		"--88-- REDIR: 0x1":                 7,
		"==1==":                             5,
		"== 1 == title":                     0,
		"==========":                        0,
		"--1":                               0,
		"==1==x":                            0,
	} {
		content := []byte(line)
		assert.Equal(t, min(want, len(line)), lines.Bodies(content, append([]lines.Span{{Start: 0, End: len(line)}}, make([]lines.Span, 3)...))[0], line)
	}
}

func TestNativeFramesAreFrames(t *testing.T) {
	for line, library := range map[string]bool{
		"   at 0x48416C4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)": true,
		"   by 0x109576: main (buoy.c:71)": false,
	} {
		s := lines.Scan([]byte(line))
		assert.True(t, s.Frame, line)
		assert.Equal(t, library, s.Library, line)
	}
	assert.False(t, lines.Scan([]byte("by 0x10 or so")).Frame)
}

func TestTheOwnLineOfATemplateIsACause(t *testing.T) {
	assert.True(t, lines.Scan([]byte("main.cpp:16:37:   required from here")).Cause)
	assert.False(t, lines.Scan([]byte("/usr/include/c++/12/bits/hash.h:16:37:   required from here")).Cause)
}
