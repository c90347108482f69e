package runfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// Encode gives the bytes of a run file: one line per corpus, system, case and
// summary, so that a difference of two files says where it is.
func (r *Run) Encode() ([]byte, error) {
	w := &runWriter{}
	w.member("format", r.Format)
	w.member("budgets", r.Budgets)
	if r.RecallOnly {
		w.member("recallOnly", true)
	}
	if len(r.Ablate) > 0 {
		w.member("ablate", r.Ablate)
	}
	members(w, "corpora", r.Corpora)
	members(w, "systems", r.Systems)
	members(w, "cases", r.Cases)
	members(w, "summaries", r.Summaries)
	if len(r.Estimators) > 0 {
		members(w, "estimators", r.Estimators)
	}
	if r.Timings != nil {
		w.member("timings", r.Timings)
	}
	if w.err != nil {
		return nil, fmt.Errorf("bench: the run cannot be written as JSON: %w", w.err)
	}
	return []byte("{\n" + strings.Join(w.parts, ",\n") + "\n}\n"), nil
}

// runWriter collects the members of an object.
type runWriter struct {
	parts []string
	err   error
}

func (w *runWriter) member(name string, v any) {
	w.parts = append(w.parts, fmt.Sprintf("%q: %s", name, w.json(v)))
}

// members adds a list that is written with an element on each line.
func members[T any](w *runWriter, name string, list []T) {
	lines := make([]string, len(list))
	for i, v := range list {
		lines[i] = w.json(v)
	}
	w.parts = append(w.parts, fmt.Sprintf("%q: [\n%s\n]", name, strings.Join(lines, ",\n")))
}

func (w *runWriter) json(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	w.err = errors.Join(w.err, e.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

// Write writes the run to a file, all of it or nothing.
func (r *Run) Write(path string) error {
	data, err := r.Encode()
	if err != nil {
		return err
	}
	err = atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("bench: the run cannot be written to %s: %w", path, err)
	}
	return nil
}
