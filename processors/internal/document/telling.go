package document

import (
	"unicode/utf8"
)

// What a sentence states is worth this much more, in a document and in running
// text, where little else tells one sentence from another. Found by sweeps over
// recorded documents; flat within a third.
var (
	inDocuments = tellingWorth{amounts: 0.2, limit: 0.2, bound: 0.2, cause: 0.15, names: 0.1, sentence: 120}
	inProse     = tellingWorth{amounts: 1.6, limit: 0.8, bound: 0.4, cause: 0.6, names: 0.4, sentence: 240}
)

type tellingWorth struct {
	amounts  float64 // of enoughStated numbers
	bound    float64 // must, cannot, never: no other sentence takes it back
	limit    float64 // not, only, except, until
	cause    float64 // because, the reason was, failed
	names    float64 // of enoughStated quoted, coded or emphasised parts
	sentence int     // characters from which a sentence counts in full
}

const (
	enoughStated  = 2    // numbers or names from which more add nothing
	leastSentence = 0.25 // factor of the shortest sentence that states nothing
)

func (d *Doc) tellingWorth() *tellingWorth {
	if d.prose {
		return &inProse
	}
	return &inDocuments
}

func (d *Doc) fullSentence() int { return d.tellingWorth().sentence }

// telling is what a sentence is worth for what it states.
func (d *Doc) telling(s *states) float64 {
	if !d.set.On(ruleTelling) {
		return 0
	}
	w := d.tellingWorth()
	v := w.amounts*min(float64(s.numbers), enoughStated)/enoughStated + w.names*min(float64(s.names), enoughStated)/enoughStated
	if s.limit {
		v += w.limit
	}
	if s.bound {
		v += w.bound
	}
	if s.cause {
		v += w.cause
	}
	return v
}

// states is what a sentence says that no other sentence can stand for: by its form,
// which is the same in every language, and by words of limits and reasons.
type states struct {
	numbers int  // amounts, times, dates
	names   int  // quoted, coded or emphasised parts
	limit   bool // not, never, only, except, until
	bound   bool // must, cannot, never, refused
	cause   bool // because, reason, therefore
	rarity  float64
}

// numeral reports whether a character is one of the numerals of Chinese, Japanese and Korean text.
func numeral(r rune) bool {
	switch r {
	case '〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '百', '千', '万', '零', '两', '０', '１', '２', '３', '４', '５', '６', '７', '８', '９':
		return true
	}
	return false
}

// listNumber is the length of what numbers an item: "3. ", "12) ".
func listNumber(text []byte) int {
	i := 0
	for i < len(text) && i < 4 && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i > 0 && i < len(text) && (text[i] == '.' || text[i] == ')') {
		return i + 1
	}
	return 0
}

// stated marks the bytes at which the marks of what a sentence states begin.
var stated = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= utf8.RuneSelf || c >= '0' && c <= '9' || c == '`' || c == '"' || c == '*'
	}
	return t
}()

// statesOf reads what a sentence states.
func (w *Words) statesOf(text []byte) states {
	var s states
	marks := 0
	for i := listNumber(text); i < len(text); {
		switch c := text[i]; {
		case !stated[c]:
			i++
		case c >= '0' && c <= '9':
			s.numbers++
			i = numberEnd(text, i)
		case c < utf8.RuneSelf:
			if c == '`' || c == '"' || c == '*' && i > 0 && text[i-1] == '*' {
				marks++
			}
			i++
		default:
			r, n := utf8.DecodeRune(text[i:])
			if k := numeralEnd(text, i); k > i+n {
				s.numbers++
				n = k - i
			}
			switch r {
			case '「', '『', '“', '„', '«', '‘':
				marks += 2
			}
			i += n
		}
	}
	s.names = marks / 2
	r := newRareness()
	for c := (wordCursor{text: text}); c.next(); {
		x := w.find(c.hash)
		s.limit = s.limit || x.hash&saysLimit != 0
		s.cause = s.cause || x.hash&saysCause != 0
		s.bound = s.bound || x.hash&saysBound != 0
		r.add(x.n)
	}
	s.rarity = w.of(&r)
	return s
}

// numberEnd is where a number ends that begins at i, with what parts its digits:
// 10,000 and 14:30 and 2024-05-01 are one each.
func numberEnd(text []byte, i int) int {
	for i < len(text) {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
		case (c == '.' || c == ',' || c == ':' || c == '-') && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9':
		default:
			return i
		}
		i++
	}
	return i
}

// numeralEnd is where a run of East Asian numerals ends. One alone is a part of
// many words, two or more are an amount.
func numeralEnd(text []byte, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		if !numeral(r) {
			break
		}
		i += n
	}
	return i
}

var (
	boundWords = []string{"must", "cannot", "never", "exactly", "refused", "refuses", "rejected", "rejects", "forbidden",
		"muss", "nie", "doit", "jamais", "debe", "nunca", "不得", "必须", "禁止", "不能", "不可", "반드시", "절대", "금지"}
	limitWords = []string{"not", "never", "no", "none", "nobody", "nothing", "only", "except", "unless", "until", "must", "cannot", "without", "instead", "neither",
		"nor", "least", "most", "default", "defaults", "limit", "maximum", "minimum", "however", "although", "forbidden", "required", "deprecated",
		"removed", "added", "changed", "since", "exception", "exceptions",
		"nicht", "nie", "nur", "kein", "keine", "außer", "muss", "bis", "ne", "pas", "jamais", "seulement", "sauf", "doit", "nunca", "solo", "excepto", "debe", "salvo", "hasta"}
	causeWords = []string{"because", "reason", "reasons", "therefore", "cause", "caused", "causes", "hence", "why", "found", "wrong", "mistake", "failed", "fails", "fail",
		"failure", "error", "errors", "warning", "important", "decided", "weil", "grund", "deshalb", "raison", "donc", "porque", "razón"}
)
