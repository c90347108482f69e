package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/metamorph"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk"
)

// speedSizes are the sizes in bytes of what BenchmarkProcessorSpeed plans: a usual tool
// result, what a speed is best told of, and what shows that time grows with the size.
var speedSizes = []struct {
	name  string
	bytes int
}{{"128KB", 128e3}, {"2MB", 2e6}, {"50MB", 50e6}}

// tokenizedSize bounds in bytes what the tokenizer is timed on; for larger contents
// its speed on the largest of these stands.
const tokenizedSize = 2e6

// BenchmarkProcessorSpeed times the processors alone, in process and on one core, on
// the contents of the corpora of a kind, several times over with fresh numbers. Beside
// MB/s stand x-tiktoken, how many times as fast as tiktoken-go's EncodeOrdinary on the
// same content in the same run; allocs/unit of the plan; tenths, in how many tenths of
// the content it has units; peak-x, the most memory that was in use at once over the
// size of the content, without the content itself; and x-linear, the time per byte over
// that of the size before. All times but the clock's ns/op and MB/s are those that the
// process had of the processor.
func BenchmarkProcessorSpeed(b *testing.B) {
	all := cases(b)
	for _, name := range list(processorsFlag) {
		seeds := contentsOf(all, name)
		if len(seeds) == 0 {
			b.Logf("no case is of kind %s", name)
			continue
		}
		var last speeds
		for _, size := range speedSizes {
			b.Run(fmt.Sprintf("processor=%s/size=%s", name, size.name), func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
				content := joined(name, seeds, size.bytes)
				process := processing(b, bundled.Processors[name](), sdk.Request{Content: content, Kind: name, Tool: "bash", MaxTokens: 8192})
				before := last.processor
				if size.bytes <= tokenizedSize {
					last = compared(b, process, content)
				}
				of := benchmarkSpeed(b, process, content)
				if size.bytes <= tokenizedSize {
					of = last.processor
				}
				last.processor = of
				b.ReportMetric(of*1e3, "cpu-MB/s")
				if last.tokenizer > 0 {
					b.ReportMetric(of/last.tokenizer, "x-tiktoken")
				}
				if before > 0 {
					b.ReportMetric(before/of, "x-linear")
				}
			})
		}
	}
}

// speeds are in bytes per ns of processor time.
type speeds struct{ processor, tokenizer float64 }

// compared times a processor and tiktoken-go in turns, the best of three each.
func compared(b *testing.B, process func() sdk.Plan, content []byte) speeds {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	encoding, err := tiktoken.GetEncoding("o200k_base")
	require.NoError(b, err)
	text := string(content)
	var best speeds
	for range 3 {
		best.processor = max(best.processor, speedOf(len(content), func() { process() }))
		best.tokenizer = max(best.tokenizer, speedOf(len(content), func() { encoding.EncodeOrdinary(text) }))
	}
	return best
}

func speedOf(size int, f func()) float64 {
	start := cpuTime()
	f()
	return float64(size) / float64(max(1, cpuTime()-start))
}

func processing(b *testing.B, p sdk.Processor, req sdk.Request) func() sdk.Plan {
	return func() sdk.Plan {
		plan, err := p.Process(b.Context(), req)
		require.NoError(b, err)
		return plan
	}
}

// benchmarkSpeed returns the speed in bytes per ns of processor time.
func benchmarkSpeed(b *testing.B, process func() sdk.Plan, content []byte) float64 {
	var plan sdk.Plan
	peak := peakOf(func() { plan = process() })
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime()
	for b.Loop() {
		plan = process()
	}
	took := cpuTime() - start
	runtime.ReadMemStats(&after)
	n := float64(b.N)
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/n/float64(max(1, len(plan.Units))), "allocs/unit")
	b.ReportMetric(float64(len(plan.Units)), "units")
	b.ReportMetric(float64(tenths(&plan, len(content))), "tenths")
	b.ReportMetric(float64(peak)/float64(len(content)), "peak-x")
	return n * float64(len(content)) / float64(max(1, took))
}

// tenths is in how many tenths of a content a unit begins. A processor that stops
// reading is quick, and blind to the rest.
func tenths(plan *sdk.Plan, size int) (n int) {
	var in [10]bool
	for _, u := range plan.Units {
		if k := min(9, 10*u.Span.Start/max(1, size)); !in[k] {
			in[k] = true
			n++
		}
	}
	return n
}

// peakOf is the most memory in bytes that objects hold while f runs, beyond what they
// held before. The collector runs often, so that little of it is garbage.
func peakOf(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	inUse := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	before := inUse()
	most := before
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				most = max(most, inUse())
			case <-stop:
				return
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return max(most, inUse()) - before
}

// contentsOf are the contents that the inspector gives to a processor.
func contentsOf(all []corpus.Case, kind string) [][]byte {
	var out [][]byte
	for i := range all {
		content, _ := clean.Clean(all[i].Data)
		if inspect.Inspect(content, all[i].Tool, all[i].Command).Kind == kind {
			out = append(out, content)
		}
	}
	return out
}

// largest bounds in bytes the part that a single case has in joined contents.
const largest = 256 << 10

// joined is contents one after the other, each time with other numbers, up to a size:
// the items of one array for JSON, the bodies of one page for HTML.
func joined(kind string, seeds [][]byte, size int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	head, tail, between := "", "", "\n"
	switch kind {
	case "json":
		head, tail, between = "[", "]", ",\n"
	case "html":
		head, tail = "<!doctype html><html><head><title>Pages</title></head><body>\n", "</body></html>\n"
	}
	var usable [][]byte
	for _, seed := range seeds {
		if part := partOf(kind, seed); len(part) > 0 {
			usable = append(usable, part)
		}
	}
	b.WriteString(head)
	for i := 0; b.Len() < size && len(usable) > 0; i++ {
		part := usable[i%len(usable)]
		if b.Len() > len(head) {
			b.WriteString(between)
		}
		b.Write(metamorph.Fresh(part, random))
	}
	b.WriteString(tail)
	return b.Bytes()
}

// partOf is what of a content can stand beside others: none where that is nothing.
func partOf(kind string, content []byte) []byte {
	switch {
	case kind == "json" && json.Valid(content):
		return bytes.TrimSpace(content)
	case kind == "json":
		lines := bytes.Split(bytes.TrimSpace(content), []byte("\n"))
		for _, l := range lines {
			if !json.Valid(l) {
				return nil
			}
		}
		return bytes.Join(lines, []byte(",\n"))
	case kind == "html":
		from := bytes.Index(content, []byte("<body"))
		if from < 0 {
			return content
		}
		from += bytes.IndexByte(content[from:], '>') + 1
		if to := bytes.LastIndex(content, []byte("</body>")); to > from {
			return content[from:to]
		}
		return content[from:]
	case len(content) > largest:
		cut := bytes.LastIndexByte(content[:largest], '\n') + 1
		return content[:cut]
	}
	return content
}
