// Package tokens estimates how many tokens a text costs a language model, in one
// pass and without a vocabulary.
//
// The estimate is the sum of the weights along the path of a finite automaton over
// classes of bytes: n-grams of varying length. Its states know how long the current
// word, number or run is, of what script, and what it follows, which is most of
// what a tokenizer parts by. Long runs of one byte or of two in turn are weighed by
// what they cost a byte. All weights are fitted to exact counts by
// estimators/ngram/fit; docs/ngram-accuracy.md says how good they are.
package tokens

// Encoding names the tokenizer that Estimate imitates.
const Encoding = "o200k_base"

// EncodingCL100K names the tokenizer that EstimateCL100K imitates.
const EncodingCL100K = "cl100k_base"

// longestToken is the length in bytes of the longest token of either encoding, a
// run of blanks.
const longestToken = 128

// Estimate returns the estimated number of tokens of text in o200k_base: 0 for an
// empty text, else between len(text)/128, at least 1, and len(text). Estimates of
// parts add up to that of the whole within a token or so a part, some more where a
// long run is cut. It allocates nothing.
func Estimate(text []byte) int { return o200k.estimate(text) }

// EstimateCL100K is Estimate for cl100k_base.
func EstimateCL100K(text []byte) int { return cl100k.estimate(text) }

// model is what is fitted to one encoding.
type model struct {
	// table holds for every state and class the weight in the upper 16 bits,
	// signed, and in the lower ones where the row of the next state begins.
	table *[rows]uint32
	// rates holds what a byte of a run costs, by the places of its two bytes.
	rates *[places * places]uint16
}

// The tables are values that the linker lays out, so that a program which imports
// this package pays for them only once it counts.
var (
	o200k  = model{&o200kTable, &o200kRates}
	cl100k = model{&cl100kTable, &cl100kRates}
)

func (m model) estimate(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	n := (m.weight(text) + scale/2) / scale
	return max(min(n, len(text)), (len(text)+longestToken-1)/longestToken)
}

// weight is the sum of the weights of text, in units of 1/scale tokens.
func (m model) weight(text []byte) int {
	sum := 0
	for {
		from, to := longRun(text)
		sum += m.weigh(text[:from])
		if from == to {
			return sum
		}
		sum += m.rate(text[from], text[from+1]) * (to - from)
		text = text[to:]
	}
}

func (m model) weigh(text []byte) int {
	if len(text) < parallelFrom {
		return m.weighOne(text, 0)
	}
	return m.weighFour(text)
}

// weighOne is the weight of text, from the state whose row is given.
func (m model) weighOne(text []byte, row uint32) (sum int) {
	for _, c := range text {
		row = m.table[(row+uint32(classOf[c]))&(rows-1)]
		sum += int(int32(row) >> 16)
	}
	return sum
}
