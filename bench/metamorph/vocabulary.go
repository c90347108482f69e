package metamorph

import "strings"

// What words say about severity, outcome and form stays in all variants: a reader
// of a log goes by them, and so may a processor. The list is of common English and
// of common formats; it is not that of any processor here.

// stems are beginnings of words that tell how something went.
var stems = strings.Fields(`err fail warn fatal panic crit excep abort crash deni deny refus reject timeout
	timed expir exceed exhaust kill miss cannot unable invalid illegal unexpect expect actual assert undefin
	unknown unresolv unsupport unreach unavail undeclar uncaught unhandl forbid forbad conflict corrupt broke
	stuck lost leak overflow deadlock segfault signal fault skip pass succ complet finish exit status cause
	trace deprec vulnerab sever notice debug alert emerg problem violat mismatch differ block degrad unhealth
	notready pending evict backoff throttl retry retri stop restart termin close disconnect reset drop
	unauthor permission insecure remov delet renam modif unused redeclar duplicat cancel halt hang hung revert
	unsafe insecur incompat obsolet danger caution import attack risk legacy experimental`)

// others are whole words: outcomes, marks of formats, and the words that join others.
var others = set(`bug bugs fixme todo hack issue issues high moderate medium total totals summary test tests suite suites info
	true false null none undefined nothing ready running started starting received sent request response
	want wanted have given found line lines file files column message reason type code name version build
	caused most recent call last during handling another occurred func function method class module package
	import return goroutine runtime main thread threads frame frames stack native source unknown
	java javax python node internal vendor site packages modules github golang local users home
	json html http https text yaml toml java rust cargo maven gradle jest mocha pytest unittest
	post head options patch connect utf8 sha256 base64 amd64 arm64 i386 x86 win32 int32 int64 uint32 uint64 float32 float64
	monday tuesday wednesday thursday friday saturday sunday january february march april june july august
	september october november december diff index rows items bytes seconds minutes hours tokens percent
	heading link button list listitem table cell grid region banner navigation paragraph image
	textbox checkbox combobox dialog mode similarity binary string object array integer boolean number property
	properties required kind metadata spec synopsis description usage option example examples note notes default defaults author authors
	that this with from will when then than they were been which would there their about into each more some
	other only also after before must should could does while where what such between both over under because
	these those here very same without within until your`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// telling reports a word, in lower case, that stays in all variants. Words of fewer
// than four letters stand in too many places and forms to be a mark of a fact.
func telling(word string) bool {
	if len(word) < 4 || others[word] {
		return true
	}
	for _, s := range stems {
		if strings.HasPrefix(word, s) {
			return true
		}
	}
	return false
}
