package lines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFurtherLinesOfAMessageCountLessThanItsFirst(t *testing.T) {
	text := calmLines(30) + "E   assert [1, 2] == [1, 3]\nE     \nE     at index one they differ a lot\nE     use more words to see the rest\n" + calmLines(9)
	ls := evaluateText(text)
	assert.Greater(t, ls[30].Bad, 1.5*ls[32].Bad)
	assert.Greater(t, ls[32].Bad, ls[33].Bad)
}

func TestAnErrorInsideAMessageKeepsItsWorth(t *testing.T) {
	text := calmLines(30) + "E   nomatch: 'x'\nE   and: 'SyntaxError: invalid syntax'\n" + calmLines(9)
	ls := evaluateText(text)
	assert.GreaterOrEqual(t, ls[31].Bad, ls[30].Bad)
}

func TestATestThatFailsIsTitledOnce(t *testing.T) {
	text := calmLines(30) + "test_lamp (suite.Lamps.test_lamp) ... FAIL\n" + calmLines(30) + "FAIL: test_lamp (suite.Lamps.test_lamp)\n" + calmLines(3)
	ls := evaluateText(text)
	assert.Greater(t, ls[61].Bad, 1.3*ls[30].Bad)
	alone := calmLines(30) + "test_lamp (suite.Lamps.test_lamp) ... FAIL\n" + calmLines(30)
	assert.Greater(t, evaluateText(alone)[30].Bad, ls[30].Bad)
}

func TestSectionTitlesAreNoFailures(t *testing.T) {
	assert.False(t, Scan([]byte("======= FAILURES =======")).Failing())
	assert.True(t, Scan([]byte("======= 3 failed, 2 passed =======")).Total)
	assert.True(t, Scan([]byte("____ ERROR at setup of test_lamp ____")).Failing())
}

func TestKnownFailuresOfATapStreamAreNone(t *testing.T) {
	assert.True(t, Scan([]byte("not ok 3 - lamp")).Failing())
	assert.False(t, Scan([]byte("not ok 3 - lamp # TODO later")).Form)
	assert.True(t, Scan([]byte("1..42")).Pass)
}

func TestExactFramesThatRepeatAreWorthLess(t *testing.T) {
	text := "fatal error: all goroutines are asleep - deadlock!\n\n" + strings.Repeat("goroutine 7 [semacquire]:\nmain.wait()\n\t/src/shop/wait.go:12 +0x25\n\n", 9)
	var first, last float64
	for _, l := range evaluateText(text) {
		if l.Frame {
			if first == 0 {
				first = l.Value
			}
			last = l.Value
		}
	}
	assert.Greater(t, first, 1.5*last)
}

func calmLines(n int) string { return strings.Repeat("all lamps are lit and well\n", n) }

func TestRulesOfSymbolsSayNothing(t *testing.T) {
	text := calmLines(9) + "⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯\n" + calmLines(20)
	assert.Zero(t, evaluateText(text)[9].Value)
	assert.Positive(t, valueOf(t, calmLines(9)+"灯が消えた\n"+calmLines(20), "灯"))
}

func TestStandingSectionsOfReportsAreWorthLess(t *testing.T) {
	text := calmLines(20) + "lamp\n---------- Captured stdout call ----------\n" + calmLines(20) + "---------- Tariffs of the night ----------\n" + calmLines(20)
	assert.Less(t, valueOf(t, text, "Captured"), 0.7*valueOf(t, text, "Tariffs"))
}
