package mcp

import (
	"cmp"
	"slices"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/internal/jsonedit"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

const (
	// leastTokens is the least that a text is shortened to where many share a budget:
	// under it there is hardly room for more than the notice.
	leastTokens = 256
	// mostBlocks is how many texts of one result are shortened, the longest ones: each
	// is stored and planned by itself.
	mostBlocks = 32
	// countBelow is up to how many bytes the texts of a result are counted to see
	// whether they are large together; more than that is large in any case.
	countBelow = 1 << 20
)

// budget is what one text may take.
type budget struct {
	config.Overrides
	skip bool // it stays as it is
}

// share divides the budget of a tool among the texts of a result. One text has all of
// it; of several, those that are large share it evenly, and small ones stay.
func (s *session) share(tool string, blocks []jsonedit.Member) []budget {
	out := make([]budget, len(blocks))
	if len(blocks) == 1 {
		return out
	}
	all := s.host.Config().ForTool(tool)
	var large []int
	for i, b := range blocks {
		out[i].skip = true
		if len(b.Str) > leastTokens {
			large = append(large, i)
		}
	}
	if !exceeds(blocks, all.MinTokens) {
		return out
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(len(blocks[b].Str), len(blocks[a].Str)) })
	large = large[:min(len(large), mostBlocks)]
	part := func(n int) int { return max(n/max(1, len(large)), min(n, leastTokens)) }
	for _, i := range large {
		o := config.Overrides{MinTokens: part(all.MinTokens), TargetTokens: part(all.TargetTokens), MaxTokens: part(all.MaxTokens)}
		o.MaxTokens = max(o.MaxTokens, o.MinTokens, o.TargetTokens)
		out[i] = budget{Overrides: o}
	}
	return out
}

// exceeds reports whether texts have more than a number of tokens together.
func exceeds(blocks []jsonedit.Member, limit int) bool {
	size := 0
	for _, b := range blocks {
		size += len(b.Str)
	}
	if size <= limit || size > countBelow {
		return size > limit
	}
	n := 0
	for _, b := range blocks {
		n += tokens.Estimate([]byte(b.Str))
	}
	return n > limit
}
