// Package runfile is the form in which a run of the bench is kept, and nothing else: what
// measures writes it, what compares and draws reads it.
package runfile

// MainBudget is the budget that single numbers speak of.
const MainBudget = 2048

// Format names the form of a run file. A reader refuses every other.
const Format = "riffle-bench/1"

// Run is one run of the bench, as it is kept in a file. But for Timings two runs
// of the same systems on the same corpora are equal byte for byte: nothing else in
// it depends on the time, the place or the machine.
type Run struct {
	Format     string      `json:"format"`               // Format
	Budgets    []int       `json:"budgets"`              // in tokens, ascending
	RecallOnly bool        `json:"recallOnly,omitempty"` // facts alone were looked for: gates but G1, structure, honesty and recoverability were not
	Ablate     []string    `json:"ablate,omitempty"`     // ranking rules that were off, sorted
	Corpora    []Corpus    `json:"corpora"`              // in the order given
	Systems    []System    `json:"systems"`              // in the order given: the measured ones, then the baselines
	Cases      []Case      `json:"cases"`                // by corpus in the order given, then by name
	Summaries  []Summary   `json:"summaries"`            // by system as given; of each first that over all kinds, then each kind by name
	Estimators []Estimator `json:"estimators,omitempty"` // in the order given
	Timings    *Timings    `json:"timings,omitempty"`    // what differs from run to run
}

// Corpus is a folder of cases.
type Corpus struct {
	Name   string `json:"name"`   // the last part of its path; "NAME#2" for the second of that name
	Cases  int    `json:"cases"`  // that were chosen
	SHA256 string `json:"sha256"` // of the hashes of those
}

// System is something that was measured.
type System struct {
	Name      string   `json:"name"` // unique in the run
	About     string   `json:"about,omitempty"`
	Role      string   `json:"role"`                // RoleSystem, RoleBaseline or RoleOracle
	Transport string   `json:"transport,omitempty"` // "in-process", "wire", "subprocess", "command"; "" for baselines
	Kinds     []string `json:"kinds,omitempty"`     // the kinds of content that it was measured on; none: all
}

// Values of System.Role.
const (
	RoleSystem   = "system"
	RoleBaseline = "baseline"
	RoleOracle   = "oracle"
)

// Case is one case with what each system did with it.
type Case struct {
	Corpus  string   `json:"corpus"`
	Name    string   `json:"name"` // "log/nginx.log"
	Kind    string   `json:"kind"` // the corpus's word, by which summaries are grouped
	Bytes   int      `json:"bytes"`
	Tokens  int      `json:"tokens"`            // of the decoded input
	SHA256  string   `json:"sha256"`            // of input and facts: a case that changed is another case
	Should  string   `json:"should,omitempty"`  // kind by which it should be routed; "": nobody can say
	Verdict string   `json:"verdict,omitempty"` // kind by which the inspector routes it
	Facts   []Fact   `json:"facts"`             // none: run for its robustness only
	Results []Result `json:"results"`
}

// Fact is a fact of a case.
type Fact struct {
	ID     string  `json:"id"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"`
	Why    string  `json:"why,omitempty"`
	At     float64 `json:"at"` // first occurrence, from 0 to 1 of the input
}

// Result is what one system did with one case.
type Result struct {
	System    string   `json:"system"`
	Processor string   `json:"processor,omitempty"` // that served the case, where the system has several or falls back
	Error     string   `json:"error,omitempty"`     // the system failed: everything else is zero
	Points    []Point  `json:"points"`              // the budgets below the input's own size, ascending; none for a small input
	AUC       float64  `json:"auc"`
	Skill     *float64 `json:"skill,omitempty"` // none without baselines, or where the oracle is no better than head+tail
	Monotony  Share    `json:"monotony"`        // facts gone at the next budget, of those found
	Headline  float64  `json:"headline"`        // 0 where a gate fails at any budget
	Gates     []string `json:"gates,omitempty"` // failures that concern no single budget (G2, G3, G4)
}

