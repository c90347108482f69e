package config

import "strings"

// suggest says what to do about an unknown key: use the nearest known one where
// one is near.
func suggest(name string, known keys) string { return near(name, sortedKeys(known)) }

// near is suggest for any names.
func near(name string, known []string) string {
	best, least := "", 3 // more than two slips make another word
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k), least); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return "remove it or correct its name"
	}
	return "did you mean " + best + "?"
}

// distance is the number of letters to insert, delete or replace to get from a
// to b, or limit where it is not less.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}
