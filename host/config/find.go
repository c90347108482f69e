package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"syscall"

	"github.com/riffle-dev/riffle/internal/openfile"
)

// FileName is the configuration file that is looked for upward from the working
// directory.
const FileName = ".riffle.yaml"

// Variable is the environment variable that names a configuration file.
const Variable = "RIFFLE_CONFIG"

// Search says where a configuration is looked for. All that reads one goes this way.
type Search struct {
	Named    string              // file that the caller names, such as --config
	PickedUp string              // file that another process found above its working directory
	Workdir  string              // absolute, or "" where it is not known, as in a folder that was removed
	Env      func(string) string // os.Getenv

	// Estimators are those that a file which is not trusted may choose: they cost
	// nothing but a little time.
	Estimators []string
}

// Found is the configuration file that holds, read and not yet parsed.
type Found struct {
	Path     string   // "" where there is none and the defaults hold
	PickedUp bool     // found above the working directory: it may be anyone's
	Trusted  bool     // by the user, as it is now
	Stream   bool     // a pipe: it was read, and cannot be read again
	Warnings []string // what was passed over, and why
	data     []byte
	changed  bool     // trusted once, and has other bytes now
	own      *Found   // the user's own file, which lies under a file that was picked up
	choice   []string // of Search.Estimators
}

// Find returns the file that holds: the named one, then $RIFFLE_CONFIG's, then the
// nearest .riffle.yaml from the working directory upward, laid over the one in the
// user's configuration folder. A named file must exist. A .riffle.yaml that is no
// regular file of a sensible size, or that other accounts may write, is passed over.
func (s Search) Find() (Found, error) {
	if s.Named != "" {
		return named(s.Named)
	}
	if s.PickedUp == "" && s.Env(Variable) != "" {
		return named(s.Env(Variable))
	}
	own, err := s.own()
	if err != nil {
		return Found{}, err
	}
	var warnings []string
	for _, path := range s.candidates() {
		data, err := openfile.ReadOwn(path, maxPickedUp)
		switch {
		case err == nil:
			f := Found{Path: path, PickedUp: true, Warnings: warnings, data: data, own: own, choice: s.Estimators}
			return f.vouch(s.Env), nil
		case !absent(err):
			warnings = append(warnings, fmt.Sprintf("config: %s is passed over: %s", printable(path), printable(err.Error())))
		}
	}
	if own == nil {
		own = &Found{}
	}
	own.Warnings = warnings
	return *own, nil
}

// named reads a file that the caller names, whoever's it is.
func named(path string) (Found, error) {
	data, stream, err := readNamed(path)
	if err != nil {
		return Found{}, err
	}
	return Found{Path: path, Stream: stream, data: data}, nil
}

// own reads the file in the user's configuration folder, nil where there is none.
func (s Search) own() (*Found, error) {
	folder := Folder(s.Env)
	if folder == "" {
		return nil, nil
	}
	path := filepath.Join(folder, "config.yaml")
	data, err := openfile.ReadOwn(path, maxFileBytes)
	switch {
	case err == nil:
		return &Found{Path: path, data: data}, nil
	case absent(err):
		return nil, nil
	}
	return nil, fmt.Errorf("config: the user's configuration: %w; expected a YAML file that only you may write: mend it or give another with --config", err)
}

// absent reports whether an error says that there is no file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// candidates lists the files to pick up, nearest first.
func (s Search) candidates() []string {
	if s.PickedUp != "" {
		return []string{s.PickedUp}
	}
	var out []string
	if filepath.IsAbs(s.Workdir) {
		for dir := filepath.Clean(s.Workdir); ; dir = filepath.Dir(dir) {
			out = append(out, filepath.Join(dir, FileName))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return out
}

// Own is the user's own file alone, without what was picked up over it.
func (f Found) Own() Found {
	switch {
	case !f.PickedUp:
		return f
	case f.own == nil:
		return Found{}
	}
	return *f.own
}

// Fingerprint writes whatever decides what Load returns.
func (f Found) Fingerprint(w io.Writer) {
	fmt.Fprintf(w, "%q %t %t %x\n", f.Path, f.PickedUp, f.Trusted, sha256.Sum256(f.data))
	if f.own != nil {
		f.own.Fingerprint(w)
	}
}

// SHA256 is the hash of the file's bytes, in hexadecimal.
func (f Found) SHA256() string {
	sum := sha256.Sum256(f.data)
	return hex.EncodeToString(sum[:])
}

// Folder is Riffle's folder for what its user configures, "" where none is known.
func Folder(env func(string) string) string { return userFolder(env, "XDG_CONFIG_HOME", ".config") }

// DataFolder is Riffle's folder for what its user installs, "" where none is known.
func DataFolder(env func(string) string) string {
	return userFolder(env, "XDG_DATA_HOME", filepath.Join(".local", "share"))
}

// userFolder is Riffle's folder under an XDG base directory. The specification
// says that a relative value is to be ignored.
func userFolder(env func(string) string, variable, underHome string) string {
	if base := env(variable); filepath.IsAbs(base) {
		return filepath.Join(base, "riffle")
	}
	if home := env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, underHome, "riffle")
	}
	return ""
}
