package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

const factsSuffix = ".facts.json"

// Load reads all cases under dir, a folder with a folder per kind, sorted by name.
// It reports every case that cannot be read; it does not call Check.
func Load(dir string) ([]Case, error) {
	files, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*", "*"+factsSuffix))
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("corpus: no case in %s; expected KIND/NAME%s beside its input file", dir, factsSuffix)
	}
	sort.Strings(files)
	var cases []Case
	var errs []error
	for _, f := range files {
		c, err := LoadCase(f)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		cases = append(cases, c)
	}
	return cases, errors.Join(errs...)
}

// LoadCase reads the case whose facts stand in the given NAME.facts.json.
func LoadCase(facts string) (Case, error) {
	var c Case
	b, err := os.ReadFile(facts)
	if err != nil {
		return c, fmt.Errorf("corpus: %w", err)
	}
	if err := decodeStrict(b, &c); err != nil {
		return c, fmt.Errorf("corpus: %s: %w", facts, err)
	}
	folder := filepath.Base(filepath.Dir(facts))
	if c.Kind != folder {
		return c, fmt.Errorf("corpus: %s: the kind is %q, the folder %q; they must be the same", facts, c.Kind, folder)
	}
	if c.Path, err = inputOf(facts); err != nil {
		return c, err
	}
	if c.Data, err = os.ReadFile(c.Path); err != nil {
		return c, fmt.Errorf("corpus: %w", err)
	}
	c.Name = folder + "/" + filepath.Base(c.Path)
	return c, nil
}

func decodeStrict(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}

// inputOf finds the one file that is named as the facts are, with any extension.
func inputOf(facts string) (string, error) {
	stem := strings.TrimSuffix(facts, factsSuffix)
	entries, err := os.ReadDir(filepath.Dir(facts))
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	var found []string
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
		if e.Type().IsRegular() && name == filepath.Base(stem) {
			found = append(found, filepath.Join(filepath.Dir(facts), e.Name()))
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("corpus: %s has %d input files beside it; expected one named %s.EXT", facts, len(found), filepath.Base(stem))
	}
	return found[0], nil
}

// escapeGlob quotes what filepath.Glob would take for a pattern.
func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
