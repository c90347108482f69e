package main

import (
	"maps"
	"math"
	"slices"
)

// fitted is what is fitted to one encoding.
type fitted struct {
	name    string
	weights []int16  // by transition, in units of 1/scale tokens
	rates   []uint16 // by the places of two bytes, in units of 1/scale tokens a byte
}

type fitter struct {
	*automaton
	exact func(text []byte) int
}

// leastLoop is the least weight of a transition that stays in its state, in tokens:
// a run costs more the longer it is. The longest tokens of the encodings are 128
// blanks, rules of 64 symbols and 8 equal letters. Of all other transitions it is
// zero, so that no repetition of rare bytes adds up to less than nothing.
var leastLoop = map[kind]float64{
	kLetter: 1.0 / 8, kSymbol: 1.0 / 64, kSpace: 1.0 / 128, kTab: 1.0 / 32, kLF: 1.0 / 32, kControl: 1.0 / 2,
}

// Ridge factors: how strongly weights are held to zero. Those of transitions are
// corrections of those of their coarse states, which are corrections of those of
// their pairs of classes, so what is seen more rarely is held more strongly.
const (
	ridgePair       = 1e-6
	ridgeMiddle     = 1e-4
	ridgeTransition = 5e-4
)

// Bounds of the iterations: the later fits begin where the first has ended.
const (
	firstIterations = 400
	laterIterations = 60
)

// tolerance is how much too light a weight may be, in tokens, without a further fit.
const tolerance = 0.01

// fit returns a weight in units of 1/scale per transition.
func (f *fitter) fit(types []text) []int16 {
	samples := f.samples(types)
	// Weights that come out too light are held at their least, and the rest is fitted
	// again around them.
	held := map[int32]float64{}
	all := make([]float64, f.features())
	for iterations := firstIterations; ; iterations = laterIterations {
		w := f.solve(samples, held, all, iterations)
		more := false
		for i, to := range f.next {
			s, least := i/len(f.classes), 0.0
			if int(to) == s {
				least = leastLoop[f.states[s].kind]
			}
			if _, ok := held[int32(i)]; !ok && w[i] < least {
				held[int32(i)] = least
				more = more || w[i] < least-tolerance
			}
		}
		if !more {
			for i, v := range held {
				w[i] = v
			}
			return fixed(w)
		}
	}
}

// samples counts the chunks of all types, which weigh as much as their type says.
func (f *fitter) samples(types []text) []sample {
	var samples []sample
	for _, t := range types {
		first := len(samples)
		for _, block := range t.train {
			for _, part := range chunks(block, chunkBytes) {
				samples = append(samples, f.sample(part, float64(f.exact(part))))
			}
		}
		for i := first; i < len(samples); i++ {
			samples[i].weight = t.weight / float64(len(samples)-first)
		}
	}
	return samples
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

// solve gives the weight of every transition in tokens: its own and what it borrows,
// or the one at which it is held. It begins with the weights all of all features,
// and leaves there what it found.
func (f *fitter) solve(samples []sample, held map[int32]float64, all []float64, iterations int) []float64 {
	rest := make([]sample, len(samples))
	for i, s := range samples {
		rest[i] = f.rest(s, held)
	}
	w := solve(rest, all, iterations, func(i int) float64 {
		switch {
		case i < len(f.next):
			return ridgeTransition
		case i < len(f.next)+f.coarse*len(f.classes):
			return ridgeMiddle
		default:
			return ridgePair
		}
	})
	out := slices.Clone(w[:len(f.next)])
	for i := range out {
		for _, b := range f.borrows(i)[1:] {
			out[i] += w[b]
		}
		if v, ok := held[int32(i)]; ok {
			out[i] = v
		}
	}
	return out
}

// rest is a sample without what held transitions explain, and with the features
// that the others borrow from.
func (f *fitter) rest(s sample, held map[int32]float64) sample {
	r := sample{tokens: s.tokens, unit: s.unit, weight: s.weight}
	borrowed := map[int32]float32{}
	for k, t := range s.features {
		c := s.counts[k]
		if v, ok := held[t]; ok {
			r.tokens -= v * float64(c)
			continue
		}
		r.features, r.counts = append(r.features, t), append(r.counts, c)
		for _, b := range f.borrows(int(t))[1:] {
			borrowed[b] += c
		}
	}
	for _, b := range slices.Sorted(maps.Keys(borrowed)) {
		r.features, r.counts = append(r.features, b), append(r.counts, borrowed[b])
	}
	return r
}

// fixed turns weights into units of 1/scale.
func fixed(w []float64) []int16 {
	out := make([]int16, len(w))
	for i, v := range w {
		out[i] = int16(max(min(math.Round(v*scale), math.MaxInt16), math.MinInt16))
	}
	return out
}
