package compare

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Whatever a run file holds, a comparison with itself finds nothing worse.
func FuzzRuns(f *testing.F) {
	seed, err := run().Encode()
	require.NoError(f, err)
	f.Add(seed)
	f.Add([]byte(`{"format":"riffle-bench/1","budgets":[1],"systems":[{"name":"a","role":"system"}],"cases":[{"name":"x","facts":[{"id":"f","weight":1}],` +
		`"results":[{"system":"a","points":[{"budget":-1,"tokens":-5,"f":1e308,"found":["f"],"lost":[],"gates":["G","G1:"]},{"budget":-1,"found":[],"lost":["f"]}]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := runfile.Parse(data)
		if err != nil {
			return
		}
		c, err := Runs(r, r, nil, DefaultLimits())
		if err != nil {
			return
		}
		for _, reg := range c.Regressions {
			require.Equal(t, "corpus", reg.Check, reg.What)
		}
		for _, format := range Formats {
			if err := c.Write(io.Discard, format); err != nil {
				require.Equal(t, "json", format, err) // sums of hostile scores may be infinite
			}
		}
	})
}
