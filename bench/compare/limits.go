package compare

import "slices"

// Limits say what is a regression. Drops and growths are of one kind of content, of
// the means over the cases that both runs have.
type Limits struct {
	AUCDrop         float64  `json:"aucDrop"`
	StructureDrop   float64  `json:"structureDrop"`
	HonestyDrop     float64  `json:"honestyDrop"`
	RecoverableDrop float64  `json:"recoverableDrop"`
	TokenGrowth     float64  `json:"tokenGrowth"` // share: tokens out at the same budgets
	ReachGrowth     float64  `json:"reachGrowth"` // share: tokens until the same facts are shown
	Monotony        int      `json:"monotony"`    // more facts gone at the next budget, over all kinds
	Unmarked        int      `json:"unmarked"`    // cases with silent gaps or strayed rows, of those that had none
	ErrorGrowth     float64  `json:"errorGrowth"` // mean error of an estimator, at each size
	AllowGates      []string `json:"allowGates"`  // gate codes, cases or CASE@BUDGET whose failure is no regression
	StrictCorpus    bool     `json:"strictCorpus"`
}

// DefaultLimits are the limits of the project's own gate. An area of 0.01 is one fact
// in a hundred at every budget; what is smaller than that is told, not refused.
func DefaultLimits() Limits {
	return Limits{AUCDrop: 0.01, StructureDrop: 0.01, HonestyDrop: 0.01, RecoverableDrop: 0.01,
		TokenGrowth: 0.02, ReachGrowth: 0.02, ErrorGrowth: 0.005, AllowGates: []string{}}
}

// minReached is how many facts both runs must show before their tokens are compared:
// among fewer, one fact that moves by one budget is more than two in a hundred.
const minReached = 35

// rounding is below what a difference of two sums of scores can say.
const rounding = 1e-9

func (l Limits) allows(g Gate) bool {
	return slices.Contains(l.AllowGates, g.Code) || slices.Contains(l.AllowGates, g.Case) || slices.Contains(l.AllowGates, g.Where())
}
