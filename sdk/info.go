package sdk

import (
	"fmt"
	"strings"
)

// The kinds of content that the host tells apart by itself.
const (
	KindJSON = "json" // one or more JSON documents, also cut off or one a line
	KindHTML = "html" // an HTML page or fragment
	KindLog  = "log"  // anything line-like: logs, test and build output, diffs, tables, listings, traces, code
	KindText = "text" // prose and documents
)

// What a plugin may say of its stability.
const (
	Experimental = "experimental" // may change or go
	Beta         = "beta"         // fit for use; its output may change
	Stable       = "stable"       // its output changes only with its major version
	Deprecated   = "deprecated"   // still works, and will go
)

// Bounds of what a processor says of itself.
const (
	MaxKinds      = 16
	MaxMagic      = 16
	MaxMagicBytes = 64
	MaxPriority   = 1000 // and -MaxPriority the least
)

// HostKind reports whether a kind is one of those that the host tells apart.
func HostKind(kind string) bool {
	return kind == KindJSON || kind == KindHTML || kind == KindLog || kind == KindText
}

// OwnKinds lists the kinds of i that are not the host's: those that its Magic and
// Matcher speak of.
func (i Info) OwnKinds() []string {
	var own []string
	for _, k := range i.Kinds {
		if !HostKind(k) {
			own = append(own, k)
		}
	}
	return own
}

// CheckInfo says what is wrong with the description of a processor, nil where
// nothing is.
func CheckInfo(i Info) error {
	if err := checkAbout(i.Name, i.Version, i.Summary, i.Stability); err != nil {
		return err
	}
	if len(i.Kinds) == 0 || len(i.Kinds) > MaxKinds {
		return fmt.Errorf("sdk: %d kinds: name 1 to %d, such as %q", len(i.Kinds), MaxKinds, KindLog)
	}
	for _, k := range i.Kinds {
		if !validName(k) {
			return fmt.Errorf("sdk: the kind %q is no name: use lower case letters, digits and hyphens", k)
		}
	}
	if len(i.Magic) > MaxMagic {
		return fmt.Errorf("sdk: %d magic prefixes, at most %d are allowed", len(i.Magic), MaxMagic)
	}
	for _, m := range i.Magic {
		if len(m) == 0 || len(m) > MaxMagicBytes || strings.Trim(m, "?") == "" {
			return fmt.Errorf("sdk: the magic %q: use 1 to %d bytes, not all of them \"?\"", m, MaxMagicBytes)
		}
	}
	if len(i.Magic) > 0 && len(i.OwnKinds()) == 0 {
		return fmt.Errorf("sdk: magic without a kind of its own: the host knows %s, %s, %s and %s itself", KindJSON, KindHTML, KindLog, KindText)
	}
	if i.Priority < -MaxPriority || i.Priority > MaxPriority {
		return fmt.Errorf("sdk: the priority %d is outside -%d to %d", i.Priority, MaxPriority, MaxPriority)
	}
	return nil
}

// CheckEstimatorInfo says what is wrong with the description of an estimator, nil
// where nothing is.
func CheckEstimatorInfo(i EstimatorInfo) error {
	if err := checkAbout(i.Name, i.Version, i.Summary, i.Stability); err != nil {
		return err
	}
	switch {
	case i.Encoding == "" || !oneLine(i.Encoding):
		return fmt.Errorf("sdk: the encoding %q: name the tokenizer that is counted or imitated, such as \"o200k_base\"", i.Encoding)
	case i.Margin != i.Margin || i.Margin < 0 || i.Margin > 1:
		return fmt.Errorf("sdk: the margin %v is no share of 0 to 1", i.Margin)
	case i.ExactUpTo < 0 || i.ExactUpTo > 0 && i.ExactUpTo < leastExact:
		return fmt.Errorf("sdk: exact up to %d bytes: use 0, or %d and more", i.ExactUpTo, leastExact)
	case i.PerText < 0 || i.PerText > mostPerText:
		return fmt.Errorf("sdk: %d tokens for every text: use 0 to %d", i.PerText, mostPerText)
	case i.Exact && i.Margin != 0:
		return fmt.Errorf("sdk: the margin %v of an exact estimator: exact counts have none", i.Margin)
	}
	return nil
}

const (
	// leastExact is the least length in bytes up to which counts may be exact: a host
	// counts longer texts in parts of that length.
	leastExact = 1 << 10
	// mostPerText bounds the tokens that every text costs.
	mostPerText = 1 << 10
)

func checkAbout(name, version, summary, stability string) error {
	switch {
	case !validName(name):
		return fmt.Errorf("sdk: the name %q: use lower case letters, digits and hyphens, such as \"csv\"", name)
	case !validVersion(version):
		return fmt.Errorf("sdk: the version %q: use a semantic version without a leading v, such as \"1.0.0\"", version)
	case len(summary) > MaxNoteBytes || !oneLine(summary):
		return fmt.Errorf("sdk: the summary has %d bytes: use one line of at most %d", len(summary), MaxNoteBytes)
	}
	switch stability {
	case "", Experimental, Beta, Stable, Deprecated:
		return nil
	}
	return fmt.Errorf("sdk: the stability %q: use %s, %s, %s, %s or nothing", stability, Experimental, Beta, Stable, Deprecated)
}

// maxName is the longest name of a plugin or a kind, in bytes: it becomes part of a
// file's name.
const maxName = 64

func validName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-"
	return s != "" && len(s) <= maxName && strings.Trim(s, letters) == "" && s[0] != '-' && s[len(s)-1] != '-'
}

// validVersion reports whether s is MAJOR.MINOR.PATCH of semver.org, with or without
// a suffix.
func validVersion(s string) bool {
	core := s
	if i := strings.IndexAny(s, "-+"); i >= 0 {
		core = s[:i]
		if strings.Trim(s[i:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-") != "" || i+1 == len(s) {
			return false
		}
	}
	parts := strings.Split(core, ".")
	if len(parts) != 3 || len(s) > maxName {
		return false
	}
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" || len(p) > 1 && p[0] == '0' {
			return false
		}
	}
	return true
}
