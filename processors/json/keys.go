package json

import (
	"strings"
	"unicode"
)

// Weights of keys: what a value under a key of this meaning is worth.
const (
	weightIdentity = 1.0  // says which record this is
	weightKey      = 0.8  // the key of a map's entry; a column that identifies without saying so
	weightStatus   = 0.75 // says how it is with it
	weightName     = 0.6  // names something else
	weightOther    = 0.4
	weightWhen     = 0.2  // a time, or a link by its looks
	weightOpaque   = 0.12 // links, hashes and tokens: long, and found again by identity
)

// weights are all that a leaf may have.
var weights = [...]float64{weightIdentity, weightKey, weightStatus, weightName, weightOther, weightWhen, weightOpaque}

var (
	identityKeys = words(`id name title key summary path file filename filepath address code rule ruleid slug fullname
		tagname login username host hostname test testname package module number subject label`)
	// The last word of a key of status; a plural counts too.
	statusKeys = words(`status state severity level type reason result outcome conclusion error message msg desc
		description kind action method version total count passed failed exit code category phase priority amount
		price available enabled range fixed default exitcode statuscode doc note warning hint cause failure`)
	opaqueKeys = words(`url urls href avatar gravatar self etag uid uuid guid hash md5 digest signature cursor token arn icon
		uri link links`)
	opaqueWholeKeys = words(`nodeid gravatarid htmlurl resourceversion`)
	nameKeys        = words(`name login title fullname path`) // beside them an id is only a number
	lastNames       = words(`name path title file`)           // importPath, displayName
	namingKeys      = words(`seq sequence ref branch tag commit email user author owner service command cmd event op
		operation query function class region zone ip namespace pod node container device key value`)
)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// keyWeight weighs a key by its words. coll is the name of the collection whose
// records have it: their own id and name identify, those of others only name.
func keyWeight(key, coll string) float64 {
	parts := keyWords(key)
	if len(parts) == 0 {
		return weightOther
	}
	whole, last := strings.Join(parts, ""), parts[len(parts)-1]
	switch {
	case identityKeys[whole]:
		return weightIdentity
	case opaqueWholeKeys[whole], opaqueKeys[last], strings.HasPrefix(last, "sha") && strings.Trim(last[3:], "0123456789") == "", strings.HasPrefix(last, "vector"):
		return weightOpaque
	}
	singular := strings.TrimSuffix(coll, "s")
	if len(singular) > 2 && strings.HasPrefix(whole, singular) && (last == "id" || last == "name") {
		return weightIdentity
	}
	if statusKeys[last] || statusKeys[strings.TrimSuffix(last, "s")] || statusKeys[whole] {
		return weightStatus
	}
	if lastNames[last] {
		return weightStatus
	}
	if last == "id" || namingKeys[last] {
		return weightName
	}
	return weightOther
}

// linkKey reports whether a key promises an address.
func linkKey(key string) bool {
	parts := keyWords(key)
	switch parts[len(parts)-1] {
	case "uri", "url", "href", "link":
		return true
	}
	return false
}

// keyWords parts a key into lower-case words: at anything that is no letter or
// digit, and where camel case begins a new word.
func keyWords(key string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	prev := ' '
	for i, r := range key {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && (unicode.IsLower(prev) || nextIsLower(key[i:]) && unicode.IsUpper(prev)):
			flush()
			word.WriteRune(unicode.ToLower(r))
		default:
			word.WriteRune(unicode.ToLower(r))
		}
		prev = r
	}
	flush()
	return out
}

// nextIsLower reports whether the second character of s is a lower-case letter.
func nextIsLower(s string) bool {
	for i, r := range s {
		if i > 0 {
			return unicode.IsLower(r)
		}
	}
	return false
}
