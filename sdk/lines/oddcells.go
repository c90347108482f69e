package lines

// Cells of a table that are odd by themselves or beside one other.
const (
	noDateWorth = 1.2 // a day that no calendar has
	twiceWorth  = 0.9 // an identity that stands twice
	blankWorth  = 0.8 // nothing where nearly all have something
	minIdentity = 5   // bytes of the values of a column that identifies: short numbers meet by chance
	minUnique   = 20  // rows from which a column can identify them
	uniqueShare = 95  // percent of different values in a column that identifies
	oddCells    = 6   // rows of a column that are raised so; more are the rule
)

// noDates raises rows with a date that does not exist, such as the 30th of February.
func (e *evaluation) noDates(t *template, j int) {
	var odd []int32
	for _, line := range t.lines {
		if noDate(e.cell(line, j)) {
			if odd = append(odd, line); len(odd) > oddCells {
				return
			}
		}
	}
	for _, line := range odd {
		e.raise(line, noDateWorth, "", j)
	}
}

// blanks raises rows with an empty cell in a column where hardly another has one.
func (e *evaluation) blanks(t *template, j int) {
	if len(t.lines) < minUnique {
		return
	}
	var odd []int32
	for _, line := range t.lines {
		if len(e.cell(line, j)) == 0 {
			if odd = append(odd, line); len(odd) > oddCells {
				return
			}
		}
	}
	for _, line := range odd {
		e.raise(line, blankWorth, "", j)
	}
}

// noDate reports whether a cell begins with a date that no calendar has: year,
// month and day in this order, with the same sign between.
func noDate(c []byte) bool {
	const form = len("2026-02-30")
	if len(c) < form || c[4] != c[7] || c[4] != '-' && c[4] != '/' && c[4] != '.' || len(c) > form && digit(c[form]) {
		return false
	}
	number := func(s []byte) int {
		n := 0
		for _, d := range s {
			if !digit(d) {
				return -1
			}
			n = 10*n + int(d-'0')
		}
		return n
	}
	year, month, day := number(c[:4]), number(c[5:7]), number(c[8:form])
	if year <= 0 || month < 0 || day < 0 || year == 9999 {
		return false
	}
	return month < 1 || month > 12 || day < 1 || day > daysOf(year, month)
}

func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// twice raises rows that share a value in a column where nearly all are different.
func (e *evaluation) twice(t *template, j int) {
	n := len(t.lines)
	if n < minUnique {
		return
	}
	first := make(map[string]int32, n)
	var odd []int32
	for _, line := range t.lines {
		c := Clip(e.cell(line, j), 80)
		if len(c) < minIdentity {
			return
		}
		k, ok := first[string(c)]
		if !ok {
			first[string(c)] = line
			continue
		}
		if odd = append(odd, k, line); len(odd) > oddCells {
			return
		}
	}
	if len(odd) == 0 || len(first)*100 < uniqueShare*n {
		return
	}
	for _, line := range odd {
		e.raise(line, twiceWorth, "", j)
	}
}
