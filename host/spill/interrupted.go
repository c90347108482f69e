package spill

import (
	"bytes"
	"io"
	"os"
)

// Interrupted is the error of a SaveStream that failed after a part of the stream
// was read. Nothing is stored, and nothing is lost: Read gives back what was read.
type Interrupted struct {
	Err  error
	Read io.Reader // the bytes taken from the stream, in order; to be read once

	file *os.File
}

// Close frees the disk space of the bytes. It is needed where Read is not read to
// its end.
func (e *Interrupted) Close() error { return e.file.Close() }

// Error says why the stream was not stored.
func (e *Interrupted) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Interrupted) Unwrap() error { return e.Err }

// interrupted ends a temporary file whose bytes are still wanted: its name goes at
// once, the file when it has been read.
func (t *temp) interrupted(err error) error {
	if t.file == nil || t.bytes == 0 && len(t.pending) == 0 {
		t.discard()
		return err
	}
	if t.path != "" {
		os.Remove(t.path)
		t.path = ""
	}
	return &Interrupted{Err: err, file: t.file, Read: &rescue{
		Reader: io.MultiReader(io.NewSectionReader(t.file, 0, t.bytes), bytes.NewReader(t.pending)),
		file:   t.file,
	}}
}

// rescue closes its file when it has been read to the end.
type rescue struct {
	io.Reader
	file *os.File
}

func (r *rescue) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		r.file.Close()
	}
	return n, err
}
