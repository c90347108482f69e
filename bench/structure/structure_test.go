package structure

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/internal/shapes"
	"github.com/riffle-dev/riffle/sdk"
)

// baseSeed is where the run of every test begins, so that a change that breaks a
// promise is red each time.
const baseSeed = 1

// defaultCases are few: .ci/run asks for more by RIFFLE_STRUCTURE.
const defaultCases = 500

// TestStructure tries many cases. RIFFLE_STRUCTURE is how many, or for how long (10m);
// RIFFLE_STRUCTURE_SEED is where to begin, "random" for anywhere.
func TestStructure(t *testing.T) {
	c := Campaign{Base: baseSeed, Cases: defaultCases, Small: true}
	if v := os.Getenv("RIFFLE_STRUCTURE"); v != "" {
		d, notLong := time.ParseDuration(v)
		n, notMany := strconv.Atoi(v)
		switch {
		case notLong == nil && d > 0:
			c.Cases, c.Until = 1<<40, time.Now().Add(d)
		case notMany == nil:
			c.Cases = n
		default:
			t.Fatalf("RIFFLE_STRUCTURE is %q: expected a number of cases or a time, such as 500000 or 10m", v)
		}
	}
	switch v := os.Getenv("RIFFLE_STRUCTURE_SEED"); v {
	case "":
	case "random":
		c.Base = rand.Uint64() >> 16
	default:
		n, err := strconv.ParseUint(v, 10, 64)
		if err != nil {
			t.Fatalf("RIFFLE_STRUCTURE_SEED is %q: expected a number or random", v)
		}
		c.Base = n
	}
	r := c.Do()
	t.Log("\n" + r.Table())
	if len(r.Classes) > 0 {
		t.Error("\n" + r.Findings())
	}
}

// TestCase shows one case, which RIFFLE_STRUCTURE_CASE says as findings print it.
// RIFFLE_STRUCTURE_FILE, where set, is a file to read instead of making the content.
func TestCase(t *testing.T) {
	v := os.Getenv("RIFFLE_STRUCTURE_CASE")
	if v == "" {
		t.Skip("RIFFLE_STRUCTURE_CASE is not set")
	}
	c, err := ParseCase(v)
	if err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("RIFFLE_STRUCTURE_FILE"); name != "" {
		if c.Raw, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	r := Run(c)
	fmt.Printf("content, taken for %s, planned by %s:\n%s\n", r.Kind, r.Processor, r.Content)
	for _, text := range r.Texts {
		fmt.Printf("--------\n%s", text)
	}
	for _, f := range r.Findings {
		t.Errorf("%s / %s: %s", f.Invariant, f.Class, f.Detail)
	}
}

// FuzzStructure lets the fuzzing engine turn seed, shape, size, mutations and budget.
func FuzzStructure(f *testing.F) {
	for seed := range uint64(16) {
		f.Add(seed, byte(seed*5), byte(seed*9), byte(seed*7), byte(seed*11), byte(0), uint16(64<<(seed%5)))
	}
	f.Fuzz(func(t *testing.T, seed uint64, shape, lines, first, second, third byte, budget uint16) {
		c := Case{Recipe: shapes.Pick(seed, shape, lines, first, second, third), Budget: minBudget + int(budget)%(maxBudget/2)}
		for _, x := range Run(c).Findings {
			t.Errorf("%s / %s: %s\nRIFFLE_STRUCTURE_CASE='%s' go test ./bench/structure -run TestCase -v", x.Invariant, x.Class, x.Detail, c)
		}
	})
}

// TestTimeGrowsWithTheContent takes the processors' time for each shape and for four
// times as much of it. It runs where there is time: RIFFLE_STRUCTURE is one.
func TestTimeGrowsWithTheContent(t *testing.T) {
	if _, err := time.ParseDuration(os.Getenv("RIFFLE_STRUCTURE")); err != nil {
		t.Skip("RIFFLE_STRUCTURE is no time")
	}
	for _, name := range shapes.Names() {
		t.Run(name, func(t *testing.T) {
			made := map[int][]byte{}
			lineartest.Check(t, 1500, func(n int) {
				if made[n] == nil {
					made[n], _ = clean.Clean(shapes.Recipe{Shape: name, Lines: n}.Must())
				}
				for _, p := range bundled {
					_, _ = p.Process(t.Context(), sdk.Request{Content: made[n], Kind: p.Info().Kinds[0], MaxTokens: 4096})
				}
			})
		})
	}
}
