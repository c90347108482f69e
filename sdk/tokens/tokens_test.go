package tokens

import (
	"strings"
	"testing"
)

// The exact counts are those of o200k_base.
func TestEstimatesComeNearTheExactCount(t *testing.T) {
	for _, c := range []struct {
		name, text string
		exact      int
	}{
		{"a log", strings.Repeat("2024-05-01T10:00:00.123Z INFO request 4bf92f35 done\n", 40), 25 * 40},
		{"code", strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", 40), 19 * 40},
		{"JSON", strings.Repeat("{\"id\":12345,\"name\":\"Ann's\",\"tags\":[\"a\",\"b\"]}\n", 40), 18 * 40},
		{"Japanese", strings.Repeat("関数は、入力を読み取り、結果を返します。", 40), 14 * 40},
		{"rules between words", strings.Repeat(strings.Repeat("=", 30)+" test session starts "+strings.Repeat("=", 30)+"\nall of them have passed this time, as they should\n", 40), 19 * 40},
	} {
		got := Estimate([]byte(c.text))
		if got < c.exact*7/10 || got > c.exact*13/10 {
			t.Errorf("%s: %d, want about %d", c.name, got, c.exact)
		}
	}
}

func TestEstimatesOfHostileTextsStayInBounds(t *testing.T) {
	for _, unit := range []string{"a", " ", "=", "\n", "ab", "=-", "\xff", "漢", "😀", "[", "a1", "é", "\x00", "q "} {
		text := []byte(strings.Repeat(unit, 1<<20/len(unit)))
		checkBounds(t, text)
	}
}

func TestNothingIsNoToken(t *testing.T) {
	if n := Estimate(nil); n != 0 {
		t.Error(n)
	}
}

func checkBounds(t *testing.T, text []byte) {
	t.Helper()
	n := Estimate(text)
	if n < (len(text)+127)/128 || n > len(text) {
		t.Errorf("%d for %d bytes of %.10q", n, len(text), text)
	}
}

func TestPartsAddUpToTheWhole(t *testing.T) {
	text := strings.Repeat("2024-05-01 10:00:00 WARN  [pool-7] retry 3 of \"GET /v1/items?id=42\", 日本語 ok\n\n", 20)
	whole := Estimate([]byte(text))
	for i := range text {
		parts := Estimate([]byte(text[:i])) + Estimate([]byte(text[i:]))
		if d := parts - whole; d < -3 || d > 3 {
			t.Errorf("parted at %d: %d, whole %d", i, parts, whole)
		}
	}
}

func TestEstimateAllocatesNothing(t *testing.T) {
	text := []byte(strings.Repeat("some text 123\n", 100))
	if n := testing.AllocsPerRun(10, func() { Estimate(text) }); n != 0 {
		t.Error(n)
	}
}

func FuzzEstimate(f *testing.F) {
	for _, s := range []string{"", "a", "the quick brown fox\n", "日本語", "\xff\xfe\x00", "==== 1.5 ===="} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkBounds(t, text)
		if a, b := weigh(text, 0), weighFour(text); a != b {
			t.Errorf("%d in one go, %d in four", a, b)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	for _, c := range []struct {
		name string
		size int
	}{{"line", 100}, {"page", 10_000}, {"megabyte", 1_000_000}} {
		text := []byte(strings.Repeat("2024-05-01T10:00:00.123Z INFO request 4bf92f35 done in 12 ms\n", c.size/60+1))[:c.size]
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Estimate(text)
			}
		})
	}
}

func TestPartingChangesNothing(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("2024-05-01 10:00:00 WARN  [pool-7] retry 3\n\n", 100),
		strings.Repeat("\n", 5000), strings.Repeat("no line end ", 500), strings.Repeat("{\"a1\":[12,-3],\"b\":\"Ünï\"},", 99), strings.Repeat("a\r\n", 900) + strings.Repeat("x", 3000), strings.Repeat("語\n", 999),
	} {
		if a, b := weigh([]byte(text), 0), weighFour([]byte(text)); a != b {
			t.Errorf("%.20q: %d in one go, %d in four", text, a, b)
		}
	}
}
