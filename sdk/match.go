package sdk

import "context"

// Matcher is what a processor may implement besides Processor, where its own kinds
// can't be told by their first bytes alone. The host asks before it settles on a
// kind, the processors of the highest priority first, where one of their Magic fits
// or they have none.
type Matcher interface {
	// Match returns the kind, one of Info().Kinds, that a content is of, and "" for
	// none of them. It must answer at once; an error is a fault and means none.
	Match(ctx context.Context, s Sample) (kind string, err error)
}

// Sample is what a Matcher gets to see of a content.
type Sample struct {
	Head    []byte // the beginning, at most MaxSample bytes, valid UTF-8; read only, not to be kept
	Bytes   int    // length of the whole content
	Kind    string // what the host takes it for: "json", "html", "log" or "text"
	Tool    string // name of the tool; may be empty
	Command string // the command line, where the caller knows it
}

// MaxSample is the most bytes of a Sample's Head.
const MaxSample = 4096

// CapabilityMatch is the name under which a plugin announces that it is a Matcher.
const CapabilityMatch = "match"

// MagicFits reports whether content begins with magic, in which "?" stands for any
// byte.
func MagicFits(magic string, content []byte) bool {
	if len(content) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != content[i] {
			return false
		}
	}
	return true
}
