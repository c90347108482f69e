package lines

// Mask appends line to dst with what varies from run to run masked: numbers, hex
// numbers, hashes and uuids become "#". Lines that say the same about different
// things have equal masks.
func Mask(dst, line []byte) []byte {
	for i := 0; i < len(line); {
		if !wordByte(line[i]) {
			dst = append(dst, line[i])
			i++
			continue
		}
		from, classes, all := i, uint8(0), uint8(isDigit)
		for i < len(line) && wordByte(line[i]) {
			c := byteClasses[line[i]]
			classes |= c
			all &= c
			i++
		}
		if n := i - from; n != 8 || i == len(line) || line[i] != '-' { // no uuid
			if classes&isDigit == 0 {
				dst = append(dst, line[from:i]...)
				continue
			}
			if all&isDigit != 0 {
				dst = append(dst, '#')
				continue
			}
		}
		if n := hexRun(line[from:]); n > 0 {
			dst = append(dst, '#')
			i = from + n
		} else {
			dst = maskDigits(dst, line[from:i])
		}
	}
	return dst
}

// maskDigits appends a word with each run of digits as one "#".
func maskDigits(dst, word []byte) []byte {
	for i, c := range word {
		if !digit(c) {
			dst = append(dst, c)
		} else if i == 0 || !digit(word[i-1]) {
			dst = append(dst, '#')
		}
	}
	return dst
}

func hexByte(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// hexRun is the length of a uuid, a 0x number or a hash of seven or more digits
// at the start of s, 0 where there is none.
func hexRun(s []byte) int {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexByte(s[2]) {
		n := 2
		for n < len(s) && hexByte(s[n]) {
			n++
		}
		return n
	}
	n, digits := 0, 0
	for n < len(s) && hexByte(s[n]) {
		if digit(s[n]) {
			digits++
		}
		n++
	}
	if n == 8 && uuidTail(s[n:]) {
		return 36
	}
	if n < 7 || digits == 0 || n < len(s) && wordByte(s[n]) {
		return 0
	}
	return n
}

// uuidTail reads what follows the first eight digits of a uuid.
func uuidTail(s []byte) bool {
	if len(s) < 28 {
		return false
	}
	for i, c := range s[:28] {
		if dash := i%5 == 0 && i < 20; dash != (c == '-') || !dash && !hexByte(c) {
			return false
		}
	}
	return len(s) == 28 || !wordByte(s[28])
}

// maskToken masks one token of a line for template mining: like Mask, and a path
// becomes "/".
func maskToken(dst, token []byte) []byte {
	if len(token) == 0 {
		return dst
	}
	if digit(token[0]) || len(token) > 1 && (token[0] == '[' || token[0] == '(') && (digit(token[1]) || token[1] == ' ') {
		// 98K, 3.2M and 15 are sizes of one kind
		if _, ok := number(token); ok {
			return append(dst, '#')
		}
	}
	slashes, plain := 0, true
	for _, c := range token {
		switch c {
		case '/':
			slashes++
		case '=', '"', '\'', '(', '<':
			plain = false
		}
	}
	if plain && (slashes >= 2 || slashes == 1 && token[0] == '/') {
		return append(dst, '/')
	}
	return Mask(dst, token)
}
