// Package plantest draws plans for tests: all units that an order reaches, or its
// first ones, row by row, without a notice and without markers between rows.
package plantest

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// Plan runs a processor and checks the plan.
func Plan(t testing.TB, p sdk.Processor, req sdk.Request) sdk.Plan {
	t.Helper()
	plan, err := p.Process(context.Background(), req)
	require.NoError(t, err)
	require.NoError(t, sdk.CheckPlan(req, &plan))
	return plan
}

// Draw shows the first n units of the order with what they need; n below 0 means
// all of them.
func Draw(content []byte, p *sdk.Plan, n int) string {
	if n < 0 || n > len(p.Order) {
		n = len(p.Order)
	}
	on := make([]bool, len(p.Units))
	for _, k := range p.Order[:n] {
		on[k] = true
		for _, need := range p.Units[k].Needs {
			on[need] = true
		}
	}
	var b strings.Builder
	row, part := -1, -1
	for i := range p.Units {
		u := &p.Units[i]
		if !on[i] {
			continue
		}
		switch {
		case u.Row != row && row >= 0:
			b.WriteByte('\n')
			part = -1
			fallthrough
		case u.Row != row:
			if u.Part > 0 {
				b.WriteString("… ")
			}
		case u.Part != part+1:
			b.WriteString(" … ")
		default:
			b.WriteString(u.Sep)
		}
		row, part = u.Row, u.Part
		if u.Text != "" {
			b.WriteString(u.Text)
		} else {
			b.Write(content[u.Span.Start:u.Span.End])
		}
	}
	return b.String()
}
