// Command fit makes the table of sdk/tokens: it collects texts from this machine,
// counts their tokens exactly, fits the weights of the automaton and reports how
// well they do on texts that it did not see.
//
//	go run ./estimators/internal/fit -cache DIR -table sdk/tokens/table.go -report FILE [FILE...]
//
// Further FILEs are only measured, never fitted.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/sdk"
)

func main() {
	log.SetFlags(0)
	cache := flag.String("cache", "", "folder that keeps the collected texts (required)")
	table := flag.String("table", "", "Go file to write the table to")
	report := flag.String("report", "", "file to write the accuracy by type to, in Markdown")
	flag.Parse()
	if *cache == "" {
		log.Fatal("fit: -cache DIR is required")
	}
	if err := build(*cache, *table, *report, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func build(cache, table, report string, files []string) error {
	texts, err := collect(cache)
	if err != nil {
		return err
	}
	a := newAutomaton()
	f := &fitter{automaton: a, exact: tiktoken.New()}
	log.Printf("%d types, %d classes, %d states, %d transitions", len(texts), len(a.classes), len(a.states), len(a.next))
	weights, err := f.fit(texts)
	if err != nil {
		return err
	}
	if table != "" {
		if err := os.WriteFile(table, render(a, weights), 0o644); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
	}
	out, err := f.report(texts, weights)
	if err != nil {
		return err
	}
	if report != "" {
		if err := os.WriteFile(report, []byte(out), 0o644); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
	} else {
		fmt.Print(out)
	}
	return f.measure(files, weights)
}

type fitter struct {
	*automaton
	exact sdk.Estimator
}

// leastLoop is the least weight of a transition that stays in its state, in tokens:
// a run costs more the longer it is. The longest tokens of the encoding are 128
// blanks, rules of 64 symbols and 8 equal letters.
var leastLoop = map[kind]float64{
	kLetter: 1.0 / 8, kSymbol: 1.0 / 64, kSpace: 1.0 / 128, kTab: 1.0 / 32, kLF: 1.0 / 32, kControl: 1.0 / 2,
}

// fit returns a weight in units of 1/scale per transition.
func (f *fitter) fit(texts []text) ([]int16, error) {
	var samples []sample
	for _, t := range texts {
		first := len(samples)
		for _, block := range t.train {
			parts := chunks(block, chunkBytes)
			n, err := f.exact.CountTokens(context.Background(), parts)
			if err != nil {
				return nil, err
			}
			for i, part := range parts {
				if n[i] > 0 {
					samples = append(samples, f.sample(part, float64(n[i])))
				}
			}
		}
		for i := first; i < len(samples); i++ {
			samples[i].weight = t.weight / float64(len(samples)-first)
		}
	}
	log.Printf("%d chunks", len(samples))
	// Loops that come out too light are held at their least weight, and the rest is
	// fitted again around them.
	held := map[int32]float64{}
	for {
		w := f.solve(samples, held)
		more := false
		for i, to := range f.next {
			s := i / len(f.classes)
			least := leastLoop[f.states[s].kind]
			if _, ok := held[int32(i)]; !ok && int(to) == s && w[i] < least {
				held[int32(i)], more = least, true
			}
		}
		if !more {
			return fixed(w), nil
		}
	}
}

// solve gives the weight of every transition in tokens: its own and that of its
// pair, or the one at which it is held.
func (f *fitter) solve(samples []sample, held map[int32]float64) []float64 {
	transitions := int32(len(f.next))
	rest := make([]sample, len(samples))
	for i, s := range samples {
		r := sample{tokens: s.tokens, unit: s.unit, weight: s.weight}
		pairs := map[int32]float32{}
		for k, t := range s.features {
			c := s.counts[k]
			if v, ok := held[t]; ok {
				r.tokens -= v * float64(c)
				continue
			}
			r.features, r.counts = append(r.features, t), append(r.counts, c)
			pairs[transitions+int32(f.pair(int(t)))] += c
		}
		for _, p := range slices.Sorted(maps.Keys(pairs)) {
			r.features, r.counts = append(r.features, p), append(r.counts, pairs[p])
		}
		rest[i] = r
	}
	w := solve(rest, len(f.next)+len(f.classes)*len(f.classes), func(i int) float64 {
		if i < len(f.next) {
			return ridgeTransition
		}
		return ridgePair
	})
	out := w[:len(f.next)]
	for i := range out {
		out[i] += w[len(f.next)+f.pair(i)]
		if v, ok := held[int32(i)]; ok {
			out[i] = v
		}
	}
	return out
}

// fixed turns weights into units of 1/scale.
func fixed(w []float64) []int16 {
	out := make([]int16, len(w))
	for i, v := range w {
		out[i] = int16(max(min(math.Round(v*scale), math.MaxInt16), math.MinInt16))
	}
	return out
}

func (f *fitter) sample(part []byte, tokens float64) sample {
	counts := map[int32]float32{}
	f.walk(part, func(t int) { counts[int32(t)]++ })
	// A chunk of one long run has next to no tokens; measured in them alone, its
	// error would outweigh that of whole types.
	s := sample{tokens: tokens, unit: tokens + float64(len(part))/20}
	s.features = slices.Sorted(maps.Keys(counts))
	for _, k := range s.features {
		s.counts = append(s.counts, counts[k])
	}
	return s
}

func (f *fitter) estimate(b []byte, weights []int16) float64 {
	sum := 0
	f.walk(b, func(t int) { sum += int(weights[t]) })
	n := float64(len(b))
	return max(min(float64(sum)/scale, n), n/128, 1)
}

// errors of a set of texts, in per cent of the exact count.
func (f *fitter) errors(parts [][]byte, weights []int16) (errs []float64, bias float64, err error) {
	n, err := f.exact.CountTokens(context.Background(), parts)
	if err != nil {
		return nil, 0, err
	}
	sum, total := 0.0, 0.0
	for i, p := range parts {
		e := f.estimate(p, weights)
		if n[i] > 0 {
			errs = append(errs, math.Abs(e/float64(n[i])-1)*100)
		}
		sum, total = sum+e, total+float64(n[i])
	}
	return errs, (sum/max(total, 1) - 1) * 100, nil
}

func (f *fitter) report(texts []text, weights []int16) (string, error) {
	var out strings.Builder
	out.WriteString("| type | mean error of 12 KB | bias | mean error of 1 KB | worst 1 KB |\n|---|---|---|---|---|\n")
	var all, macro, macro1 []float64
	for _, t := range texts {
		if len(t.test) == 0 {
			continue
		}
		large, bias, err := f.errors(t.test, weights)
		if err != nil {
			return "", err
		}
		var small [][]byte
		for _, b := range t.test {
			small = append(small, chunks(b, chunkBytes)...)
		}
		errs, _, err := f.errors(small, weights)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "| %s | %.1f %% | %+.1f %% | %.1f %% | %.0f %% |\n", t.name, mean(large), bias, mean(errs), slices.Max(errs))
		all = append(all, large...)
		macro, macro1 = append(macro, mean(large)), append(macro1, mean(errs))
	}
	slices.Sort(all)
	fmt.Fprintf(&out, "| **mean over types** | **%.1f %%** | | **%.1f %%** | |\n\n", mean(macro), mean(macro1))
	fmt.Fprintf(&out, "Of all 12 KB texts: 95 %% within %.1f %%, worst %.1f %%.\n", all[len(all)*95/100], all[len(all)-1])
	return out.String(), nil
}

func (f *fitter) measure(files []string, weights []int16) error {
	var errs []float64
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("fit: %w", err)
		}
		e, bias, err := f.errors([][]byte{b}, weights)
		if err != nil {
			return err
		}
		errs = append(errs, e...)
		fmt.Printf("%+6.1f %%  %s\n", bias, name)
	}
	if len(errs) > 0 {
		fmt.Printf("mean %.2f %%, worst %.1f %%\n", mean(errs), slices.Max(errs))
	}
	return nil
}

func mean(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s / float64(max(len(v), 1))
}