// Point is what one system did with one case at one budget.
type Point struct {
	Budget      int      `json:"budget"`
	Tokens      int      `json:"tokens"` // of the output
	F           float64  `json:"f"`      // recall of facts, by weight
	Heavy       Share    `json:"w3"`     // facts of weight 3, by weight
	Middle      Share    `json:"middle"` // facts that first occur in the middle 80 % of the input, by weight
	Structure   float64  `json:"structure"`
	Honesty     float64  `json:"honesty"`
	Recoverable float64  `json:"recoverable"`
	Overhead    int      `json:"overhead"` // tokens of notice, notes and markers
	Gaps        int      `json:"gaps"`
	Silent      int      `json:"silent"`            // gaps that nothing marks
	Strayed     int      `json:"strayed"`           // rows that do not stand where they say
	Gates       []string `json:"gates,omitempty"`   // as Gate.Failure, in the order of checking
	Found       []string `json:"found"`             // ids, in the order of the case's facts
	Lost        []string `json:"lost"`              // the others
	Hidden      []string `json:"hidden,omitempty"`  // of the lost, those that the marker of their gap does not lead to
	Remarks     []string `json:"remarks,omitempty"` // what is wrong with structure and honesty, the first few
	Text        *string  `json:"text,omitempty"`    // the output itself, where it was asked for
}

// Share is a part of a whole.
type Share struct {
	Part  float64 `json:"part"`
	Whole float64 `json:"whole"`
}

// Value is Part/Whole, 0 where there is no whole.
func (s Share) Value() float64 {
	if s.Whole == 0 {
		return 0
	}
	return s.Part / s.Whole
}

// Summary is what one system did with one kind, or with all of them: the mean
// over kinds. Means are over cases with facts that are larger than a budget.
type Summary struct {
	System      string   `json:"system"`
	Kind        string   `json:"kind"`  // "" for the mean over kinds
	Cases       int      `json:"cases"` // that count
	AUC         float64  `json:"auc"`
	Skill       *float64 `json:"skill,omitempty"`
	Headline    float64  `json:"headline"`
	P10AUC      float64  `json:"p10auc"`    // tenth percentile over cases
	P10Recall   float64  `json:"p10recall"` // at MainBudget
	Worst       Worst    `json:"worst"`
	Recall      []Recall `json:"recall"` // per budget, ascending
	Heavy       float64  `json:"w3"`     // at MainBudget
	Middle      float64  `json:"middle"` // at MainBudget
	Structure   float64  `json:"structure"`
	Honesty     float64  `json:"honesty"`
	Recoverable float64  `json:"recoverable"`
	Overhead    float64  `json:"overhead"` // share of the budget
	Monotony    Share    `json:"monotony"` // sums
	Silent      int      `json:"silent"`
	Strayed     int      `json:"strayed"`
	Gates       int      `json:"gates"`  // failures, over all cases, those without facts too
	Over        int      `json:"over"`   // outputs over their budget
	Failed      int      `json:"failed"` // cases on which the system failed
}

// Worst is the case with the smallest area.
type Worst struct {
	Corpus string  `json:"corpus,omitempty"`
	Case   string  `json:"case,omitempty"`
	AUC    float64 `json:"auc"`
}

// Recall is the recall at one budget, and what it costs.
type Recall struct {
	Budget    int     `json:"budget"`
	F         float64 `json:"f"`         // mean
	Cases     int     `json:"cases"`     // larger than the budget
	TokensIn  int     `json:"tokensIn"`  // sum over those
	TokensOut int     `json:"tokensOut"` // sum over those
}

// Timings is what differs from run to run. Cases are measured one at a time.
type Timings struct {
	Seconds float64  `json:"seconds"` // of the whole run
	Jobs    int      `json:"jobs"`
	Results []Timing `json:"results,omitempty"` // by case, then by system

	Estimators []EstimatorTiming `json:"estimators,omitempty"` // in the order of the run's
}

// Timing is the cost of one case for one system, from the input to its text at
// one budget.
type Timing struct {
	Corpus     string  `json:"corpus"`
	Case       string  `json:"case"`
	System     string  `json:"system"`
	Budget     int     `json:"budget"`
	Millis     float64 `json:"millis"`
	MBPerS     float64 `json:"mbPerSecond"` // of input, 10^6 bytes
	Allocs     uint64  `json:"allocs"`      // in this process
	AllocBytes uint64  `json:"allocBytes"`
}
