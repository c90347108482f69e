// Package tokens estimates how many tokens a text costs a language model, in one
// pass and without a vocabulary.
//
// The estimate is the sum of the weights along the path of a finite automaton over
// classes of bytes. Its states know how long the current word, number or run is and
// of what script, which is most of what a tokenizer parts by. The weights are
// fitted to exact counts; docs/estimators.md says how good they are, and
// estimators/internal/fit makes the table again.
package tokens

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// Encoding names the tokenizer that the estimates imitate.
const Encoding = "o200k_base"

// longestToken is the length in bytes of the longest token of the encoding, a run
// of blanks.
const longestToken = 128

// Estimate returns the estimated number of tokens of text: 0 for an empty text,
// else between len(text)/128, at least 1, and len(text). Estimates of parts add up
// to that of the whole within a token or so a part.
func Estimate(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	sum := 0
	if len(text) < parallelFrom {
		sum = weigh(text, 0)
	} else {
		sum = weighFour(text)
	}
	least := (len(text) + longestToken - 1) / longestToken
	return max(min((sum+scale/2)/scale, len(text)), least)
}

// weigh is the weight of text, from the state whose row is given.
func weigh(text []byte, row int32) (sum int) {
	tab, cls := &table, &class

	for _, c := range text {
		t := tab[uint16(row)+uint16(cls[c])]
		sum += int(t >> 16)
		row = t
	}
	return sum
}

// class is the class of a byte.
var class = [256]uint8(decode(classOf))

// table holds for every state and class the weight in the upper 16 bits, signed,
// and in the lower ones where the row of the next state begins. It has room for
// every index of 16 bits, which spares the check of bounds.
var table = func() (t [1 << 16]int32) {
	next, weights := decode(nextOf), decode(weightOf)
	for i := range states * classes {
		weight := int16(binary.LittleEndian.Uint16(weights[2*i:]))
		t[i] = int32(weight)<<16 | int32(next[i])*classes
	}
	return t
}()

func decode(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(fmt.Sprintf("tokens: the generated table is damaged: %v", err))
	}
	return b
}
