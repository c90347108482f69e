package host

import (
	"bytes"
	"errors"
	"io"
	"os"
)

const readChunk = 1 << 20

// readCapped reads r to its end. A text of more than limit bytes is not put
// together: rest then reads all of it, in bounded memory. After an error raw is
// what had been read.
func readCapped(r io.Reader, limit int) (raw []byte, rest io.Reader, err error) {
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			if info.Size() > int64(limit) {
				return nil, r, nil
			}
			return readSized(r, int(info.Size()), limit)
		}
	}
	return readSized(r, 0, limit)
}

// readSized reads a text whose size is probably known, so that it is held once.
func readSized(r io.Reader, size, limit int) (raw []byte, rest io.Reader, err error) {
	var chunks [][]byte
	total := 0
	for next := max(size+1, 64<<10); total <= limit; next = readChunk {
		buf := make([]byte, next)
		n, err := io.ReadFull(r, buf)
		chunks, total = append(chunks, buf[:n]), total+n
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return join(chunks, total), nil, nil
		}
		if err != nil {
			return join(chunks, total), nil, err
		}
	}
	readers := make([]io.Reader, 0, len(chunks)+1)
	for _, c := range chunks {
		readers = append(readers, bytes.NewReader(c))
	}
	return nil, io.MultiReader(append(readers, r)...), nil
}

// join puts chunks together and lets go of each as it is copied.
func join(chunks [][]byte, total int) []byte {
	if len(chunks) == 1 {
		return chunks[0]
	}
	out := make([]byte, 0, total)
	for i := range chunks {
		out = append(out, chunks[i]...)
		chunks[i] = nil
	}
	return out
}
