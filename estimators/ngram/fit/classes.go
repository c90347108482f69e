package main

// kind is a family of byte classes.
type kind uint8

const (
	kLetter kind = iota
	kDigit
	kSpace
	kTab
	kLF
	kCR
	kSymbol
	kLead  // first byte of a character of UTF-8
	kTrail // further bytes
	kControl
)

// class of bytes.
type class struct {
	kind kind
	name string // the bytes

	// Of leads: which of them share a script, and whether the next byte tells
	// scripts apart, by its quarter.
	script    uint8
	quartered bool
	quarter   uint8 // of trails
}

func span(from, to byte) string {
	var b []byte
	for c := int(from); c <= int(to); c++ {
		b = append(b, byte(c))
	}
	return string(b)
}

// asciiClasses are the classes of one kind: the bytes of each.
var asciiClasses = []struct {
	kind    kind
	classes []string
}{
	{kLetter, []string{"ae", "iou", "bcdf", "lnrst", "ghmpy", "jkqvwz", "x", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ"}},
	{kDigit, []string{"0123456789"}},
	{kSpace, []string{" "}},
	{kTab, []string{"\t"}},
	{kLF, []string{"\n"}},
	{kCR, []string{"\r"}},
	{kSymbol, []string{
		".", ",", ":;", "-", "_", "/", "\"", "'`", "(", ")", "[", "]", "{", "}", "<", ">", "=", "#*", "\\", "|",
		"!?", "@&$", "%", "+~^", "\x1b",
	}},
}

var leads = []class{
	{name: "\xc2", quartered: true},
	{name: "\xc3", script: 1, quartered: true},
	{name: span(0xc4, 0xc5), script: 1},
	{name: span(0xc6, 0xcd), script: 1},
	{name: span(0xce, 0xcf), script: 2, quartered: true},
	{name: "\xd0", script: 3, quartered: true},
	{name: "\xd1", script: 3, quartered: true},
	{name: span(0xd2, 0xd5), script: 4},
	{name: span(0xd6, 0xd7), script: 5},
	{name: span(0xd8, 0xdb), script: 6, quartered: true},
	{name: "\xe0", script: 7, quartered: true},
	{name: "\xe1", script: 8, quartered: true},
	{name: "\xe2", quartered: true},
	{name: "\xe3", script: 9, quartered: true},
	{name: span(0xe4, 0xe9), script: 9},
	{name: span(0xea, 0xed), script: 10},
	{name: span(0xee, 0xef), quartered: true},
	{name: "\xf0", quartered: true},
}

func classify() (of [256]uint8, classes []class) {
	for _, f := range asciiClasses {
		for _, members := range f.classes {
			classes = append(classes, class{kind: f.kind, name: members})
		}
	}
	for _, c := range leads {
		c.kind = kLead
		classes = append(classes, c)
	}
	for q := range uint8(4) {
		classes = append(classes, class{kind: kTrail, name: span(0x80+q<<4, 0x8f+q<<4), quarter: q})
	}
	for i := range of {
		of[i] = uint8(len(classes))
	}
	for n, c := range classes {
		for _, b := range []byte(c.name) {
			of[b] = uint8(n)
		}
	}
	return of, append(classes, class{kind: kControl, name: "other"})
}
