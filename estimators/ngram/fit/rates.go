package main

import (
	"math"
	"strings"
)

// runBytes is the length of the runs whose cost is measured: a multiple of all long
// tokens, and short enough for every exact counter to count it as one piece.
const runBytes = 1152

// places are the bytes that runs have rates for, in the order of the table.
var places = span(' ', '~') + "\t\n\r"

// rates measures what a byte of a run of every two bytes in turn costs.
func rates(exact func(text []byte) int) []uint16 {
	out := make([]uint16, len(places)*len(places))
	for i := range places {
		for j := range i + 1 {
			run := strings.Repeat(string([]byte{places[i], places[j]}), runBytes/2)
			rate := uint16(math.Round(float64(exact([]byte(run))) * scale / runBytes))
			out[i*len(places)+j], out[j*len(places)+i] = rate, rate
		}
	}
	return out
}
