package bench

// RunFormat names the form of a run file. A reader refuses every other.
const RunFormat = "riffle-bench/1"

// RunFile is one run of the bench, as it is kept in a file. But for Timings two runs
// of the same systems on the same corpora are equal byte for byte: nothing else in
// it depends on the time, the place or the machine.
type RunFile struct {
	Format     string         `json:"format"`               // RunFormat
	Budgets    []int          `json:"budgets"`              // in tokens, ascending
	RecallOnly bool           `json:"recallOnly,omitempty"` // facts alone were looked for: gates but G1, structure, honesty and recoverability were not
	Ablate     []string       `json:"ablate,omitempty"`     // ranking rules that were off, sorted
	Corpora    []RunCorpus    `json:"corpora"`              // in the order given
	Systems    []RunSystem    `json:"systems"`              // in the order given: the measured ones, then the baselines
	Cases      []RunCase      `json:"cases"`                // by corpus in the order given, then by name
	Summaries  []RunSummary   `json:"summaries"`            // by system as given; of each first that over all kinds, then each kind by name
	Estimators []RunEstimator `json:"estimators,omitempty"` // in the order given
	Timings    *RunTimings    `json:"timings,omitempty"`    // what differs from run to run
}

// RunCorpus is a folder of cases.
type RunCorpus struct {
	Name   string `json:"name"`   // the last part of its path; "NAME#2" for the second of that name
	Cases  int    `json:"cases"`  // that were chosen
	SHA256 string `json:"sha256"` // of the hashes of those
}

// RunSystem is something that was measured.
type RunSystem struct {
	Name      string   `json:"name"` // unique in the run
	About     string   `json:"about,omitempty"`
	Role      string   `json:"role"`                // RoleSystem, RoleBaseline or RoleOracle
	Transport string   `json:"transport,omitempty"` // "in-process", "wire", "subprocess", "command"; "" for baselines
	Kinds     []string `json:"kinds,omitempty"`     // the kinds of content that it was measured on; none: all
}

// Values of RunSystem.Role.
const (
	RoleSystem   = "system"
	RoleBaseline = "baseline"
	RoleOracle   = "oracle"
)

// RunCase is one case with what each system did with it.
type RunCase struct {
	Corpus  string      `json:"corpus"`
	Name    string      `json:"name"` // "log/nginx.log"
	Kind    string      `json:"kind"` // the corpus's word, by which summaries are grouped
	Bytes   int         `json:"bytes"`
	Tokens  int         `json:"tokens"`            // of the decoded input
	SHA256  string      `json:"sha256"`            // of input and facts: a case that changed is another case
	Should  string      `json:"should,omitempty"`  // kind by which it should be routed; "": nobody can say
	Verdict string      `json:"verdict,omitempty"` // kind by which the inspector routes it
	Facts   []RunFact   `json:"facts"`             // none: run for its robustness only
	Results []RunResult `json:"results"`
}

