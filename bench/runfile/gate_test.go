package runfile

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAFailureNamesItsGate(t *testing.T) {
	failure := GateSize.Failure("%d tokens for a budget of %d", 300, 256)
	assert.Equal(t, "G1: 300 tokens for a budget of 256", failure)
	g, what := CutFailure(failure)
	assert.Equal(t, GateSize, g)
	assert.Equal(t, "300 tokens for a budget of 256", what)
	for _, other := range []string{"", "G", "G1", "it crashed"} {
		g, what := CutFailure(other)
		assert.Equal(t, Gate(other), g)
		assert.Equal(t, other, what)
	}
}
