package log

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/riffle-dev/riffle/sdk"
)

// buildLog makes a log of about n bytes with stamps, levels, paths, numbers and
// now and then a failure with a trace.
func buildLog(n int) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "2026-03-%02d 10:%02d:%02d,%03d INFO  [worker-%d] pool.Manager: fetched /srv/data/part-%05d.bin in %d ms, %d rows\n",
			1+i/40000%28, i/60%60, i%60, i%1000, i%8, i*7, i*13%97, i*31%1000)
		if i%97 == 0 {
			fmt.Fprintf(&b, "2026-03-01 10:00:00,000 WARN  [worker-%d] pool.Manager: retrying shard %s after %d tries\n", i%8, strings.Repeat("x", i%13), i%5)
		}
		if i%1999 == 0 {
			b.WriteString("java.lang.IllegalStateException: shard is closed\n\tat com.example.Pool.open(Pool.java:133)\n\tat java.base/java.lang.Thread.run(Thread.java:840)\n")
		}
	}
	return b.Bytes()
}

func BenchmarkProcess(b *testing.B) {
	content := buildLog(2 << 20)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Process(context.Background(), sdk.Request{Content: content, MaxTokens: 8192}); err != nil {
			b.Fatal(err)
		}
	}
}

// Allocations follow the plan, not the content.
func TestAllocationsGrowWithThePlanAlone(t *testing.T) {
	for _, size := range []int{256 << 10, 2 << 20} {
		content, units := buildLog(size), 0
		n := testing.AllocsPerRun(2, func() {
			p, err := New().Process(context.Background(), sdk.Request{Content: content, MaxTokens: 8192})
			if err != nil {
				t.Fatal(err)
			}
			units = len(p.Units)
		})
		if n > float64(40*units) {
			t.Errorf("%d bytes: %.0f allocations for a plan of %d units", size, n, units)
		}
	}
}
