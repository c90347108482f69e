package pipeline

import "encoding/json"

// Exec is the tool call whose result is being decided on.
type Exec struct {
	CallID    string
	Name      string          // name of the tool
	Arguments json.RawMessage // as the tool got them
	Session   string
	Nested    bool // the call was made by another tool call
}

// ToolResult is what a tool returned. The pipeline only reads it.
type ToolResult struct {
	IsError    bool
	Value      json.RawMessage // the canonical value, nil where there is none; never replaced
	Content    []Block
	ExitStatus *int // nil where none is known
}

// Block is one content block. Only blocks of type "text" are ever replaced.
type Block struct {
	Type string
	Text string
	Raw  json.RawMessage // the block as it came, for blocks of other types and unknown members
}

// Kinds of decisions that the pipeline itself tells apart.
const (
	Accept = "accept"
	Reject = "block"
)

// Decision is what is to become of a result: what the listeners downstream said,
// and after the pipeline perhaps with shorter content.
type Decision struct {
	Kind               string
	Content            []Block         // replaces the result's content; nil: unchanged
	Value              json.RawMessage // replaces the result's value; nil: unchanged
	AdditionalContexts json.RawMessage // handed on as they are
	Raw                json.RawMessage // the decision as it came, for members unknown here
}

// Omission is a run of the content that a replacement does not show.
type Omission struct {
	Start int    `json:"start"` // bytes of the content, half open
	End   int    `json:"end"`
	Unit  string `json:"unit"`
	Count int    `json:"count"`
	Ref   string `json:"ref"`
}

// Shown is a run of the content that a replacement shows; Text is set where it
// says the same in another form.
type Shown struct {
	Start int    `json:"start"` // bytes of the content, half open
	End   int    `json:"end"`
	Text  string `json:"text,omitempty"`
}
