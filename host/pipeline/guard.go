package pipeline

import (
	"context"
	"strings"

	"github.com/riffle-dev/riffle/host/config"
)

// Next asks the listeners downstream for their decision.
type Next func(ctx context.Context) (Decision, error)

// Guard is one step of the post-execute waterfall: it asks next first and works
// on what comes back. Its error is next's own and nothing else; a fault of
// Riffle's is a reason in the outcome, with next's decision unchanged.
func (p *Pipeline) Guard(ctx context.Context, exec Exec, result ToolResult, next Next) (Decision, Outcome, error) {
	decision, res, err := p.GuardWith(ctx, exec, result, Wishes{}, next)
	return decision, res.Outcome, err
}

// Wishes are what a caller asks for beside the configuration.
type Wishes struct {
	Overrides config.Overrides
	Kind      string          // overrides the inspector's verdict where set
	Preview   *config.Preview // bounds of the preview; nil: those of the configuration
	Given     *Given          // the caller stored the original itself; nil: it is stored here
}

// GuardWith is Guard with what the caller asks for, and with all that is known of
// what became of the text.
func (p *Pipeline) GuardWith(ctx context.Context, exec Exec, result ToolResult, w Wishes, next Next) (Decision, Result, error) {
	decision, err := next(ctx)
	if err != nil {
		return decision, Result{Outcome: Outcome{Action: Passed, Reason: ReasonDownstream, Transport: "none"}}, err
	}
	out := Outcome{Action: Passed, Transport: "none", Estimator: p.Estimator.Name()}
	if out.Reason = p.accept(exec, decision); out.Reason != "" {
		return decision, Result{Outcome: out}, nil
	}
	blocks := decision.Content
	if blocks == nil {
		blocks = result.Content
	}
	text, reason := flatten(blocks)
	if reason != "" {
		out.Reason = reason
		return decision, Result{Outcome: out}, nil
	}
	said := arguments(exec.Arguments)
	res := p.Run(ctx, Input{
		Raw: []byte(text), Tool: exec.Name, Command: said.command, Scripts: said.scripts, Paths: said.words,
		Session: exec.Session, CallID: exec.CallID, IsError: result.IsError, ExitStatus: result.ExitStatus,
		Kind: w.Kind, Overrides: w.Overrides, Preview: w.Preview, Given: w.Given,
	})
	if res.Text != nil {
		first := blocks[0]
		first.Text = string(res.Text)
		decision.Content = []Block{first}
	}
	return decision, res, nil
}

// accept lets only an accept decision without a replaced value go on. It returns
// the reason why not, or "".
func (p *Pipeline) accept(exec Exec, d Decision) string {
	switch {
	case !p.Config.Enabled:
		return ReasonDisabled
	case d.Kind != Accept || d.Value != nil:
		return ReasonDownstream
	case exec.Nested:
		return ReasonNested
	}
	return ""
}

// flatten joins the text of blocks, or gives the reason why they pass through:
// every block must be plain text.
func flatten(blocks []Block) (text, reason string) {
	if len(blocks) == 0 {
		return "", ReasonEmpty
	}
	var b strings.Builder
	for i, block := range blocks {
		if block.Type != "text" {
			return "", ReasonNotText
		}
		if i > 0 && !strings.HasSuffix(blocks[i-1].Text, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(block.Text)
	}
	return b.String(), ""
}
