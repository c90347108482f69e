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
	"github.com/riffle-dev/riffle/internal/openfile"
)

// SocketVariable is the environment variable that names the socket, where it is set.
const SocketVariable = "RIFFLE_SOCKET"

// place is where the server listens that answers for a configuration.
type place struct {
	socket   string
	config   string // absolute path of the configuration file, "" where the defaults hold
	pickedUp bool   // it was found above the working directory, and the server is to take it as that
}

// find says where to dial. A socket that is named is taken as it is; else its name
// holds a hash of whatever decides how results are shortened.
func find(o Options, env func(string) string) (place, error) {
	workdir, err := os.Getwd()
	if err != nil {
		workdir = ""
	}
	found, err := config.Search{Named: o.Config, PickedUp: o.PickedUp, Workdir: workdir, Env: env}.Find()
	if err != nil {
		return place{}, fmt.Errorf("dial: finding the configuration: %w", err)
	}
	if found.Stream {
		return place{}, fmt.Errorf("dial: the configuration %s is a pipe, which a server can't read again: name a file", found.Path)
	}
	p := place{socket: o.Socket, pickedUp: found.PickedUp}
	if found.Path != "" {
		if p.config, err = filepath.Abs(found.Path); err != nil {
			return place{}, fmt.Errorf("dial: the configuration %s: %w", found.Path, err)
		}
	}
	if p.socket == "" {
		p.socket = env(SocketVariable)
	}
	if p.socket == "" {
		if p.socket, err = p.hashed(o.program(), found, env); err != nil {
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

// hashed is the socket whose name changes with the program, the configuration and
// whether it is trusted, the user's plugins and the place of the originals: a server answers only for what
// it was started with, and an edited file or an upgraded program starts another.
func (p place) hashed(program string, found config.Found, env func(string) string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q\n", program, p.config, []string{env("XDG_STATE_HOME"), env("HOME")})
	if err := hashStat(h, program); err != nil {
		return "", err
	}
	found.Fingerprint(h)
	hashFile(h, registry.UserPlaces(env).Lock)
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

// maxHashed bounds what is read of the lock file: no larger one is used.
const maxHashed = 8 << 20

// hashFile adds what a file says, or why it can't be read: the server then says so too.
func hashFile(w io.Writer, path string) {
	if path == "" {
		return
	}
	data, err := openfile.Read(path, maxHashed)
	if err != nil {
		data = []byte(err.Error())
	}
	fmt.Fprintf(w, "%d\n%s", len(data), data)
}
