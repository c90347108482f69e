package main

import "math"

// sample is one chunk of text as the fit sees it.
type sample struct {
	features []int32
	counts   []float32
	tokens   float64 // the exact count
	unit     float64 // what an error is measured in: about the count
	weight   float64
}

// solve finds weights w that minimise the sum over samples of
// weight*((counts*w - tokens)/unit)^2 plus the ridge, by conjugate gradients with
// the diagonal as preconditioner. It begins with the weights w, which it changes and
// returns, and takes so many iterations at most.
func solve(samples []sample, w []float64, iterations int, ridge func(feature int) float64) []float64 {
	features := len(w)
	diagonal := make([]float64, features)
	b := make([]float64, features)
	for i := range diagonal {
		diagonal[i] = ridge(i)
	}
	for _, s := range samples {
		scale := s.weight / (s.unit * s.unit)
		for k, f := range s.features {
			c := float64(s.counts[k])
			diagonal[f] += scale * c * c
			b[f] += scale * c * s.tokens // what is left to explain
		}
	}
	multiply := func(out, x []float64) {
		for i := range out {
			out[i] = ridge(i) * x[i]
		}
		for _, s := range samples {
			dot := 0.0
			for k, f := range s.features {
				dot += float64(s.counts[k]) * x[f]
			}
			dot *= s.weight / (s.unit * s.unit)
			for k, f := range s.features {
				out[f] += dot * float64(s.counts[k])
			}
		}
	}
	r, z, p, q := make([]float64, features), make([]float64, features), make([]float64, features), make([]float64, features)
	multiply(r, w)
	for j := range r {
		r[j] = b[j] - r[j]
	}
	rho, first := 0.0, 0.0
	for i := range iterations {
		rhoNew := 0.0
		for j := range r {
			z[j] = r[j] / diagonal[j]
			rhoNew += z[j] * r[j]
		}
		beta := 0.0
		if i > 0 {
			beta = rhoNew / rho
		} else {
			first = rhoNew
		}
		rho = rhoNew
		for j := range p {
			p[j] = z[j] + beta*p[j]
		}
		if math.Sqrt(rho/first) < 1e-6 {
			break
		}
		multiply(q, p)
		pq := 0.0
		for j := range p {
			pq += p[j] * q[j]
		}
		alpha := rho / pq
		for j := range w {
			w[j] += alpha * p[j]
			r[j] -= alpha * q[j]
		}
	}
	return w
}
