package supervise

import (
	"os"
	"os/user"
	"path/filepath"
	"strings"
)

// sandbox is what a confined process may reach of the file system. What it may do
// besides is the same for all of them.
type sandbox struct {
	program *os.File // what it runs, open: the file itself, whatever its folder is
	read    []string // files and folders that it may read, list and execute
	write   []string // folders that it may also change
}

// systemPaths are what programs and their interpreters are installed to, and what the
// system tells every program. None of them is anyone's home or holds results. Those
// that are missing are left out.
var systemPaths = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt",
	"/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew",
	// What loaders and C libraries read. The rest of /etc holds keys, where the host is
	// root or somebody was careless.
	"/etc/alternatives", "/etc/group", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/locale.alias",
	"/etc/localtime", "/etc/mime.types", "/etc/nsswitch.conf", "/etc/passwd", "/etc/pki/tls/openssl.cnf", "/etc/ssl/openssl.cnf", "/etc/timezone",
	// Runtimes size themselves by these. Of another process /proc shows what every
	// account sees of it; its memory, environment and files are closed to a process in a
	// domain of Landlock.
	"/proc", "/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage",
	"/dev/random", "/dev/urandom", "/dev/zero",
}

// systemGlobs are further ones that have a version in their names.
var systemGlobs = []string{"/etc/python3*"}

// nullDevice may also be written to.
const nullDevice = "/dev/null"

// sandboxFor is the sandbox of a program: the system, what its interpreter was installed
// to, its own folder where it runs there, and the folders that are made for it.
func (l *subprocess) sandboxFor(program *os.File, interpreter string, private ...string) *sandbox {
	box := &sandbox{program: program, write: private}
	home := homeFolder()
	for _, path := range systemPaths {
		if path == "/opt" && holds(path, home) {
			continue // an account of a service
		}
		if _, err := os.Stat(path); err == nil {
			box.read = append(box.read, path)
		}
	}
	for _, glob := range systemGlobs {
		found, _ := filepath.Glob(glob)
		box.read = append(box.read, found...)
	}
	if interpreter != "" {
		box.read = append(box.read, installation(interpreter, home)...)
	}
	if !l.binary.Sealed {
		box.read = append(box.read, filepath.Dir(l.binary.Path))
	}
	return box
}

// homeFolder is that of the user, links resolved, "" where it is not known.
func homeFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		if account, err := user.Current(); err == nil {
			home = account.HomeDir
		}
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	return home
}

// replaced sets a variable of an environment.
func replaced(env []string, name, value string) []string {
	out := make([]string, 0, len(env)+1)
	for _, entry := range env {
		if !strings.HasPrefix(entry, name+"=") {
			out = append(out, entry)
		}
	}
	return append(out, name+"="+value)
}

// Confinement says what keeps a confined process of this system from the rest of it.
// The text begins with "none" where nothing does.
func Confinement() string { return strings.Join(confinement(), ", ") }
