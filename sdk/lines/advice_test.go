package lines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// valueOf is the value of the first line that contains part.
func valueOf(t *testing.T, text, part string) float64 {
	t.Helper()
	for _, l := range evaluateText(text) {
		if strings.Contains(text[l.Start:l.End], part) {
			return l.Value
		}
	}
	require.Fail(t, "no line has", part)
	return 0
}

func TestAdviceIsWorthLessThanWhatFailed(t *testing.T) {
	text := noise(40) + "[ERROR] Unit billing failed: no rate for XK\n[ERROR] For more information about the errors, read the manual\n[ERROR] Re-run with -X to see more\n" + noise(3)
	assert.Less(t, 2*valueOf(t, text, "For more"), valueOf(t, text, "no rate"))
	assert.Less(t, 2*valueOf(t, text, "Re-run"), valueOf(t, text, "no rate"))
}

func TestAdviceOnHowToMendIsNoRemarkOfTheTool(t *testing.T) {
	for _, s := range []string{"Run './gradlew :spotlessApply' to fix these violations.", "error: unit failed", "Tried 3 mirrors", "[ERROR] disk is full"} {
		assert.False(t, advice([]byte(s)), s)
	}
	for _, s := range []string{"hint: use --force", "  > Run with --info option to get more log output.", "npm ERR! A complete log of this run can be found in:", "For more information about this error, try `rustc --explain E0308`."} {
		assert.True(t, advice([]byte(s)), s)
	}
}

func TestALevelWithoutAMessageSaysNothing(t *testing.T) {
	text := noise(40) + "[ERROR] \n[ERROR] disk is full\n2026-03-01 10:00:00 INFO\n" + noise(3)
	assert.Less(t, valueOf(t, text, "[ERROR] \n"[:8]), valueOf(t, text, "full")/3)
	ls := evaluateText(text)
	assert.Equal(t, ls[42].End, ls[42].Body)
	assert.Zero(t, ls[42].Value)
}

func TestAListOfTimesKeepsThem(t *testing.T) {
	text := strings.Repeat("2026-03-01 10:00:00\n2026-03-01 11:30:00\n", 20)
	for _, l := range evaluateText(text) {
		assert.Equal(t, l.Start, l.Body)
		assert.Positive(t, l.Value)
	}
}

func TestCalmLinesInsideFoldedGroupsCountLess(t *testing.T) {
	build := func(open, end string) string {
		return noise(30) + open + "\nrestoring the very special cache of lanterns\nerror: no lantern\n" + end + "\n" + noise(30)
	}
	plain, folded := build("open", "close"), build("##[group]Set up", "##[endgroup]")
	assert.Less(t, valueOf(t, folded, "special"), valueOf(t, plain, "special"))
	assert.Greater(t, valueOf(t, folded, "no lantern"), 2.0)
}

func TestCleanupBehindTheEndCountsLess(t *testing.T) {
	text := noise(40) + "##[error]Process completed with exit code 1.\nPost job cleanup.\nCleaning up orphan processes\n"
	assert.Less(t, 2*valueOf(t, text, "orphan"), valueOf(t, text, "exit code"))
	calm := noise(40) + "Job is over.\nPost job cleanup.\nCleaning up orphan processes\n"
	assert.Greater(t, valueOf(t, calm, "orphan"), valueOf(t, text, "orphan"))
}

func TestCountsOfNothingAreNoWarnings(t *testing.T) {
	assert.Equal(t, Calm, Scan([]byte("Found 0 warnings")).Severity)
	assert.True(t, Scan([]byte("Found 0 warnings")).Negated)
	assert.Equal(t, Warning, Scan([]byte("Found 3 warnings")).Severity)
}

func TestWarningsYieldToFailures(t *testing.T) {
	calm := noise(40) + "warning: lamp 3 is dim\n" + noise(40)
	assert.Greater(t, valueOf(t, calm, "dim"), valueOf(t, calm+"error: lamp 4 broke\n"+noise(9), "dim"))
}
