package tokens

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The exact counts are those of o200k_base and cl100k_base.
func TestEstimatesComeNearTheExactCount(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		o200k, cl100k int
	}{
		{"a log", strings.Repeat("2024-05-01T10:00:00.123Z INFO request 4bf92f35 done\n", 40), 25 * 40, 25 * 40},
		{"code", strings.Repeat("\tif err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", 40), 19 * 40, 19 * 40},
		{"JSON", strings.Repeat("{\"id\":12345,\"name\":\"Ann's\",\"tags\":[\"a\",\"b\"]}\n", 40), 18 * 40, 18 * 40},
		{"Japanese", strings.Repeat("関数は、入力を読み取り、結果を返します。", 40), 14 * 40, 20 * 40},
		{"rules between words", strings.Repeat(strings.Repeat("=", 30)+" test session starts "+strings.Repeat("=", 30)+"\nall of them have passed this time, as they should\n", 40), 19 * 40, 19 * 40},
		{"colours", strings.Repeat("\x1b[32minfo\x1b[0m \x1b[35musing\x1b[0m the cache\n", 40), 20 * 40, 20 * 40},
	} {
		for _, e := range []struct {
			encoding string
			n, exact int
		}{{Encoding, Estimate([]byte(c.text)), c.o200k}, {EncodingCL100K, EstimateCL100K([]byte(c.text)), c.cl100k}} {
			if e.n < e.exact*7/10 || e.n > e.exact*13/10 {
				t.Errorf("%s, %s: %d, want about %d", c.name, e.encoding, e.n, e.exact)
			}
		}
	}
}

func TestEstimatesOfHostileTextsStayInBounds(t *testing.T) {
	for _, unit := range []string{"a", " ", "=", "\n", "ab", "=-", "\xff", "\x80", "\xf0", "漢", "😀", "[", "a1", "é", "\x00", "q ", "\r\n", "abc", "\x00\xff"} {
		checkBounds(t, []byte(strings.Repeat(unit, 1<<20/len(unit))))
	}
}

func TestNothingIsNoToken(t *testing.T) {
	for _, text := range [][]byte{nil, {}} {
		if n, m := Estimate(text), EstimateCL100K(text); n != 0 || m != 0 {
			t.Error(n, m)
		}
	}
}

func checkBounds(t *testing.T, text []byte) {
	t.Helper()
	for _, n := range []int{Estimate(text), EstimateCL100K(text)} {
		if n < (len(text)+127)/128 || n > len(text) {
			t.Errorf("%d for %d bytes of %.10q", n, len(text), text)
		}
	}
}

// How many tokens the estimates of two parts may differ from that of the whole: what
// the automaton knew at the cut. In ordinary text it is most often less than one.
const (
	slack        = 5
	hostileSlack = 16
)

func checkParts(t *testing.T, text []byte, at, slack int) {
	t.Helper()
	for _, m := range []model{o200k, cl100k} {
		// The bounds of short parts do not add up, the weights do.
		whole, parts := m.weight(text), m.weight(text[:at])+m.weight(text[at:])
		if d := parts - whole; d < -slack*scale || d > slack*scale {
			t.Errorf("%.40q parted at %d: %.1f tokens, whole %.1f", text, at, float64(parts)/scale, float64(whole)/scale)
		}
	}
}

func TestPartsAddUpToTheWhole(t *testing.T) {
	for _, c := range []struct {
		text  string
		slack int
	}{
		{strings.Repeat("2024-05-01 10:00:00 WARN  [pool-7] retry 3 of \"GET /v1/items?id=42\", 日本語 ok\n\n", 20), slack},
		{strings.Repeat("Ünï кириллица עברית ไทย 😀 ", 20), slack},
		{"before " + strings.Repeat("ab", 300) + " between " + strings.Repeat("=", 300) + " after", hostileSlack},
	} {
		for i := range c.text {
			checkParts(t, []byte(c.text), i, c.slack)
		}
	}
}

