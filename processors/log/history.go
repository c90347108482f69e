package log

import (
	"bytes"
	"math"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	minCommits = 3
	hashBytes  = 10 // of a commit's name that tell it from the others
)

// groupHistory reads the output of git log by commit: each shown line brings the
// commit's name, shortened, and what stands below the subject brings the subject.
// It reports whether the content is a history.
func groupHistory(d *draft) bool {
	n := 0
	for i := range d.lines {
		if commitLine(d.raw(i)) {
			n++
		}
	}
	if n < minCommits {
		return false
	}
	commit, subject := -1, -1
	for i := range d.lines {
		l, x := &d.lines[i], &d.extra[i]
		t := d.raw(i)
		switch {
		case commitLine(t):
			if commit >= 0 {
				d.more(i).cut = l.Start + len("commit ") + min(hashBytes, hashLen(t[len("commit "):]))
				x.key, x.soft = "commit", true
				l.Value = 0.1
			}
			commit, subject = i, -1
		case commit < 0 || len(bytes.TrimSpace(t)) == 0:
		case authorFirst[t[0]] && prefixed(t, "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Date:", "Merge:"):
			d.need(i, commit)
			l.Value *= 0.4
		case subject < 0 && len(t) > 4 && prefixed(t, "    "):
			subject = i
			d.need(i, commit)
			l.Value = math.Max(0.1, l.Value-l.Bad) + subjectValue(d.text(i))
			x.key, x.soft = "subject", true
		default:
			d.need(i, commit)
			if subject >= 0 {
				d.need(i, subject)
			}
			if l.Outlier < 0.8 {
				l.Value = 0.5 * math.Max(0.05, l.Value-l.Bad)
			}
		}
	}
	return true
}

// authorFirst marks the first bytes of the lines that say who committed and when.
var authorFirst = [256]bool{'A': true, 'C': true, 'D': true, 'M': true}

func (d *draft) raw(i int) []byte { return d.content[d.lines[i].Start:d.lines[i].End] }

func commitLine(t []byte) bool {
	if !prefixed(t, "commit ") || len(t) < 14 {
		return false
	}
	n := hashLen(t[7:])
	return n >= 7 && (7+n == len(t) || t[7+n] == ' ')
}

// hashLen is how many digits of a commit's name t begins with.
func hashLen(t []byte) int {
	n := 0
	for n < len(t) && (t[n] >= '0' && t[n] <= '9' || t[n] >= 'a' && t[n] <= 'f') {
		n++
	}
	return n
}

// subjectValue raises what a reader of a history looks for.
func subjectValue(t []byte) float64 {
	switch {
	case prefixed(t, `Revert "`):
		return 1.2
	case notable(t):
		return 0.8
	}
	if lines.Scan(t).Severity >= lines.Warning {
		return 0.2
	}
	return 0.1
}
