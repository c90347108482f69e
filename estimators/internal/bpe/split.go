package bpe

import "unicode/utf8"

// splitter parts valid UTF-8 into the pieces that are encoded by themselves. The
// rules are those of the encodings' regular expressions, written out by hand: what
// an expression tries by going back is decided here from what was seen going forth.
type splitter struct {
	text []byte
	wide *[tabled]class
}

// at returns the class of the character at i and its length in bytes; none at the
// end of the text.
func (s *splitter) at(i int) (class, int) {
	if i >= len(s.text) {
		return 0, 0
	}
	c := s.text[i]
	if c < utf8.RuneSelf {
		return ascii[c], 1
	}
	return s.beyond(i)
}

// beyond is at for a character beyond ASCII.
func (s *splitter) beyond(i int) (class, int) {
	r, n := utf8.DecodeRune(s.text[i:])
	if r < tabled {
		if s.wide == nil {
			s.wide = wide()
		}
		return s.wide[r], n
	}
	return classify(r), n
}

// o200k returns the end of the piece that begins at i, which must be in the text:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func (s *splitter) o200k(i int) int {
	// Most pieces are words of ASCII, with or without a character before them.
	j := i + int(prefixes[s.text[i]])
	if j < len(s.text) {
		switch c := ascii[s.text[j]]; {
		case c&lower != 0:
			return s.contraction(s.lowers(j + 1))
		case c&upper != 0:
			return s.contraction(s.word(j))
		}
	}
	c, n := s.at(i)
	switch {
	case c&number != 0:
		return s.numbers(i + n)
	case c&(letter|mark) != 0:
		return s.contraction(s.word(i))
	case c&newline == 0:
		if end := s.word(i + n); end > i+n {
			return s.contraction(end)
		}
	}
	if end := s.symbols(i, true); end > i {
		return end
	}
	return s.spaces(i)
}

// cl100k returns the end of the piece that begins at i, which must be in the text:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)
//	[^\r\n\p{L}\p{N}]?\p{L}+
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func (s *splitter) cl100k(i int) int {
	if end := s.contraction(i); end > i {
		return end
	}
	j := i + int(prefixes[s.text[i]])
	if j < len(s.text) && ascii[s.text[j]]&letter != 0 {
		return s.letters(j + 1)
	}
	c, n := s.at(i)
	switch {
	case c&number != 0:
		return s.numbers(i + n)
	case c&letter != 0:
		return s.letters(i + n)
	case c&newline == 0:
		if end := s.letters(i + n); end > i+n {
			return end
		}
	}
	if end := s.symbols(i, false); end > i {
		return end
	}
	return s.spaces(i)
}

// word returns the end of the word of o200k_base that begins at i, i where there
// is none. Letters without case, and marks, belong to the upper part and to the
// lower one; where no lower-case letter follows the upper part, it gives back what
// stands behind its last such letter, unless it has none at all.
func (s *splitter) word(i int) int {
	start, both := i, i
	for {
		c, n := s.at(i)
		if c&upper == 0 {
			if c&lower != 0 {
				return s.lowers(i + n)
			}
			break
		}
		i += n
		if c&lower != 0 {
			both = i
		}
	}
	if both > start {
		return both
	}
	return i
}

// lowers returns the end of the run of what may stand in the lower part of a word.
func (s *splitter) lowers(i int) int {
	for {
		i = s.lowerASCII(i)
		if i >= len(s.text) || s.text[i] < utf8.RuneSelf {
			return i
		}
		c, n := s.beyond(i)
		if c&lower == 0 {
			return i
		}
		i += n
	}
}

// letters returns the end of the run of letters.
func (s *splitter) letters(i int) int {
	for {
		i = s.letterASCII(i)
		if i >= len(s.text) || s.text[i] < utf8.RuneSelf {
			return i
		}
		c, n := s.beyond(i)
		if c&letter == 0 {
			return i
		}
		i += n
	}
}

// numbers returns the end of a piece of at most three numbers, of which the first
// ends at i.
func (s *splitter) numbers(i int) int {
	for range 2 {
		c, n := s.at(i)
		if c&number == 0 {
			break
		}
		i += n
	}
	return i
}

// contraction returns the end of the English contraction at i, i where there is none.
func (s *splitter) contraction(i int) int {
	t := s.text[i:]
	if len(t) < 2 || t[0] != '\'' {
		return i
	}
	switch t[1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		if len(t) > 2 && t[2]|0x20 == 'e' {
			return i + 3
		}
	case 'l':
		if len(t) > 2 && t[2]|0x20 == 'l' {
			return i + 3
		}
	}
	return i
}

// symbols returns the end of the run of symbols that begins at i, perhaps with one
// space before them, with the line ends behind it; i where there is none. Slashes
// are symbols, so that they matter only among the line ends.
func (s *splitter) symbols(i int, slashes bool) int {
	start := i
	if s.text[i] == ' ' {
		i++
	}
	first := i
	for i < len(s.text) {
		c, n := s.at(i)
		if c&notSymbol != 0 {
			break
		}
		i += n
	}
	if i == first {
		return start
	}
	for i < len(s.text) && (s.text[i] == '\r' || s.text[i] == '\n' || slashes && s.text[i] == '/') {
		i++
	}
	return i
}

// spaces returns the end of the piece of the run of white space that begins at i:
// up to its last line end; where there is none, all of it at the end of the text,
// else all but its last character, which goes with what follows.
func (s *splitter) spaces(i int) int {
	start, lineEnd, last := i, i, i
	for {
		c, n := s.at(i)
		if c&space == 0 {
			break
		}
		last = i
		i += n
		if c&newline != 0 {
			lineEnd = i
		}
	}
	switch {
	case lineEnd > start:
		return lineEnd
	case i == len(s.text) || last == start:
		return i
	}
	return last
}