func TestRunsAreWeighedAsTheirBytesCost(t *testing.T) {
	// Exact counts of o200k_base.
	for _, c := range []struct {
		unit  string
		exact int // of 4096 bytes
	}{{"[", 2048}, {" ", 32}, {"=-", 257}, {"ab", 1024}, {"\r\n", 512}} {
		n := Estimate([]byte(strings.Repeat(c.unit, 4096/len(c.unit))))
		if n < c.exact*9/10 || n > c.exact*11/10+1 {
			t.Errorf("%q: %d, want about %d", c.unit, n, c.exact)
		}
	}
}

func TestLongRunsAreMetWhereverTheyStand(t *testing.T) {
	for before := range 200 {
		for _, c := range []struct {
			unit string
			size int
			want bool
		}{
			{"=", shortestRun, true}, {"=", shortestRun - 1, false}, {"=", 1000, true},
			{"ab", shortestTurn, true}, {"ab", shortestTurn - 2, false}, {"\r\n", 100, true},
			{"é", 300, false}, {"abc", 300, false},
		} {
			text := strings.Repeat("xyz.", 50)[:before] + "?" + strings.Repeat(c.unit, c.size)[:c.size] + "!"
			from, to := longRun([]byte(text))
			if c.want && (from != before+1 || to != before+1+c.size) || !c.want && from != to {
				t.Fatalf("%d of %q behind %d bytes: found %d-%d", c.size, c.unit, before, from, to)
			}
		}
	}
}

func TestEstimateAllocatesNothing(t *testing.T) {
	text := []byte(strings.Repeat("some text 123\n", 100) + strings.Repeat("-", 500))
	if n := testing.AllocsPerRun(10, func() { Estimate(text); EstimateCL100K(text) }); n != 0 {
		t.Error(n)
	}
}

func TestPartingChangesNothing(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("2024-05-01 10:00:00 WARN  [pool-7] retry 3\n\n", 100),
		strings.Repeat("\n", 5000), strings.Repeat("no line end ", 500), strings.Repeat("{\"a1\":[12,-3],\"b\":\"Ünï\"},", 99), strings.Repeat("a\r\n", 900) + strings.Repeat("x", 3000), strings.Repeat("語\n", 999),
	} {
		for _, m := range []model{o200k, cl100k} {
			if a, b := m.weighOne([]byte(text), 0), m.weighFour([]byte(text)); a != b {
				t.Errorf("%.20q: %d in one go, %d in four", text, a, b)
			}
		}
	}
}

func FuzzEstimate(f *testing.F) {
	for _, s := range []string{"", "a", "the quick brown fox\n", "日本語", "\xff\xfe\x00", "==== 1.5 ====", strings.Repeat("ab", 50), strings.Repeat(" ", 200) + "x"} {
		f.Add([]byte(s), uint16(len(s)/2))
	}
	f.Fuzz(func(t *testing.T, text []byte, at uint16) {
		checkBounds(t, text)
		if a, b := Estimate(text), Estimate(append([]byte(nil), text...)); a != b {
			t.Errorf("%d and then %d", a, b)
		}
		for _, m := range []model{o200k, cl100k} {
			if a, b := m.weighOne(text, 0), m.weighFour(text); a != b {
				t.Errorf("%d in one go, %d in four", a, b)
			}
		}
		// Parts of a character are no text, and parts of a long run may be short ones.
		from, to := longRun(text)
		if n := int(at); from == to && utf8.Valid(text) && n < len(text) && utf8.RuneStart(text[n]) {
			checkParts(t, text, n, hostileSlack)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	for _, c := range []struct {
		name, unit string
		size       int
	}{
		{"line", "2024-05-01T10:00:00.123Z INFO request 4bf92f35 done in 12 ms\n", 100},
		{"page", "2024-05-01T10:00:00.123Z INFO request 4bf92f35 done in 12 ms\n", 10_000},
		{"megabyte", "2024-05-01T10:00:00.123Z INFO request 4bf92f35 done in 12 ms\n", 1_000_000},
		{"indented", "                    \"name\": \"value\",\n", 1_000_000},
		{"run", "=", 1_000_000},
		{"short runs", strings.Repeat("-", 127) + "\n" + strings.Repeat("ab", 20) + "\n", 1_000_000},
		{"han", "漢字仮名交じり文", 1_000_000},
	} {
		text := []byte(strings.Repeat(c.unit, c.size/len(c.unit)+1))[:c.size]
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Estimate(text)
			}
		})
	}
}
