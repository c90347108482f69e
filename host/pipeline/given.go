package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/spill"
)

// Given is an original that the caller has stored. Then the notice names the
// caller's locator and hint, and this host stores nothing: that the original is
// durable before a shorter text takes its place is the caller's word.
type Given struct {
	Locator string // what the reader is told; a path or whatever else its tools take
	Hint    string // how to read it; "" leaves that line out
	SHA256  string // of what is stored, in hex, where that is not the very text; "": it is
}

// Bounds of what is given, in bytes: both are printed in every notice.
const (
	maxGivenLocator = 1024
	maxGivenHint    = 512
)

// Check refuses what cannot stand in a notice: nothing, more than one line, or more
// than a few hundred bytes.
func (g Given) Check() error {
	for _, v := range []struct {
		name, text string
		limit      int
	}{{"locator", g.Locator, maxGivenLocator}, {"hint", g.Hint, maxGivenHint}} {
		switch {
		case len(v.text) > v.limit:
			return fmt.Errorf("pipeline: the %s of the given spill has %d bytes; expected at most %d: give a shorter one", v.name, len(v.text), v.limit)
		case !utf8.ValidString(v.text) || strings.ContainsFunc(v.text, func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }):
			return fmt.Errorf("pipeline: the %s of the given spill is not one line of text; expected no line ends and no control characters", v.name)
		}
	}
	if sum, err := hex.DecodeString(g.SHA256); g.SHA256 != "" && (err != nil || len(sum) != sha256.Size || g.SHA256 != strings.ToLower(g.SHA256)) {
		return fmt.Errorf("pipeline: the sha256 of the given spill is %.80q; expected 64 digits of 0-9 and a-f: leave it out where the text itself is stored", g.SHA256)
	}
	if strings.TrimSpace(g.Locator) == "" {
		return errors.New("pipeline: the given spill has no locator; expected what the reader finds the original by: leave spill out to have it stored here")
	}
	return nil
}

// givenStore is a store in which the original of this one text is already. What is
// known of other texts it asks the host's own store, which may be nil.
type givenStore struct {
	Given
	own Store
}

var _ Store = givenStore{}

// Locate names the given original. The ID is for the eye alone: riffle get does not
// know it.
func (g givenStore) Locate(_ spill.Meta, original, _ []byte) spill.Locator {
	sha := g.SHA256
	if sha == "" {
		sum := sha256.Sum256(original)
		sha = hex.EncodeToString(sum[:])
	}
	return spill.Locator{ID: sha[:12], Path: g.Locator, SHA256: sha, Bytes: int64(len(original))}
}

func (g givenStore) Save(_ context.Context, meta spill.Meta, original, cleaned []byte) (spill.Locator, error) {
	return g.Locate(meta, original, cleaned), nil
}

// Record notes nothing: the caller's store keeps no replacements.
func (g givenStore) Record(spill.Locator, []byte) error { return nil }

func (g givenStore) Made(text []byte) bool { return g.own != nil && g.own.Made(text) }

// Holds reports whether a path lies in the host's own store or beside the given
// original, where the caller keeps earlier ones: what reads those back is not to be
// shortened again.
func (g givenStore) Holds(path string) bool {
	if g.own != nil && g.own.Holds(path) {
		return true
	}
	return filepath.IsAbs(g.Locator) && filepath.IsAbs(path) && filepath.Dir(filepath.Clean(path)) == filepath.Dir(filepath.Clean(g.Locator))
}
