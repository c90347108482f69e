//go:build unix

package supervise

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// watchedSecret stands in the environment of a host that a plugin spies on.
const watchedSecret = "sk-watched"

// reached is one thing that a plugin tries.
type reached struct {
	name string
	try  func() error
}

// reachEnv names the variable with what reach tries at: a folder of the user's, a TCP
// address, a UDP address and the number of the host, with blanks between.
const reachEnv = "RIFFLE_TEST_REACH"

// The ends of a try.
const (
	passed = "ok"
	denied = "denied"
)

// reach makes every try, and returns a line for each with its number and its end: what
// a plugin declines with is short.
func reach() string {
	var out []string
	for i, r := range tries() {
		end := passed
		if err := r.try(); errors.Is(err, fs.ErrPermission) {
			end = denied
		} else if err != nil {
			end = err.Error()
			end = end[max(0, len(end)-40):]
		}
		out = append(out, fmt.Sprint(i, " ", end))
	}
	return strings.Join(out, "\n")
}

// tries are what a plugin has no need of, and at the end what it must be able to do.
func tries() []reached {
	target := strings.Fields(os.Getenv(reachEnv))
	if len(target) < 4 {
		target = make([]string, 4) // for their names alone
	}
	dir, tcp, udp, host := target[0], target[1], target[2], target[3]
	number, _ := strconv.Atoi(host)
	dial := func(network, address string) func() error {
		return func() error {
			conn, err := net.DialTimeout(network, address, time.Second)
			if err == nil {
				_, err = conn.Write([]byte("x"))
			}
			return err
		}
	}
	read := func(path string) func() error {
		return func() error { _, err := os.ReadFile(path); return err }
	}
	child := func(attr *syscall.SysProcAttr) func() error {
		return func() error {
			c := exec.Command("/bin/true")
			c.SysProcAttr = attr
			return c.Run()
		}
	}
	return []reached{
		{"read a file of the user", read(filepath.Join(dir, "secret"))},
		{"list a folder of the user", func() error { _, err := os.ReadDir(dir); return err }},
		{"write a file of the user", func() error { return os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600) }},
		{"make a file of the user", func() error { return os.WriteFile(filepath.Join(dir, "new"), nil, 0o600) }},
		{"remove a file of the user", func() error { return os.Remove(filepath.Join(dir, "spare")) }},
		{"run a program of the user", func() error { return exec.Command(filepath.Join(dir, "run")).Run() }},
		{"make a record of processes", func() error { return os.WriteFile(filepath.Join("..", "pid-1-1"), nil, 0o600) }},
		{"read the host's environment", read("/proc/" + host + "/environ")},
		{"open the host's open files", func() error { _, err := os.Open("/proc/" + host + "/fd/0"); return err }},
		{"connect by TCP", dial("tcp", tcp)},
		{"send by UDP", dial("udp", udp)},
		{"listen by TCP", func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err }},
		{"connect to a socket of the user", dial("unix", filepath.Join(dir, "socket"))},
		{"connect to an abstract socket", dial("unix", "@riffle-test-"+host)},
		{"send to a socket of the user", dial("unixgram", filepath.Join(dir, "datagrams"))},
		{"signal the host", func() error { return syscall.Kill(number, 0) }},
		{"leave its session", child(&syscall.SysProcAttr{Setsid: true})},
		{"leave its group", child(&syscall.SysProcAttr{Setpgid: true})},
		{"write /etc", func() error { return os.WriteFile("/etc/riffle-test", nil, 0o600) }},

		{"start a process", child(nil)},
		{"read a program", read("/bin/true")},
		{"write a temporary file", func() error { _, err := os.CreateTemp("", ""); return err }},
		{"write its working folder", func() error { return os.WriteFile("own", nil, 0o600) }},
		{"read of itself", read("/proc/self/maps")},
		{"write to /dev/null", func() error { return os.WriteFile(os.DevNull, []byte("x"), 0) }},
	}
}

// runWatched is a host that says what a plugin that nothing confines finds of its
// environment, and whether its plugins run as they should.
func runWatched(path string, hide bool) {
	if hide {
		if err := Hide(); err != nil {
			fmt.Println(err)
		}
	}
	log := slog.New(slog.NewTextHandler(os.Stdout, nil))
	data, _ := os.ReadFile(path)
	for _, b := range []Binary{
		{Path: path, Args: []string{pluginArg, "environment-of-parent"}},
		{Path: path, Args: []string{pluginArg, "where"}, SHA256: sum(data), Sealed: true, Confined: true},
	} {
		p := Subprocess("test", b, Options{Log: log, CallBase: soon})
		fmt.Printf("%v\n", plan(p))
		_ = p.Close()
	}
	os.Exit(0)
}
