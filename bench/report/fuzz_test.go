package report

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Whatever a run file holds, the report is a page or an error.
func FuzzPage(f *testing.F) {
	seed, err := run().Encode()
	require.NoError(f, err)
	f.Add(seed)
	f.Add([]byte(`{"format":"riffle-bench/1","budgets":[1],"systems":[{"name":"a","role":"?"}],"cases":[],"summaries":[{"system":"a","kind":"","recall":[{"budget":-4,"f":1e308},{"budget":0,"f":2}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := runfile.Parse(data)
		if err != nil {
			return
		}
		_ = Page(io.Discard, []Run{{"run", r}, {"again", r}}, Options{})
	})
}
