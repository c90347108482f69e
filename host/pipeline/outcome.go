package pipeline

// Actions of an outcome.
const (
	Replaced = "replaced"
	Passed   = "passed"
)

// Outcome is the record of one decision.
type Outcome struct {
	Action           string           `json:"action"` // Replaced or Passed
	Reason           string           `json:"reason"` // a reason code; "ok" for a plain replacement
	Detail           string           `json:"detail,omitempty"`
	Fallback         string           `json:"fallback,omitempty"` // who served in place of the processor whose fault Reason is
	Kind             string           `json:"kind"`
	Processor        string           `json:"processor"`
	ProcessorVersion string           `json:"processorVersion"`
	Transport        string           `json:"transport"` // "subprocess", "in-process" or "none"
	Estimator        string           `json:"estimator"`
	Scale            float64          `json:"scale,omitempty"`     // factor on its counts, 0 where there is none
	Estimated        bool             `json:"estimated,omitempty"` // both counts are estimates
	TokensBefore     int              `json:"tokensBefore"`        // 0 where nothing was counted
	TokensAfter      int              `json:"tokensAfter"`
	Sampled          bool             `json:"sampled,omitempty"` // TokensBefore is extrapolated from parts of the text
	BytesBefore      int64            `json:"bytesBefore"`
	BytesAfter       int64            `json:"bytesAfter"`
	Evidence         EvidenceCount    `json:"evidence"`
	Dropped          int              `json:"dropped,omitempty"` // units of the plan that broke the contract, and what needed them
	Millis           map[string]int64 `json:"millis"`            // wall-clock time per stage
}

// EvidenceCount says what became of the evidence.
type EvidenceCount struct {
	Found int `json:"found"`
	Kept  int `json:"kept"`  // shown in full
	Added int `json:"added"` // of those, inserted verbatim because no unit covered them
}

// Reason codes. docs/reasons.md says what each means and what to do.
const (
	ReasonOK             = "ok"
	ReasonDisabled       = "disabled"
	ReasonConfiguration  = "broken-configuration" // given where there is no pipeline to give it
	ReasonDownstream     = "downstream-decision"
	ReasonNested         = "nested-call"
	ReasonNotText        = "not-text"
	ReasonEmpty          = "empty"
	ReasonExcludedTool   = "excluded-tool"
	ReasonBelowMinTokens = "below-min-tokens"
	ReasonOwnOutput      = "own-output"
	ReasonReadBack       = "read-back"
	ReasonDeclined       = "declined"
	ReasonNoProcessor    = "no-processor"
	ReasonEstimator      = "estimator-failed"
	ReasonNotSmaller     = "not-smaller"
	ReasonNoRoom         = "no-room"
	ReasonDrawTimeout    = "draw-timeout"
	ReasonNoStore        = "no-store"
	ReasonTooLarge       = "too-large"
	ReasonCancelled      = "cancelled"
	ReasonInternal       = "internal-error"
)
