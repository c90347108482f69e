package patch

import "bytes"

// size reads how many lines a hunk has of each side: "@@ -1,3 +1,404 @@", or of a
// combined diff "@@@ -1,3 -1,3 +1,4 @@@", whose lines have a mark for each parent.
func (r *reader) size(t []byte) {
	n := 0
	for n < len(t) && t[n] == '@' {
		n++
	}
	r.parents, r.old, r.now = max(1, n-1), 0, 0
	if r.parents > 1 {
		return // such hunks end where another header begins
	}
	r.old, r.now = count(t, '-'), count(t, '+')
}

// count is the number of lines behind a sign: 3 of "-1,3", 1 of "-1".
func count(t []byte, sign byte) int {
	i := bytes.IndexByte(t, sign)
	if i < 0 {
		return 0
	}
	_, n := digits(t[i+1:])
	rest := t[i+1+n:]
	if n == 0 {
		return 0
	}
	if len(rest) == 0 || rest[0] != ',' {
		return 1
	}
	v, _ := digits(rest[1:])
	return v
}

// digits reads a number of at most seven digits and says how long it was.
func digits(t []byte) (v, n int) {
	for n < len(t) && n < 7 && t[n] >= '0' && t[n] <= '9' {
		v = v*10 + int(t[n]-'0')
		n++
	}
	return v, n
}

// inside reads a line of a hunk and counts it down.
func (r *reader) inside(t []byte) part {
	f := &r.p.files[len(r.p.files)-1]
	if len(t) > 0 {
		switch t[0] {
		case '+':
			r.now--
			f.added++
			return added
		case '-':
			r.old--
			f.removed++
			return removed
		case '\\':
			return same
		}
	}
	r.old--
	r.now--
	return same
}

// marks reports whether bytes are marks of a combined diff.
func marks(t []byte) bool {
	for _, c := range t {
		if c != ' ' && c != '+' && c != '-' {
			return false
		}
	}
	return true
}

// combined reads a line of a combined diff.
func (r *reader) combined(t []byte) part {
	plus, minus := 0, 0
	for _, c := range t[:r.parents] {
		switch c {
		case '+':
			plus++
		case '-':
			minus++
		}
	}
	f := &r.p.files[len(r.p.files)-1]
	body := t[r.parents:]
	switch {
	case plus > 0 && starts(body, "<<<<<<<", "=======", ">>>>>>>", "|||||||"):
		return conflict
	case plus == r.parents || minus == r.parents:
		f.added += plus / r.parents
		f.removed += minus / r.parents
		return both
	case plus > 0:
		f.added++
		return added
	case minus > 0:
		f.removed++
		return removed
	}
	return same
}
