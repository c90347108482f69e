package config

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/internal/atomicfile"
	"github.com/riffle-dev/riffle/internal/openfile"
)

// TrustedName is the file in the user's configuration folder that lists what was
// picked up and is trusted.
const TrustedName = "trusted.json"

const (
	trustSchema   = 1
	maxTrustBytes = 1 << 20
)

// Trusted is a file that the user trusts, as long as it has these bytes.
type Trusted struct {
	Path   string `json:"path"`   // absolute, its folder without links
	SHA256 string `json:"sha256"` // of its bytes
}

type trustFile struct {
	Schema int       `json:"schema"`
	Files  []Trusted `json:"files"`
}

// trustPath is where the list is, "" where no folder for it is known.
func trustPath(env func(string) string) string {
	if folder := Folder(env); folder != "" {
		return filepath.Join(folder, TrustedName)
	}
	return ""
}

// ReadTrusted lists the trusted files by path. A list that is damaged or that others
// may write is an error, and nothing is trusted.
func ReadTrusted(env func(string) string) ([]Trusted, error) {
	path := trustPath(env)
	if path == "" {
		return nil, nil
	}
	data, err := openfile.ReadOwn(path, maxTrustBytes)
	if absent(err) {
		return nil, nil
	}
	var list []Trusted
	if err == nil {
		// Whoever may write to its folder can put another list there.
		var folder os.FileInfo
		if folder, err = os.Stat(filepath.Dir(path)); err == nil {
			err = openfile.Own(filepath.Dir(path), folder)
		}
	}
	if err == nil {
		list, err = parseTrusted(data)
	}
	if err != nil {
		return nil, fmt.Errorf("config: the list of trusted files %s can't be used: %w; nothing is trusted: mend it, or remove it and trust the files again", printable(path), err)
	}
	return list, nil
}

// parseTrusted reads a list. It takes nothing but what encodeTrusted writes, white
// space aside.
func parseTrusted(data []byte) ([]Trusted, error) {
	var f trustFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	if f.Schema != trustSchema {
		return nil, fmt.Errorf("it has schema %d, and this riffle reads %d", f.Schema, trustSchema)
	}
	for i, t := range f.Files {
		sum, err := hex.DecodeString(t.SHA256)
		switch {
		case err != nil || len(sum) != 32 || strings.ToLower(t.SHA256) != t.SHA256:
			return nil, fmt.Errorf("its entry %d has the sha256 %.80q, which is none", i+1, t.SHA256)
		case !filepath.IsAbs(t.Path) || filepath.Clean(t.Path) != t.Path:
			return nil, fmt.Errorf("its entry %d has the path %.200q, which is not absolute and clean", i+1, t.Path)
		case i > 0 && f.Files[i-1].Path >= t.Path:
			return nil, fmt.Errorf("its entry %d stands twice or out of order", i+1)
		}
	}
	var given, expected bytes.Buffer
	if err := json.Compact(&given, data); err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	if err := json.Compact(&expected, encodeTrusted(f.Files)); err != nil || !bytes.Equal(given.Bytes(), expected.Bytes()) {
		return nil, errors.New("it is not in the form that riffle writes")
	}
	return f.Files, nil
}

func encodeTrusted(files []Trusted) []byte {
	if files == nil {
		files = []Trusted{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(trustFile{trustSchema, files}) // a struct of plain values can't fail
	return b.Bytes()
}

// trustKey is the path that a file is trusted by: a link to it elsewhere is another
// file, whose relative paths would lead elsewhere.
func trustKey(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if absent(err) {
		return abs, nil // its folder is gone, and its trust may still be taken away
	}
	return filepath.Join(dir, filepath.Base(abs)), err
}

// vouch says whether the user trusts the file as it is.
func (f Found) vouch(env func(string) string) Found {
	list, err := ReadTrusted(env)
	if err != nil {
		f.Warnings = append(f.Warnings, err.Error())
	}
	key, err := trustKey(f.Path)
	if err != nil {
		return f
	}
	for _, t := range list {
		if t.Path == key {
			f.Trusted = t.SHA256 == f.SHA256()
			f.changed = !f.Trusted
		}
	}
	return f
}

// Trust has the user trust a file as it is now. It must be one that would be picked
// up, and be without a fault.
func Trust(env func(string) string, path string) (Trusted, error) {
	key, err := trustKey(path)
	if err != nil {
		return Trusted{}, fmt.Errorf("config: %w", err)
	}
	if filepath.Base(key) != FileName {
		return Trusted{}, fmt.Errorf("config: %s is never picked up; expected a file named %s: one of another name holds where --config or %s names it", printable(key), FileName, Variable)
	}
	data, err := openfile.ReadOwn(key, maxPickedUp)
	if err != nil {
		return Trusted{}, fmt.Errorf("config: not trusted: %w", err)
	}
	if _, err := Parse(key, data); err != nil {
		return Trusted{}, err
	}
	t := Trusted{Path: key, SHA256: Found{data: data}.SHA256()}
	return t, changeTrusted(env, func(list []Trusted) []Trusted {
		return append(without(list, key), t)
	})
}

// Untrust takes the trust in a file away. It need not exist any more.
func Untrust(env func(string) string, path string) (Trusted, error) {
	key, err := trustKey(path)
	if err != nil {
		return Trusted{}, fmt.Errorf("config: %w", err)
	}
	found := false
	err = changeTrusted(env, func(list []Trusted) []Trusted {
		left := without(list, key)
		found = len(left) < len(list)
		return left
	})
	if err == nil && !found {
		err = fmt.Errorf("config: %s was not trusted; riffle config trust --list says which files are", printable(key))
	}
	return Trusted{Path: key}, err
}

func without(list []Trusted, path string) []Trusted {
	return slices.DeleteFunc(slices.Clone(list), func(t Trusted) bool { return t.Path == path })
}

func changeTrusted(env func(string) string, change func([]Trusted) []Trusted) error {
	path := trustPath(env)
	if path == "" {
		return errors.New("config: there is no place for the list of trusted files: neither XDG_CONFIG_HOME nor HOME is an absolute path")
	}
	list, err := ReadTrusted(env)
	if err != nil {
		return err
	}
	after := change(list)
	if slices.Equal(list, after) {
		return nil
	}
	slices.SortFunc(after, func(a, b Trusted) int { return strings.Compare(a.Path, b.Path) })
	text := encodeTrusted(after)
	if len(text) > maxTrustBytes {
		return fmt.Errorf("config: the list of trusted files would have %d bytes, at most %d are read: remove some first", len(text), maxTrustBytes)
	}
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		err = atomicfile.WriteMode(path, 0o600, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("config: the list of trusted files was not written: %w", err)
	}
	return nil
}
