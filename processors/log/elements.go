package log

import (
	"bytes"
)

const (
	elementReach = 60   // lines between an element's start and what it must name
	closerWorth  = 0.02 // of a line that only closes an element
)

// needElements lets failures in XML reports bring the start of the element that
// names them: the test case of a failure, the test of an error's message. Lines that
// only close elements are worth next to nothing. It reports whether the content is
// XML.
func needElements(d *draft) bool {
	if !isXML(d) {
		return false
	}
	var open []int // lines on which elements with a name begin, by depth
	for i := range d.lines {
		l := &d.lines[i]
		t := d.text(i)
		if len(t) == 0 {
			continue
		}
		if t[0] != '<' || len(t) < 2 {
			needName(d, open, i)
			continue
		}
		if bytes.HasPrefix(t, []byte("<?")) || bytes.HasPrefix(t, []byte("</")) || bytes.HasPrefix(t, []byte("]]>")) {
			l.Value = closerWorth
			continue
		}
		for len(open) > 0 && d.lines[open[len(open)-1]].Indent >= l.Indent {
			open = open[:len(open)-1]
		}
		needName(d, open, i)
		if named(t) && !bytes.HasSuffix(t, []byte("/>")) {
			open = append(open, i)
		}
	}
	return true
}

// needName lets a line that stands out bring the innermost named element around it.
func needName(d *draft, open []int, i int) {
	if len(open) == 0 || !d.lines[i].Failing() && d.lines[i].Outlier < 0.8 {
		return
	}
	if p := open[len(open)-1]; i-p <= elementReach {
		d.need(i, p)
	}
}

// named reports whether the start of an element says which one it is.
func named(t []byte) bool {
	for _, a := range [...]string{" name=", " testName=", " id=", " key=", " file=", " path=", " fullname="} {
		if bytes.Contains(t, []byte(a)) {
			return true
		}
	}
	return false
}

// isXML reports whether the content begins as XML does and most lines begin with
// a mark of it.
func isXML(d *draft) bool {
	n, marks := 0, 0
	for i := range d.lines {
		t := d.text(i)
		if len(t) == 0 {
			continue
		}
		if n == 0 && t[0] != '<' {
			return false
		}
		n++
		if t[0] == '<' {
			marks++
		}
	}
	return n > 4 && marks*2 > n
}
