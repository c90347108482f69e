package lines

import "testing"

func TestANoThatGoesOnDeniesNothing(t *testing.T) {
	for line, negated := range map[string]bool{
		"error: no such file or directory":               false,
		"main.c:7:3: error: no member named 'x' in 'y'":  false,
		"ERROR: null pointer dereference in worker 7":    false,
		"error: none of the mirrors answered":            false,
		"errors: none":                                   true,
		"error: null":                                    true,
		"error=false retries=3 total=9":                  true,
		`{"error": null, "rows": 17}`:                    true,
		"errors: 0":                                      true,
		"failed: no.":                                    true,
		"error: off by one at line 3":                    false,
		"level=info msg=done error=nil elapsed_ms=12.25": true,
	} {
		if got := Scan([]byte(line)).Negated; got != negated {
			t.Errorf("%q: negated is %v", line, got)
		}
	}
}
