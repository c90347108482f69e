package lines

import "strings"

// header reads the fields that lines of a log have in common, one after the other,
// and tells where the message begins: a logger writes times, levels, process ids, a
// host and names before it, words and numbers in no order are somebody's sentence.
type header struct {
	timed   bool // a field held a time
	leveled bool // a field held a level
	open    bool // within brackets that hold blanks
	number  bool // the last field is a number alone
	after   bool // the last field is a time
	words   int  // since the last field, that may be a host's name or begin the message
}

// next reads the most frequent form of a field; time says that most lines have a time
// there, marked that most have something which looks like a field. It returns whether
// the prefix reaches to the end of this field, and whether it may go on behind it.
func (h *header) next(form string, time, marked bool) (field, goesOn bool) {
	wasTime := h.after
	h.after = time
	switch {
	case time:
		h.timed, h.open, h.number, h.words = true, false, false, 0
		return true, true
	case !h.timed:
		return marked, true
	case h.open:
		h.open = !closes(form)
		return !h.open, true
	case opens(form) && !closes(form):
		h.open = true
		return false, h.words == 0 || !h.leveled
	case marked:
		return h.mark(form)
	case separator(form):
		h.words, h.number = 0, false
		return false, true
	case bareNumber(form):
		h.number = true
		return false, h.words == 0
	case name(form) || wasTime && zone(form):
		return false, true
	}
	// One word may be the host or the logger. A number before it, or in it behind a
	// level, or another word, make it part of the message.
	h.words++
	return false, h.words == 1 && !h.number && !(h.leveled && strings.IndexByte(form, '#') >= 0)
}

// mark reads a form that looks like a field.
func (h *header) mark(form string) (field, goesOn bool) {
	switch {
	case level(form):
		h.leveled = true
	case separator(form):
	case h.words > 0 && (h.leveled || !letters(form) && !opens(form)):
		// "INFO started service:", "worker 3:": no logger writes its fields so
		return false, false
	}
	h.words, h.number = 0, false
	return true, true
}

// prefixMark reports whether a form looks like a field of a prefix: a plain level,
// something in brackets, something that ends in a colon.
func prefixMark(f string) bool {
	switch f[len(f)-1] {
	case ']', ':', '|', '>':
		return true
	}
	return plainLevel(f)
}

func opens(f string) bool  { return f[0] == '[' || f[0] == '<' }
func closes(f string) bool { return strings.ContainsAny(f, "]>") }

// level reports whether a form is a plain level in letters.
func level(f string) bool { return plainLevel(f) && letters(f) }

// separator reports whether a form is but marks: "-", "---", "|".
func separator(f string) bool { return !letters(f) && strings.IndexByte(f, '#') < 0 }

// bareNumber reports whether a form has digits and no letters.
func bareNumber(f string) bool { return !letters(f) && strings.IndexByte(f, '#') >= 0 }

// name reports whether a form is a qualified name, as of a class or of a file:
// letters on both sides of a point, a slash or two colons.
func name(f string) bool {
	for i := 1; i+1 < len(f); i++ {
		switch f[i] {
		case '.', '/', ':', '$', '@':
			if letter(f[i-1]) && (letter(f[i+1]) || f[i+1] == ':') {
				return true
			}
		}
	}
	return false
}

// zone reports whether a form may be the name of a time zone.
func zone(f string) bool {
	if len(f) < 2 || len(f) > 5 {
		return false
	}
	for i := range len(f) {
		if !upper(f[i]) {
			return false
		}
	}
	return true
}

func letters(f string) bool {
	for i := range len(f) {
		if letter(f[i]) || f[i] >= 0x80 {
			return true
		}
	}
	return false
}
