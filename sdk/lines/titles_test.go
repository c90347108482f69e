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

func TestNumberedHeadings(t *testing.T) {
	for line, want := range map[string]bool{
		"3.2  Lonely start characters      |": true, "5  Illegal code positions": true, "4.1 Overview": true, "10.0.3.2 - - GET": false, "3 apples fell": false,
		"2026.03 was a long month.": false, "1.": false, "12.4 ms": false, "3.5  ": false,
	} {
		assert.Equal(t, want, heading([]byte(line), true), line)
		assert.False(t, heading([]byte(line), false), line)
	}
}

func TestSizesOfOneColumnAreComparedByTheirUnits(t *testing.T) {
	for text, want := range map[string]float64{"98K]": 98e3, "[3.2M]": 3.2e6, "[ 26M]": 26e6, "1.5s": 1500, "12ms": 12, "64Mi": 64e6, "7": 7} {
		got, ok := number([]byte(text))
		assert.True(t, ok, text)
		assert.InEpsilon(t, want, got, 1e-9, text)
	}
	var b strings.Builder
	for i := range 60 {
		size := "[ 98K]"
		if i%3 == 1 {
			size = "[9.5K]"
		}
		if i == 40 {
			size = "[3.2M]"
		}
		b.WriteString("├── " + size + "  lamp" + strings.Repeat("x", i%5) + ".js\n")
	}
	ls := evaluateText(b.String())
	assert.Greater(t, ls[40].Outlier, 1.0)
	assert.Zero(t, ls[3].Outlier)
}

func TestAnOutlierSaysWhereItStands(t *testing.T) {
	text := strings.Repeat("lamp a used 12 drops of oil\n", 20) + "lamp a used 9000 drops of oil\n" + strings.Repeat("lamp a used 14 drops of oil\n", 9)
	l := evaluateText(text)[20]
	assert.Equal(t, "9000", text[l.OddAt.Start:l.OddAt.End])
}

func TestEmptyCellsHaveNoMask(t *testing.T) {
	assert.Empty(t, maskToken(nil, nil))
	assert.Equal(t, "#", string(maskToken(nil, []byte("[3.2M]"))))
	assert.Equal(t, "mem=#Mi", string(maskToken(nil, []byte("mem=12Mi"))))
}

func TestHeadingsThatDifferInNumbersStandForOneAnother(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		b.WriteString("### Step " + strings.Repeat("1", i%3+1) + "\n" + calmLines(8))
	}
	b.WriteString("### The lamp went out\n" + calmLines(8))
	ls := evaluateText(b.String())
	assert.True(t, ls[90].Heading)
	assert.True(t, ls[90].Serial)
	assert.False(t, ls[180].Serial)
	assert.Greater(t, ls[180].Value, 1.5*ls[90].Value)
}

func TestTheTitleOfAFailingTestIsWorthMoreThanAPlainError(t *testing.T) {
	text := calmLines(30) + "FAILED tests/lamps.py::test_wick - wick is wet\n" + calmLines(30) + "Error: the wick of lamp seven is wet\n" + calmLines(9)
	ls := evaluateText(text)
	assert.Greater(t, ls[30].Bad, ls[61].Bad)
}
