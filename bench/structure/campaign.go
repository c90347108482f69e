package structure

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// Campaign is many cases from one seed.
type Campaign struct {
	Base  uint64
	Cases int
	Until time.Time // stop here, where set
	Small bool      // make the first finding of each class as small as can be
}

// Class is findings that one fault makes.
type Class struct {
	Invariant, Name string
	Findings        int
	Cases           int
	First           Case    // the case of the lowest seed, made small where that was asked for
	Finding         Finding // of First
	Small           []byte  // the content that is left of First, where lines were taken out
}

// Report is what a campaign came to.
type Report struct {
	Base    uint64
	Cases   int
	Checks  int
	Fits    int
	Bytes   int
	By      map[string]int // processor: cases that it planned
	Classes []Class
	Took    time.Duration
}

// Do runs a campaign on all cores.
func (c Campaign) Do() Report {
	start := time.Now()
	// A fifth of the time would go to collecting what is small and short-lived.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	var next atomic.Int64
	parts := make([]Report, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for w := range parts {
		wait.Go(func() {
			parts[w].By = map[string]int{}
			for {
				k := int(next.Add(1) - 1)
				if k >= c.Cases || !c.Until.IsZero() && time.Now().After(c.Until) {
					return
				}
				parts[w].add(CaseOf(c.Base + uint64(k)))
			}
		})
	}
	wait.Wait()
	r := Report{Base: c.Base, By: map[string]int{}}
	for _, p := range parts {
		r.merge(p)
	}
	slices.SortFunc(r.Classes, func(a, b Class) int {
		return cmp.Or(cmp.Compare(a.Invariant, b.Invariant), -cmp.Compare(a.Cases, b.Cases), cmp.Compare(a.Name, b.Name))
	})
	if c.Small {
		for i := range r.Classes {
			r.Classes[i].shrink()
		}
	}
	r.Took = time.Since(start)
	return r
}

func (r *Report) add(c Case) {
	res := Run(c)
	r.Cases++
	r.Checks += res.Checks
	r.Fits += len(res.Texts)
	r.Bytes += len(res.Content)
	r.By[cmp.Or(res.Processor, "none")]++
	seen := map[string]bool{}
	for _, f := range res.Findings {
		k := slices.IndexFunc(r.Classes, func(x Class) bool { return x.Invariant == f.Invariant && x.Name == f.Class })
		if k < 0 {
			k = len(r.Classes)
			r.Classes = append(r.Classes, Class{Invariant: f.Invariant, Name: f.Class, First: c, Finding: f})
		}
		r.Classes[k].Findings++
		if name := f.Invariant + f.Class; !seen[name] {
			seen[name] = true
			r.Classes[k].Cases++
		}
	}
}

func (r *Report) merge(o Report) {
	r.Cases, r.Checks, r.Fits, r.Bytes = r.Cases+o.Cases, r.Checks+o.Checks, r.Fits+o.Fits, r.Bytes+o.Bytes
	for name, n := range o.By {
		r.By[name] += n
	}
	for _, x := range o.Classes {
		k := slices.IndexFunc(r.Classes, func(y Class) bool { return x.Invariant == y.Invariant && x.Name == y.Name })
		if k < 0 {
			r.Classes = append(r.Classes, x)
			continue
		}
		y := &r.Classes[k]
		y.Findings, y.Cases = y.Findings+x.Findings, y.Cases+x.Cases
		if x.First.Seed < y.First.Seed {
			y.First, y.Finding = x.First, x.Finding
		}
	}
}

// same finds a finding of the class in what a case comes to.
func (k *Class) same(c Case) (Finding, bool) {
	for _, f := range Run(c).Findings {
		if f.Invariant == k.Invariant && f.Class == k.Name {
			return f, true
		}
	}
	return Finding{}, false
}

// shrink leaves out mutations and lines as long as the finding stays, then lines of
// the content itself.
func (k *Class) shrink() {
	try := func(c Case) bool {
		f, ok := k.same(c)
		if ok {
			k.First, k.Finding = c, f
		}
		return ok
	}
	for i := 0; i < len(k.First.Mutations); {
		c := k.First
		if c.Mutations = slices.Delete(slices.Clone(c.Mutations), i, i+1); !try(c) {
			i++
		}
	}
	for step := k.First.Lines / 2; step > 0; step /= 2 {
		for c := k.First; c.Lines > step; c = k.First {
			if c.Lines -= step; !try(c) {
				break
			}
		}
	}
	raw := k.First
	lines := bytes.SplitAfter(raw.Must(), []byte("\n"))
	tries := 400
	for size := len(lines) / 2; size > 0 && tries > 0; size /= 2 {
		for at := 0; at < len(lines) && tries > 0; tries-- {
			raw.Raw = bytes.Join(slices.Delete(slices.Clone(lines), at, min(len(lines), at+size)), nil)
			if _, ok := k.same(raw); ok && len(raw.Raw) > 0 {
				lines = slices.Delete(lines, at, min(len(lines), at+size))
				k.Small = raw.Raw
			} else {
				at += size
			}
		}
	}
}

// Table is a report for people.
func (r Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d cases from seed %d, %d fits, %d checks, %.1f MB in %.0f s: %.0f cases a second; planned by", r.Cases, r.Base, r.Fits, r.Checks, float64(r.Bytes)/1e6, r.Took.Seconds(), float64(r.Cases)/r.Took.Seconds())
	for _, name := range []string{"html", "json", "log", "text", "none"} {
		fmt.Fprintf(&b, " %s %d", name, r.By[name])
	}
	b.WriteString("\n\n")
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "promise\tcases\tfindings\tclass")
	for _, i := range invariants {
		if !slices.ContainsFunc(r.Classes, func(c Class) bool { return c.Invariant == i.name }) {
			fmt.Fprintf(w, "%s\t0\t0\t\n", i.name)
		}
	}
	for _, c := range r.Classes {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", c.Invariant, c.Cases, c.Findings, c.Name)
	}
	w.Flush()
	return b.String()
}

// Findings lists each class with how to see it again.
func (r Report) Findings() string {
	var b strings.Builder
	for _, c := range r.Classes {
		fmt.Fprintf(&b, "%s / %s: %d cases, %d findings\n  RIFFLE_STRUCTURE_CASE='%s' go test ./bench/structure -run TestCase -v\n  %s\n",
			c.Invariant, c.Name, c.Cases, c.Findings, c.First, strings.ReplaceAll(c.Finding.Detail, "\n", "\n  "))
		if n := len(c.Small); n > 0 && n <= 600 {
			fmt.Fprintf(&b, "  content: %q\n", c.Small)
		}
	}
	return b.String()
}
