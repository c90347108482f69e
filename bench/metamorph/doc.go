// Package metamorph makes variants of a case in which what matters stays and what
// should not matter changes: other ids and words in the facts, another place, more
// noise. What a good processor keeps of a case it keeps of its variants; one that
// was tuned to the very words or places of a case does not.
package metamorph
