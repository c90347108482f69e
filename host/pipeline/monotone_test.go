package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/spill"
)

// short is a content of n lines whose numbers weigh as much as what they say.
func short(n int) []byte {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d\n", strings.Repeat("ab ", i*i%11), i%7)
	}
	return []byte(b.String())
}

func TestNearTheContentsSizeWhatIsShownAtABudgetIsShownAtTwiceTheBudget(t *testing.T) {
	r := newRig(t)
	loc := spill.Locator{ID: "0123456789ab", Path: "/s/0123456789ab"}
	for n := 30; n < 130; n += 18 {
		p, err := r.Plan(background, Input{Raw: short(n)})
		require.NoError(t, err)
		for budget := 130; budget < p.Tokens; budget += 11 {
			less, err := p.Fit(background, budget, loc)
			if err != nil {
				continue // no room
			}
			more, err := p.Fit(background, 2*budget, loc)
			require.NoError(t, err)
			require.Subset(t, more.Shown, less.Shown, "%d lines at %d and %d tokens", n, budget, 2*budget)
		}
	}
}
