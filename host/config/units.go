package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Size is a number of bytes, written "2GiB", "500MB" or "1048576".
type Size int64

// Duration is a span of time, written as Go writes it: "168h", "90m".
type Duration time.Duration

// units from the largest down, so that String finds the largest exact one.
var units = []struct {
	name  string
	bytes int64
}{
	{"TiB", 1 << 40}, {"TB", 1e12}, {"GiB", 1 << 30}, {"GB", 1e9},
	{"MiB", 1 << 20}, {"MB", 1e6}, {"KiB", 1 << 10}, {"KB", 1e3}, {"B", 1},
}

// ParseSize reads a size: a whole number and one of B, KB, MB, GB, TB (powers
// of 1000) or KiB, MiB, GiB, TiB (powers of 1024), or a number of bytes.
func ParseSize(s string) (Size, error) {
	digits := strings.TrimSpace(s)
	factor := int64(1)
	for _, u := range units {
		if rest, ok := cutSuffixFold(digits, u.name); ok {
			digits, factor = strings.TrimSpace(rest), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || digits[0] == '+' {
		return 0, fmt.Errorf("config: %q is not a size; expected a whole number and a unit, such as 2GiB, 500MB or 0", s)
	}
	if n > math.MaxInt64/factor {
		return 0, fmt.Errorf("config: %q is larger than any disk; expected at most %d bytes", s, int64(math.MaxInt64))
	}
	return Size(n * factor), nil
}

func cutSuffixFold(s, suffix string) (string, bool) {
	at := len(s) - len(suffix)
	if at < 0 || !strings.EqualFold(s[at:], suffix) {
		return s, false
	}
	return s[:at], true
}

// String is the number in its largest exact unit: "2GiB", "1500MB", "0".
func (s Size) String() string {
	if s == 0 {
		return "0"
	}
	for _, u := range units {
		if int64(s)%u.bytes == 0 {
			return strconv.FormatInt(int64(s)/u.bytes, 10) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// ParseDuration reads a duration that is not negative.
func ParseDuration(s string) (Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(s))
	if err != nil || d < 0 {
		return 0, fmt.Errorf("config: %q is not a duration; expected hours, minutes or seconds, such as 168h, 90m or 0 (a week is 168h)", s)
	}
	return Duration(d), nil
}

// Std is d as the standard library has it.
func (d Duration) Std() time.Duration { return time.Duration(d) }

// String is the shortest exact form: "168h", "1h30m", "0".
func (d Duration) String() string {
	s := time.Duration(d).String()
	if d == 0 {
		return "0"
	}
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
