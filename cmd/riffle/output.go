package main

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// result is what compress --json prints. Of the two texts one is present.
type result struct {
	Text       *string             `json:"text,omitempty"`
	TextBase64 []byte              `json:"textBase64,omitempty"` // a text that passed through and is not UTF-8
	Outcome    pipeline.Outcome    `json:"outcome"`
	Locator    *locator            `json:"locator"`
	Shown      []pipeline.Shown    `json:"shown"`
	Omitted    []pipeline.Omission `json:"omitted"`
}

type locator struct {
	ID     string `json:"id"`
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// writeText prints what is to be read: the shorter text, or all of the original.
func writeText(w io.Writer, out host.Output) error {
	if _, err := w.Write(out.Text); err != nil || out.Rest == nil {
		return err
	}
	_, err := io.Copy(w, out.Rest)
	return err
}

// writeJSON prints the result as one JSON object. A text that passed through and
// does not fit into memory is refused.
func writeJSON(w io.Writer, out host.Output) error {
	if out.Rest != nil {
		return fmt.Errorf("compress: the text passed through (%s) and is too large for --json: leave --json out", out.Outcome.Reason)
	}
	r := result{Outcome: out.Outcome, Shown: out.Shown, Omitted: out.Omitted}
	if utf8.Valid(out.Text) {
		text := string(out.Text)
		r.Text = &text
	} else {
		r.TextBase64 = out.Text
	}
	if l := out.Locator; l != nil {
		r.Locator = &locator{ID: l.ID, Path: l.Path, SHA256: l.SHA256, Bytes: l.Bytes}
	}
	if r.Shown == nil {
		r.Shown = []pipeline.Shown{}
	}
	if r.Omitted == nil {
		r.Omitted = []pipeline.Omission{}
	}
	return printJSON(w, r)
}

// printJSON writes one value on one line, without the escapes that only HTML
// needs.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
