package clean

// Control characters that mean something here.
const (
	bel = 0x07
	bs  = 0x08
	esc = 0x1b
)

// sequence is one terminal control sequence.
type sequence struct {
	size  int  // bytes
	csi   bool // final is that of a CSI, else of a two-byte escape
	final byte // 0 where it does nothing but colours, titles, marks or nothing known
	param int  // first parameter of a CSI, -1 where there is none
}

// parseEscape reads the sequence that starts with the ESC at b[0]. A sequence
// that is cut off or malformed ends before the byte that does not belong to it, so
// that no text is swallowed.
func parseEscape(b []byte) sequence {
	if len(b) < 2 {
		return sequence{size: 1, param: -1}
	}
	switch c := b[1]; {
	case c == '[':
		return parseCSI(b)
	case c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X':
		return sequence{size: stringEnd(b), param: -1}
	case c >= 0x20 && c <= 0x2f:
		i := 2
		for i < len(b) && b[i] >= 0x20 && b[i] <= 0x2f {
			i++
		}
		if i < len(b) && b[i] >= 0x30 && b[i] <= 0x7e {
			i++
		}
		return sequence{size: i, param: -1}
	case c >= 0x30 && c <= 0x7e:
		return sequence{size: 2, final: c, param: -1}
	}
	return sequence{size: 1, param: -1}
}

// maxParam bounds a parameter; no terminal is larger.
const maxParam = 9999

func parseCSI(b []byte) sequence {
	i, param, first := 2, -1, true
	private := i < len(b) && b[i] >= '<' && b[i] <= '?'
	for i < len(b) && b[i] >= 0x30 && b[i] <= 0x3f {
		if c := b[i]; first && c <= '9' {
			param = min(max(param, 0)*10+int(c-'0'), maxParam)
		} else if c == ';' || c == ':' {
			first = false
		}
		i++
	}
	for i < len(b) && b[i] >= 0x20 && b[i] <= 0x2f {
		i++
		private = true
	}
	s := sequence{size: i, csi: true, param: param}
	if i < len(b) && b[i] >= 0x40 && b[i] <= 0x7e {
		s.size++
		if !private {
			s.final = b[i]
		}
	}
	return s
}

// stringEnd is the size of a control string (OSC, DCS, APC, PM, SOS): up to BEL or
// ST. One that a line end, another escape or the end of the text interrupts was
// none: only its two bytes of introducer go.
func stringEnd(b []byte) int {
	for i := 2; i < len(b); i++ {
		switch b[i] {
		case bel:
			return i + 1
		case esc:
			if i+1 < len(b) && b[i+1] == '\\' {
				return i + 2
			}
			return 2
		case '\n', '\r':
			return 2
		}
	}
	return 2
}

// erases reports whether the sequence wipes a line or what follows.
func (s sequence) erases() bool { return s.csi && (s.final == 'K' || s.final == 'J') }

// climbs reports whether the sequence moves to an earlier line.
func (s sequence) climbs() bool {
	return s.csi && (s.final == 'A' || s.final == 'F') || !s.csi && s.final == 'M'
}
