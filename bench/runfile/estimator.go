package runfile

// Estimator is how far the counts of an estimator are from exact ones. Error and
// Kinds are of the whole content of each case.
type Estimator struct {
	Name      string       `json:"name"` // unique in the run
	About     string       `json:"about,omitempty"`
	Transport string       `json:"transport"`
	Encoding  string       `json:"encoding"`          // that it counts or imitates
	Against   string       `json:"against,omitempty"` // the encoding that was counted exactly; "" in older files: o200k_base
	Exact     bool         `json:"exact"`             // of its own encoding
	Error     float64      `json:"error"`             // mean over kinds
	Kinds     []Estimate   `json:"kinds"`             // by name
	Sizes     []SizeErrors `json:"sizes,omitempty"`   // none in older files
	Failed    int          `json:"failed"`            // cases that it did not count
	Reason    string       `json:"reason,omitempty"`
}

// Estimate is how far the counts are for one kind.
type Estimate struct {
	Kind  string  `json:"kind"`
	Cases int     `json:"cases"`
	Error float64 `json:"error"` // mean of |count - true| / true
	Bias  float64 `json:"bias"`  // sum of counts over sum of true ones, less 1
	Worst string  `json:"worst"` // the case with the largest error
	Far   float64 `json:"far"`   // that error, with its sign
}

// SizeErrors are the errors on samples of one size.
type SizeErrors struct {
	Size    string   `json:"size"`
	All     Errors   `json:"all"`
	Kinds   []Errors `json:"kinds"`   // by name
	Scripts []Errors `json:"scripts"` // in the order of estimate.Scripts
}

// Errors are how far counts are from true ones over some samples. An error is
// count/true - 1: -0.1 is a tenth too low.
type Errors struct {
	Of      string  `json:"of,omitempty"` // the kind or script; "" for all
	Samples int     `json:"samples"`
	Error   float64 `json:"error"` // mean of the absolute errors; over all kinds: the mean of the kinds
	Bias    float64 `json:"bias"`  // sum of counts over sum of true ones, less 1; over all kinds: the mean of the kinds
	P95     float64 `json:"p95"`   // absolute error that 95 % of the samples do not exceed
	Worst   Far     `json:"worst"` // the largest absolute error; zero where there is none
	Under   Far     `json:"under"` // the lowest count; zero where none is too low
}

// Far is one sample that is far off.
type Far struct {
	Sample string  `json:"sample,omitempty"` // the text, and "@" and the byte at which the sample begins
	Error  float64 `json:"error"`
}

// EstimatorTiming is how fast an estimator was.
type EstimatorTiming struct {
	Name string `json:"name"`
	Speed
}

// Speed is how fast one estimator counts on one processor, over its transport.
type Speed struct {
	MBPerS float64 `json:"mbPerSecond"` // 10^6 bytes of whole texts, one call each
	Times  float64 `json:"times"`       // MBPerS over that of the reference
	Large  float64 `json:"large"`       // the same ratio for one text of a megabyte
	Allocs float64 `json:"allocs"`      // allocations of a call in this process, beyond those of a call for an empty text
}

// At are the errors at a size, nil where there are none.
func (r *Estimator) At(size string) *SizeErrors {
	for i := range r.Sizes {
		if r.Sizes[i].Size == size {
			return &r.Sizes[i]
		}
	}
	return nil
}
