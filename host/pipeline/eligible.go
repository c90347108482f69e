package pipeline

import (
	"context"
	"path/filepath"
	"strings"
)

// eligible lets a content go on that is large enough and is not to be left alone:
// the tool is not excluded, the text is not a replacement made earlier, and the
// call did not read an original back, or a recovered original would be shrunk
// again in a loop.
func (r *run) eligible(ctx context.Context) *stop {
	if s := r.spared(); s != nil {
		r.exempt = true
		return s
	}
	if s := r.count(ctx); s != nil {
		return s
	}
	if r.tokens <= r.budget.MinTokens {
		return stopped(ReasonBelowMinTokens, "%d tokens", r.tokens)
	}
	return nil
}

// spared says why a text is left alone whatever its size. Its tokens are not worth
// counting.
func (r *run) spared() *stop {
	switch {
	case r.Config.Excluded(r.in.Tool):
		return stopped(ReasonExcludedTool, "%s", r.in.Tool)
	case r.readsBack():
		return stopped(ReasonReadBack, "")
	case r.store != nil && (r.store.Made(r.in.Raw) || r.cleaned && r.store.Made(r.content)):
		return stopped(ReasonOwnOutput, "")
	}
	return nil
}

// readsBack reports whether the call read from the store: its command is riffle
// get, or names a file inside the store, or one of its paths lies there.
func (r *run) readsBack() bool {
	words := strings.FieldsFunc(r.in.Command, func(c rune) bool {
		return strings.ContainsRune(" \t\n;|&()<>'\"`=", c)
	})
	for i, w := range words {
		if filepath.Base(w) == "riffle" && i+1 < len(words) && words[i+1] == "get" {
			return true
		}
		if r.held(w) {
			return true
		}
	}
	for _, p := range r.in.Paths {
		if r.held(p) {
			return true
		}
	}
	return false
}

func (r *run) held(path string) bool {
	return r.store != nil && strings.ContainsRune(path, filepath.Separator) && r.store.Holds(path)
}