// RunFact is a fact of a case.
type RunFact struct {
	ID     string  `json:"id"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
	Why    string  `json:"why,omitempty"`
	At     float64 `json:"at"` // first occurrence, from 0 to 1 of the input
}

// RunResult is what one system did with one case.
type RunResult struct {
	System    string     `json:"system"`
	Processor string     `json:"processor,omitempty"` // that served the case, where the system has several or falls back
	Error     string     `json:"error,omitempty"`     // the system failed: everything else is zero
	Points    []RunPoint `json:"points"`              // the budgets below the input's own size, ascending; none for a small input
	AUC       float64    `json:"auc"`
	Skill     *float64   `json:"skill,omitempty"` // none without baselines, or where the oracle is no better than head+tail
	Monotony  RunShare   `json:"monotony"`        // facts gone at the next budget, of those found
	Headline  float64    `json:"headline"`        // 0 where a gate fails at any budget
	Gates     []string   `json:"gates,omitempty"` // failures that concern no single budget (G2, G3, G4)
}

// RunPoint is what one system did with one case at one budget.
type RunPoint struct {
	Budget      int      `json:"budget"`
	Tokens      int      `json:"tokens"` // of the output
	F           float64  `json:"f"`      // recall of facts, by weight
	Heavy       RunShare `json:"w3"`     // facts of weight 3, by weight
	Middle      RunShare `json:"middle"` // facts that first occur in the middle 80 % of the input, by weight
	Structure   float64  `json:"structure"`
	Honesty     float64  `json:"honesty"`
	Recoverable float64  `json:"recoverable"`
	Overhead    int      `json:"overhead"` // tokens of notice, notes and markers
	Gaps        int      `json:"gaps"`
	Silent      int      `json:"silent"`            // gaps that nothing marks
	Strayed     int      `json:"strayed"`           // rows that do not stand where they say
	Gates       []string `json:"gates,omitempty"`   // "G5: …", in the order of checking
	Found       []string `json:"found"`             // ids, in the order of the case's facts
	Lost        []string `json:"lost"`              // the others
	Hidden      []string `json:"hidden,omitempty"`  // of the lost, those that the marker of their gap does not lead to
	Remarks     []string `json:"remarks,omitempty"` // what is wrong with structure and honesty, the first few
	Text        *string  `json:"text,omitempty"`    // the output itself, where it was asked for
}

// RunShare is a part of a whole.
type RunShare struct {
	Part  float64 `json:"part"`
	Whole float64 `json:"whole"`
}

// Value is Part/Whole, 0 where there is no whole.
func (s RunShare) Value() float64 {
	if s.Whole == 0 {
		return 0
	}
	return s.Part / s.Whole
}

// RunSummary is what one system did with one kind, or with all of them: the mean
// over kinds. Means are over cases with facts that are larger than a budget.
type RunSummary struct {
	System      string      `json:"system"`
	Kind        string      `json:"kind"`  // "" for the mean over kinds
	Cases       int         `json:"cases"` // that count
	AUC         float64     `json:"auc"`
	Skill       *float64    `json:"skill,omitempty"`
	Headline    float64     `json:"headline"`
	P10AUC      float64     `json:"p10auc"`    // tenth percentile over cases
	P10Recall   float64     `json:"p10recall"` // at MainBudget
	Worst       RunWorst    `json:"worst"`
	Recall      []RunRecall `json:"recall"` // per budget, ascending
	Heavy       float64     `json:"w3"`     // at MainBudget
	Middle      float64     `json:"middle"` // at MainBudget
	Structure   float64     `json:"structure"`
	Honesty     float64     `json:"honesty"`
	Recoverable float64     `json:"recoverable"`
	Overhead    float64     `json:"overhead"` // share of the budget
	Monotony    RunShare    `json:"monotony"` // sums
	Silent      int         `json:"silent"`
	Strayed     int         `json:"strayed"`
	Gates       int         `json:"gates"`  // failures, over all cases, those without facts too
	Over        int         `json:"over"`   // outputs over their budget
	Failed      int         `json:"failed"` // cases on which the system failed
}

// RunWorst is the case with the smallest area.
type RunWorst struct {
	Corpus string  `json:"corpus,omitempty"`
	Case   string  `json:"case,omitempty"`
	AUC    float64 `json:"auc"`
}

// RunRecall is the recall at one budget, and what it costs.
type RunRecall struct {
	Budget    int     `json:"budget"`
	F         float64 `json:"f"`         // mean
	Cases     int     `json:"cases"`     // larger than the budget
	TokensIn  int     `json:"tokensIn"`  // sum over those
	TokensOut int     `json:"tokensOut"` // sum over those
}

// RunTimings is what differs from run to run. Cases are measured one at a time.
type RunTimings struct {
	Seconds float64     `json:"seconds"` // of the whole run
	Jobs    int         `json:"jobs"`
	Results []RunTiming `json:"results,omitempty"` // by case, then by system

	Estimators []RunEstimatorTiming `json:"estimators,omitempty"` // in the order of the run's
}

// RunTiming is the cost of one case for one system, from the input to its text at
// one budget.
type RunTiming struct {
	Corpus     string  `json:"corpus"`
	Case       string  `json:"case"`
	System     string  `json:"system"`
	Budget     int     `json:"budget"`
	Millis     float64 `json:"millis"`
	MBPerS     float64 `json:"mbPerSecond"` // of input, 10^6 bytes
	Allocs     uint64  `json:"allocs"`      // in this process
	AllocBytes uint64  `json:"allocBytes"`
}

// Summary is that of a system and a kind, "" for all; nil where there is none.
func (r *RunFile) Summary(system, kind string) *RunSummary {
	for i := range r.Summaries {
		if s := &r.Summaries[i]; s.System == system && s.Kind == kind {
			return s
		}
	}
	return nil
}

// Estimator is the estimator of a name, nil where there is none.
func (r *RunFile) Estimator(name string) *RunEstimator {
	for i := range r.Estimators {
		if r.Estimators[i].Name == name {
			return &r.Estimators[i]
		}
	}
	return nil
}

// EstimatorTiming is that of the estimator of a name, nil where it was not timed.
func (r *RunFile) EstimatorTiming(name string) *RunEstimatorTiming {
	if r.Timings == nil {
		return nil
	}
	for i := range r.Timings.Estimators {
		if r.Timings.Estimators[i].Name == name {
			return &r.Timings.Estimators[i]
		}
	}
	return nil
}

// System is the system of a name, nil where there is none.
func (r *RunFile) System(name string) *RunSystem {
	for i := range r.Systems {
		if r.Systems[i].Name == name {
			return &r.Systems[i]
		}
	}
	return nil
}

// Case is the case of a corpus and a name, nil where there is none.
func (r *RunFile) Case(corpus, name string) *RunCase {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Corpus == corpus && c.Name == name {
			return c
		}
	}
	return nil
}

// Result is what a system did, nil where it was not measured on the case.
func (c *RunCase) Result(system string) *RunResult {
	for i := range c.Results {
		if c.Results[i].System == system {
			return &c.Results[i]
		}
	}
	return nil
}

// Fact is the fact of an id, nil where there is none.
func (c *RunCase) Fact(id string) *RunFact {
	for i := range c.Facts {
		if c.Facts[i].ID == id {
			return &c.Facts[i]
		}
	}
	return nil
}

// At is the point of a budget, nil where the input is smaller than it.
func (r *RunResult) At(budget int) *RunPoint {
	for i := range r.Points {
		if r.Points[i].Budget == budget {
			return &r.Points[i]
		}
	}
	return nil
}
