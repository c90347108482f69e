//go:build unix

package supervise

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkStartAdded starts a pinned plugin as it was run before, from a sealed copy,
// and confined besides. It reports the processor time of host and plugin.
func BenchmarkStartAdded(b *testing.B) {
	data, err := os.ReadFile(self(b))
	require.NoError(b, err)
	base := Binary{Path: self(b), Args: []string{pluginArg, "ok"}, SHA256: sum(data)}
	sealed, confined := base, base
	sealed.Sealed, confined.Sealed, confined.Confined = true, true, true
	for _, c := range []struct {
		name string
		Binary
	}{{"open", base}, {"sealed", sealed}, {"confined", confined}} {
		b.Run(c.name, func(b *testing.B) {
			before := processorTime()
			for b.Loop() {
				p := Subprocess("test", c.Binary, Options{})
				require.NoError(b, plan(p))
				require.NoError(b, p.Close())
			}
			b.ReportMetric(float64(processorTime()-before)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}

// processorTime is that of this process and of those that it has waited for, in ns.
func processorTime() int64 {
	var total int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += u.Utime.Nano() + u.Stime.Nano()
		}
	}
	return total
}
