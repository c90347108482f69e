package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// row is how well an estimate does on samples of one type, in per cent of the exact
// counts.
type row struct {
	name   string
	errors []float64 // absolute, ascending
	bias   float64   // of the sum of all samples
	lowest float64   // the worst, negative; 0 where nothing was counted too low
}

func (r row) mean() float64 { return mean(r.errors) }
func (r row) worst() float64 {
	return r.errors[len(r.errors)-1]
}
func (r row) p95() float64 { return r.errors[(len(r.errors)*95+99)/100-1] }

func mean(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s / float64(max(len(v), 1))
}

// score compares the estimates of samples with their exact counts. Samples without
// tokens are left out.
func score(name string, samples [][]byte, exact, estimate func(text []byte) int) row {
	r := row{name: name}
	sum, total := 0, 0
	for _, s := range samples {
		count, n := exact(s), estimate(s)
		if count == 0 {
			continue
		}
		e := (float64(n)/float64(count) - 1) * 100
		r.errors = append(r.errors, math.Abs(e))
		r.lowest = min(r.lowest, e)
		sum, total = sum+n, total+count
	}
	slices.Sort(r.errors)
	r.bias = (float64(sum)/float64(max(total, 1)) - 1) * 100
	return r
}

// table is the rows of one size of samples.
type table []row

// macro is the mean of the rows' means, and all their errors together.
func (t table) macro() (average float64, worst, all row) {
	var means []float64
	for _, r := range t {
		means = append(means, r.mean())
		all.errors = append(all.errors, r.errors...)
		all.lowest = min(all.lowest, r.lowest)
		if len(worst.errors) == 0 || r.mean() > worst.mean() {
			worst = r
		}
	}
	slices.Sort(all.errors)
	return mean(means), worst, all
}

// group is a name and its texts.
type group struct {
	name  string
	texts [][]byte
}

const (
	smallSample = 1 << 10
	largeSample = 20 << 10
)

// sizes scores groups at 1 KB, 20 KB and whole.
func sizes(groups []group, e encoding) (small, large, whole table) {
	for _, g := range groups {
		for _, at := range []struct {
			table *table
			size  int
		}{{&small, smallSample}, {&large, largeSample}, {&whole, math.MaxInt}} {
			var parts [][]byte
			for _, t := range g.texts {
				parts = append(parts, chunks(t, at.size)...)
			}
			if r := score(g.name, parts, e.exact, e.estimate); len(r.errors) > 0 {
				*at.table = append(*at.table, r)
			}
		}
	}
	return small, large, whole
}

// report is the accuracy on what the fit has not seen, in Markdown.
func report(types []text) string {
	var groups []group
	for _, t := range types {
		if len(t.test) > 0 {
			groups = append(groups, group{t.name, t.test})
		}
	}
	var out strings.Builder
	out.WriteString("<!-- Written by estimators/ngram/fit; DO NOT EDIT. -->\n# Accuracy of ngram on held-out text\n\n")
	out.WriteString("Errors in per cent of the exact count, on the third of each type of text that was kept from the fit;\n`gen-` types are generated. A block is 20 KB, less where a type is small. Bias is that of the sum of all samples.\n")
	for _, e := range encodings {
		small, large, _ := sizes(groups, e)
		fmt.Fprintf(&out, "\n## %s\n\n", e.title)
		summarise(&out, "1 KB", small)
		summarise(&out, "20 KB", large)
		out.WriteString("\n| type | 1 KB: mean | bias | p95 | worst | most too low | 20 KB: mean | bias | p95 | worst | most too low |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
		for i, s := range small {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", s.name, s.cells(), large[i].cells())
		}
	}
	return out.String()
}

func (r row) cells() string {
	return fmt.Sprintf("%.1f | %+.1f | %.1f | %.1f | %.1f", r.mean(), r.bias, r.p95(), r.worst(), r.lowest)
}

func summarise(out *strings.Builder, size string, t table) {
	macro, worst, all := t.macro()
	fmt.Fprintf(out, "- %s: mean over types %.2f %%, worst type %.1f %% (%s), 95 of 100 samples within %.1f %%, worst sample %.1f %%, most too low %.1f %%\n",
		size, macro, worst.mean(), worst.name, all.p95(), all.worst(), all.lowest)
}

// measure prints the errors on files, by the folder that they lie in.
func measure(files []string) error {
	var groups []group
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		folder := filepath.Base(filepath.Dir(name))
		i := slices.IndexFunc(groups, func(g group) bool { return g.name == folder })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{name: folder})
		}
		groups[i].texts = append(groups[i].texts, b)
	}
	for _, e := range encodings {
		small, large, whole := sizes(groups, e)
		var out strings.Builder
		fmt.Fprintf(&out, "%s\n", e.title)
		for _, t := range []struct {
			size  string
			table table
		}{{"1 KB", small}, {"20 KB", large}, {"whole", whole}} {
			summarise(&out, t.size, t.table)
		}
		for i := range whole {
			fmt.Fprintf(&out, "%-8s 1 KB %s   20 KB %s   whole %s\n", whole[i].name, small[i].cells(), large[i].cells(), whole[i].cells())
		}
		fmt.Print(out.String())
	}
	return nil
}
