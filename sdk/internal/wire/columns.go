package wire

import (
	"errors"
	"fmt"
	"math"

	"github.com/riffle-dev/riffle/sdk"
)

// ErrInvalid is what every decoding error wraps.
var ErrInvalid = errors.New("wire: invalid message")

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// narrow appends v to a column and notes in bad a value that no column can hold.
// Contents are at most 64 MiB, so honest values fit.
func narrow(column []int32, v int, bad *bool) []int32 {
	if v < math.MinInt32 || v > math.MaxInt32 {
		*bad = true
	}
	return append(column, int32(v))
}

// sparse returns nil for a column that holds nothing but the default.
func sparse(column []int32, standard int32) []int32 {
	for _, v := range column {
		if v != standard {
			return column
		}
	}
	return nil
}

// at returns the i-th value of a column that may be empty.
func at(column []int32, i, standard int) int {
	if len(column) == 0 {
		return standard
	}
	return int(column[i])
}

// sameLength reports a column that is neither empty nor of length n.
func sameLength(n int, columns map[string][]int32) error {
	bad := ""
	for name, c := range columns {
		if len(c) != 0 && len(c) != n && (bad == "" || name < bad) {
			bad = name
		}
	}
	if bad != "" {
		return invalid("column %s has %d entries for %d", bad, len(columns[bad]), n)
	}
	return nil
}

// shares checks that the counts of n owners add up to total.
func shares(name string, counts []int32, total int) error {
	sum := 0
	for _, c := range counts {
		if c < 0 {
			return invalid("%s_count has %d", name, c)
		}
		sum += int(c)
	}
	if sum != total {
		return invalid("%s_count adds up to %d for %d entries", name, sum, total)
	}
	return nil
}

// take cuts the first n entries off s. The result can't grow into its neighbours.
func take[T any](s *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	head := (*s)[:n:n]
	*s = (*s)[n:]
	return head
}

// spanColumns gathers the further spans of all units. Each is coded against an
// origin that the caller gives.
type spanColumns struct {
	count, start, length []int32
	bad                  bool
}

func (c *spanColumns) add(spans []sdk.Span, origin int, chained bool) {
	c.count = narrow(c.count, len(spans), &c.bad)
	for _, s := range spans {
		c.start = narrow(c.start, s.Start-origin, &c.bad)
		c.length = narrow(c.length, s.Len(), &c.bad)
		if chained {
			origin = s.End
		}
	}
}

// check reports columns that do not agree, for n units.
func (c *spanColumns) check(name string, n int) error {
	if err := sameLength(n, map[string][]int32{name + "_count": c.count}); err != nil {
		return err
	}
	if len(c.start) != len(c.length) {
		return invalid("%s_start has %d entries, %s_length %d", name, len(c.start), name, len(c.length))
	}
	return shares(name, c.count, len(c.start))
}

// spans decodes the spans of one unit into the front of room, which must hold
// as many as the columns have left.
func (c *spanColumns) spans(unit, origin int, chained bool, room *[]sdk.Span) []sdk.Span {
	n := at(c.count, unit, 0)
	starts, lengths, out := take(&c.start, n), take(&c.length, n), take(room, n)
	for i := range out {
		start := origin + int(starts[i])
		out[i] = sdk.Span{Start: start, End: start + int(lengths[i])}
		if chained {
			origin = out[i].End
		}
	}
	return out
}
