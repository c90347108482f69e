package pipeline

import (
	"io"
	"os"

	"github.com/riffle-dev/riffle/host/spill"
)

// openStored reads an original back that was stored but could not be replaced. The
// file is closed when it has been read to its end.
func openStored(loc spill.Locator) (io.Reader, error) {
	f, err := os.Open(loc.Path)
	if err != nil {
		return nil, err
	}
	return &closingReader{f}, nil
}

type closingReader struct{ f *os.File }

func (c *closingReader) Read(b []byte) (int, error) {
	n, err := c.f.Read(b)
	if err != nil {
		c.f.Close()
	}
	return n, err
}
