package lines

import (
	"fmt"
	"strings"
	"testing"
)

func TestOddCells(t *testing.T) {
	rows := func(change map[int]string) string {
		var b strings.Builder
		for i := range 40 {
			row := fmt.Sprintf("%d,2026-03-%02d,%s,%d,", 100000+7*i, 1+i%28, []string{"bran", "flour", "wages"}[i%3], 100+i*37%50)
			if c, ok := change[i]; ok {
				row = c
			}
			b.WriteString(row + "\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		name   string
		change map[int]string
		odd    []int
	}{
		{"nothing is odd", nil, nil},
		{"a day that does not exist", map[int]string{17: "100119,2026-02-30,bran,120,"}, []int{17}},
		{"a month that does not exist", map[int]string{17: "100119,2026-13-01,bran,120,"}, []int{17}},
		{"a leap day", map[int]string{17: "100119,2024-02-29,flour,120,"}, nil},
		{"a number that identifies twice", map[int]string{30: "100105,2026-03-03,bran,121,"}, []int{15, 30}},
		{"nothing where all others have a number", map[int]string{17: "100119,2026-03-18,wages,,"}, []int{17}},
		{"an extreme beside an empty last cell", map[int]string{9: "100063,2026-03-10,bran,91200,"}, []int{9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := []byte(rows(c.change))
			var odd []int
			for i, l := range Evaluate(content, Split(content), Options{Delim: ',', Rows: true}) {
				if l.Outlier >= 0.8 {
					odd = append(odd, i)
				}
			}
			if fmt.Sprint(odd) != fmt.Sprint(c.odd) {
				t.Errorf("rows %v stand out, expected %v", odd, c.odd)
			}
		})
	}
}

func TestARowWithoutItsLastCellIsOneOfTheTable(t *testing.T) {
	content := []byte("a,1,x\nb,2,\nc,3,z\n")
	for i, l := range Evaluate(content, Split(content), Options{Delim: ','}) {
		if l.Like != 3 {
			t.Errorf("row %d is like %d rows, expected 3", i, l.Like)
		}
	}
}
