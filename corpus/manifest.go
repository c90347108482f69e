package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// ManifestName is the file in a corpus that says how each case was recorded.
const ManifestName = "manifest.json"

// Manifest says how the cases of a corpus were recorded, and with which versions
// of which tools.
type Manifest struct {
	Tools map[string]string `json:"tools"`
	Cases []Recording       `json:"cases"`
}

// Recording is how one case was made.
type Recording struct {
	File       string `json:"file"` // with a slash, under the corpus: "log/nginx.log"
	Command    string `json:"command"`
	ExitStatus int    `json:"exitStatus"`
	SHA256     string `json:"sha256"` // of the file's exact bytes, in hex
}

// LoadManifest reads the manifest of the corpus in dir. The error wraps
// fs.ErrNotExist where it has none.
func LoadManifest(dir string) (Manifest, error) {
	var m Manifest
	b, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		return m, fmt.Errorf("corpus: %w", err)
	}
	if err := decodeStrict(b, &m); err != nil {
		return m, fmt.Errorf("corpus: %s: %w", filepath.Join(dir, ManifestName), err)
	}
	return m, nil
}

// check reports every entry that is not true of the files under dir, and every
// file of the given cases that has no entry.
func (m Manifest) check(dir string, cases []Case) []error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("corpus: "+ManifestName+": "+format, args...))
	}
	entries := map[string]bool{}
	for i, r := range m.Cases {
		switch {
		case r.File == "":
			bad("case %d names no file", i+1)
			continue
		case !filepath.IsLocal(filepath.FromSlash(r.File)):
			bad("%s does not lie in the corpus", r.File)
			continue
		case entries[r.File]:
			bad("%s stands twice", r.File)
			continue
		}
		entries[r.File] = true
		if r.Command == "" {
			bad("%s has no command; say what printed it", r.File)
		}
		sum, err := digest(filepath.Join(dir, filepath.FromSlash(r.File)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			bad("%s is not there", r.File)
		case err != nil:
			bad("%s: %w", r.File, err)
		case sum != r.SHA256:
			bad("%s has the SHA-256 %s; expected %s: record it again or restore it", r.File, sum, r.SHA256)
		}
	}
	for i := range cases {
		if !entries[cases[i].Name] {
			bad("%s has no entry", cases[i].Name)
		}
	}
	return errs
}

// add puts an entry in its place: one of the same file is replaced.
func (m *Manifest) add(r Recording) {
	at := sort.Search(len(m.Cases), func(i int) bool { return m.Cases[i].File >= r.File })
	if at < len(m.Cases) && m.Cases[at].File == r.File {
		m.Cases[at] = r
		return
	}
	m.Cases = append(m.Cases[:at:at], append([]Recording{r}, m.Cases[at:]...)...)
}

// save writes the manifest of the corpus in dir, sorted, with one entry a line, so
// that two people who add cases seldom touch the same line.
func (m Manifest) save(dir string) error {
	sort.SliceStable(m.Cases, func(i, j int) bool { return m.Cases[i].File < m.Cases[j].File })
	names := make([]string, 0, len(m.Tools))
	for name := range m.Tools {
		names = append(names, name)
	}
	sort.Strings(names)
	var b bytes.Buffer
	b.WriteString("{\n  \"tools\": {")
	for i, name := range names {
		fmt.Fprintf(&b, "%s\n    %s: %s", comma(i), line(name), line(m.Tools[name]))
	}
	b.WriteString("\n  },\n  \"cases\": [")
	for i, r := range m.Cases {
		fmt.Fprintf(&b, "%s\n    {\"file\": %s, \"command\": %s, \"exitStatus\": %d, \"sha256\": %s}", comma(i), line(r.File), line(r.Command), r.ExitStatus, line(r.SHA256))
	}
	b.WriteString("\n  ]\n}\n")
	path := filepath.Join(dir, ManifestName)
	if err := atomicfile.Write(path, func(w io.Writer) error { _, err := b.WriteTo(w); return err }); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return nil
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// line is a string as JSON, without the escapes that only HTML needs.
func line(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return string(bytes.TrimSpace(b.Bytes()))
}

func digest(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}
