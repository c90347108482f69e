package table

import "bytes"

// number reads a cell as a number: a sign, digits with a point or a comma, perhaps
// an exponent of tens as a unit has it ("12K", "3.5GiB", "40%").
func number(c []byte) (float64, bool) {
	c = bytes.TrimSpace(c)
	neg := false
	if len(c) > 0 && (c[0] == '-' || c[0] == '+') {
		neg = c[0] == '-'
		c = c[1:]
	}
	v, scale, n, point := 0.0, 1.0, 0, false
	i := 0
	for ; i < len(c); i++ {
		switch b := c[i]; {
		case b >= '0' && b <= '9':
			v = v*10 + float64(b-'0')
			if point {
				scale *= 10
			}
			n++
			continue
		case (b == '.' || b == ',') && !point && n > 0:
			point = true
			continue
		}
		break
	}
	if n == 0 || n > 17 {
		return 0, false
	}
	unit, ok := units[string(c[i:])]
	if !ok {
		return 0, false
	}
	v = v / scale * unit
	if neg {
		v = -v
	}
	return v, true
}

// units are what may follow a number directly.
var units = map[string]float64{
	"": 1, "%": 1, "B": 1, "s": 1, "ms": 1e-3, "m": 1,
	"K": 1e3, "k": 1e3, "kB": 1e3, "KB": 1e3, "Ki": 1 << 10, "KiB": 1 << 10,
	"M": 1e6, "MB": 1e6, "Mi": 1 << 20, "MiB": 1 << 20,
	"G": 1e9, "GB": 1e9, "Gi": 1 << 30, "GiB": 1 << 30,
	"T": 1e12, "TB": 1e12, "Ti": 1 << 40, "TiB": 1 << 40,
}
