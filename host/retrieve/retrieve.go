// Package retrieve gives back parts of a stored original: lines, characters, what
// matches a regular expression, what a path into JSON names, or all of it. It
// counts as the markers of a replacement do, in the cleaned content.
package retrieve

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/riffle-dev/riffle/host/spill"
)

// Errors that Write wraps.
var (
	// ErrUsage says that the options are wrong, whatever the content.
	ErrUsage = errors.New("usage")
	// ErrNothing says that the content has nothing there; the message says what it has.
	ErrNothing = errors.New("nothing there")
)

// Options say which part to write. At most one of Lines, Chars and Path may be set;
// Lines and Grep together search within these lines. None of them: all of it.
type Options struct {
	Lines   string // "A-B", from 1, both included; also "A", "A-" and "A,B"
	Chars   string // "A-B", code points from 0, B not included, as markers print them
	Grep    string // a regular expression in Go's syntax; lines that match are written as grep -n does
	Context int    // lines before and after each match
	Path    string // "$.items[3:10].name": a subset of JSONPath, see parsePath
	Raw     bool   // read the exact bytes, not the cleaned content
}

// request is what Options say, parsed.
type request struct {
	lines, chars *span
	re           *regexp.Regexp
	context      int
	path         []step
	raw          bool
}

// maxContext bounds Options.Context, which is kept in memory.
const maxContext = 10_000

func (o Options) parse() (request, error) {
	r := request{context: o.Context, raw: o.Raw}
	usage := func(format string, args ...any) (request, error) {
		return request{}, fmt.Errorf("get: %s: %w", fmt.Sprintf(format, args...), ErrUsage)
	}
	set := 0
	for _, s := range []string{o.Lines, o.Chars, o.Path} {
		if s != "" {
			set++
		}
	}
	switch {
	case set > 1:
		return usage("lines, chars and path were given together, expected one of them")
	case o.Grep != "" && (o.Chars != "" || o.Path != ""):
		return usage("grep goes with lines only, not with chars or path")
	case o.Context < 0 || o.Context > maxContext:
		return usage("the context is %d lines, expected 0 to %d", o.Context, maxContext)
	case o.Context > 0 && o.Grep == "":
		return usage("a context needs grep")
	case o.Raw && o.Path != "":
		return usage("path reads the content, not the raw bytes: leave one of them out")
	}
	var err error
	if o.Lines != "" {
		if r.lines, err = parseSpan(o.Lines, 1); err != nil {
			return usage("lines %q: %v", o.Lines, err)
		}
	}
	if o.Chars != "" {
		if r.chars, err = parseSpan(o.Chars, 0); err != nil {
			return usage("chars %q: %v", o.Chars, err)
		}
	}
	if o.Grep != "" {
		if r.re, err = regexp.Compile(o.Grep); err != nil {
			return usage("grep %q is no regular expression in Go's syntax: %v", o.Grep, err)
		}
	}
	if o.Path != "" {
		if r.path, err = parsePath(o.Path); err != nil {
			return usage("path %q: %v", o.Path, err)
		}
	}
	return r, nil
}

// Check reports what is wrong with the options, as Write would.
func Check(o Options) error {
	_, err := o.parse()
	return err
}

// Write writes the part of e that o names to w, uncapped: whoever asked for it gets
// it. Only Path reads the content into memory.
func Write(w io.Writer, e spill.Entry, o Options) error {
	r, err := o.parse()
	if err != nil {
		return err
	}
	open := e.OpenContent
	if r.raw {
		open = e.OpenOriginal
	}
	f, err := open()
	if err != nil {
		return err
	}
	defer f.Close()
	return r.write(w, f)
}

// source is an opened content.
type source interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

var _ source = (*os.File)(nil)

// write reads src from its start.
func (r request) write(w io.Writer, src source) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var err error
	switch {
	case r.re != nil:
		err = (&grep{request: r, src: src, out: out, longest: maxLine}).run()
	case r.lines != nil:
		err = writeLines(out, src, *r.lines)
	case r.chars != nil:
		err = writeChars(out, src, *r.chars)
	case r.path != nil:
		err = writePath(out, src, r.path)
	default:
		_, err = io.Copy(out, src)
	}
	if flushErr := out.Flush(); err == nil {
		err = flushErr
	}
	return err
}

func nothing(format string, args ...any) error {
	return fmt.Errorf("get: %s: %w", fmt.Sprintf(format, args...), ErrNothing)
}
