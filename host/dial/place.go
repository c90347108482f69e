package dial

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
)

// SocketVariable is the environment variable that names the socket, where it is set.
const SocketVariable = "RIFFLE_SOCKET"

// place is where the server listens that answers for a configuration.
type place struct {
	socket string
	config string // absolute path of the configuration file, "" where the defaults hold
}

// find says where to dial. A socket that is named is taken as it is; else its name
// holds a hash of whatever decides how results are shortened.
func find(o Options, env func(string) string) (place, error) {
	workdir, err := os.Getwd()
	if err != nil {
		workdir = ""
	}
	path, found, err := config.Find(o.Config, workdir, env)
	if err != nil {
		return place{}, fmt.Errorf("dial: finding the configuration: %w", err)
	}
	p := place{socket: o.Socket}
	if found {
		if p.config, err = filepath.Abs(path); err != nil {
			return place{}, fmt.Errorf("dial: the configuration %s: %w", path, err)
		}
	}
	if p.socket == "" {
		p.socket = env(SocketVariable)
	}
	if p.socket == "" {
		if p.socket, err = p.hashed(o.program(), env); err != nil {
			return place{}, err
		}
	}
	p.socket, err = filepath.Abs(p.socket)
	return p, err
}

// Socket is where the server listens that answers for a configuration file, "" being
// the one that is found from the working directory.
func Socket(o Options) (string, error) {
	p, err := find(o, os.Getenv)
	return p.socket, err
}

// Folder is the default folder of sockets: XDG_RUNTIME_DIR, where it exists, is this
// user's alone and gone after the session; the fallback is named by the user and made
// 0700.
func Folder(env func(string) string) string {
	if dir := env("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return filepath.Join(dir, "riffle")
		}
	}
	return filepath.Join(os.TempDir(), "riffle-"+strconv.Itoa(os.Getuid()))
}

// hashed is the socket whose name changes with the program, the configuration file,
// the user's plugins and the place of the originals: a server answers only for what
// it was started with, and an edited file or an upgraded program starts another.
func (p place) hashed(program string, env func(string) string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q\n", program, p.config, []string{env("XDG_STATE_HOME"), env("HOME")})
	if err := hashStat(h, program); err != nil {
		return "", err
	}
	for _, path := range []string{p.config, registry.UserPlaces(env).Lock} {
		if err := hashFile(h, path); err != nil {
			return "", err
		}
	}
	return filepath.Join(Folder(env), "serve-"+hex.EncodeToString(h.Sum(nil))[:12]+".sock"), nil
}

// hashStat adds which program it is without reading it: that takes longer than a call.
func hashStat(w io.Writer, program string) error {
	info, err := os.Stat(program)
	if err != nil {
		return fmt.Errorf("dial: the program that serves: %w", err)
	}
	fmt.Fprintf(w, "%d %d\n", info.Size(), info.ModTime().UnixNano())
	return nil
}

// hashFile adds what a file says, nothing where there is none.
func hashFile(w io.Writer, path string) error {
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("dial: %w", err)
	}
	fmt.Fprintf(w, "%d\n", len(data))
	_, err = w.Write(data)
	return err
}
