package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// FileName is the configuration file that is looked for upward from the working
// directory.
const FileName = ".riffle.yaml"

// Find returns the configuration file to load: the flag's, then
// $RIFFLE_CONFIG's, then the nearest .riffle.yaml from workdir upward, then the
// one in the user's configuration folder. A file that the flag or the variable
// names is returned whether it exists or not. found is false where there is
// none and the defaults hold.
func Find(flag, workdir string, env func(string) string) (path string, found bool, err error) {
	for _, named := range []string{flag, env("RIFFLE_CONFIG")} {
		if named != "" {
			return named, true, nil
		}
	}
	for _, candidate := range candidates(workdir, env) {
		if ok, err := exists(candidate); ok || err != nil {
			return candidate, ok, err
		}
	}
	return "", false, nil
}

// candidates lists the files to look for, nearest first. workdir is absolute,
// or "" where it is not known, as in a folder that was removed.
func candidates(workdir string, env func(string) string) []string {
	var out []string
	if filepath.IsAbs(workdir) {
		for dir := filepath.Clean(workdir); ; dir = filepath.Dir(dir) {
			out = append(out, filepath.Join(dir, FileName))
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if folder := Folder(env); folder != "" {
		out = append(out, filepath.Join(folder, "config.yaml"))
	}
	return out
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

// exists reports whether there is something at path. A folder that may not be
// searched counts as an error: its file might hold what the user wants.
func exists(path string) (bool, error) {
	switch _, err := os.Stat(path); {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return false, nil
	default:
		return false, fmt.Errorf("config: %w; expected a readable folder: give the file with --config", err)
	}
}
