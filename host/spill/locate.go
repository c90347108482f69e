package spill

import "path/filepath"

// Locate returns the locator that Save will most likely give, without touching the
// store: a notice must know its own length before anything is written. Only what
// Save returns may be told to anyone; the two differ where another original has
// the same ID, or the same original was stored under another tool's name before.
func (s *Store) Locate(meta Meta, original, cleaned []byte) Locator {
	session := meta.Session
	if session == "" {
		session = s.opts.Session
	}
	sha := hashOf(original)
	id := sha[:min(s.digits, len(sha))]
	loc := Locator{
		ID: id, SHA256: sha, Bytes: int64(len(original)),
		Path: filepath.Join(s.spill, sessionHash(session), id+"-"+encodeTool(meta.Tool)),
	}
	if cleaned != nil {
		loc.TextPath = loc.Path + textEnding
	}
	return loc
}
