package supervise

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Versions of Landlock that brought something that users are told of.
const (
	landlockNetwork = 4 // TCP
	landlockSignals = 6 // signals to others, abstract sockets
)

// landlockVersion is that of the kernel, 0 without.
func landlockVersion() int {
	version, err := llsyscall.LandlockGetABIVersion()
	if err != nil || version < 0 {
		return 0
	}
	return version
}

// confinement is what enter sets up on this system, in the words of Confinement.
func confinement() []string {
	var out []string
	version, filter := landlockVersion(), filterWorks()
	if version > 0 {
		out = append(out, fmt.Sprintf("Landlock %d", version))
	} else {
		out = append(out, "none of its files: the kernel has no Landlock")
	}
	switch {
	case filter:
		out = append(out, "no network", "no processes that outlive it")
	case version >= landlockNetwork:
		out = append(out, "no TCP")
	}
	if version >= landlockSignals {
		out = append(out, "no signals to others")
	}
	if version == 0 && !filter {
		return []string{"none: the kernel has neither Landlock nor filters of system calls"}
	}
	return out
}

// ruleset builds the rules of a sandbox for the kernel that runs, -1 where it has no
// Landlock. The caller closes it.
func (b *sandbox) ruleset() (fd int, flags uint32, err error) {
	rules := []landlock.Rule{
		landlock.RWDirs(b.write...),
		landlock.PathAccess(llsyscall.AccessFSReadFile|llsyscall.AccessFSWriteFile, nullDevice),
	}
	// No rule can name a file in memory, and none is needed for one.
	if have, err := unix.FcntlInt(b.program.Fd(), unix.F_GET_SEALS, 0); err != nil || have != seals {
		rules = append(rules, landlock.ROFiles(fmt.Sprintf("/proc/self/fd/%d", b.program.Fd())))
	}
	for _, path := range b.read {
		info, err := os.Stat(path)
		switch {
		case err != nil: // it went away meanwhile
		case info.IsDir():
			rules = append(rules, landlock.RODirs(path).IgnoreIfMissing())
		default:
			rules = append(rules, landlock.ROFiles(path).IgnoreIfMissing())
		}
	}
	return landlock.V11.BestEffort().NewRulesetFD(rules...)
}

// enter confines the thread that runs it, for good, and with it the process that cmd
// starts from it. The process can't get out: what a thread may do its children may at
// most.
func (b *sandbox) enter(cmd *exec.Cmd, rules int, flags uint32) error {
	dropCapabilities()
	if rules >= 0 {
		if err := llsyscall.LandlockRestrictSelf(rules, flags); err != nil {
			return fmt.Errorf("landlock_restrict_self: %w", err)
		}
	}
	if filterWorks() {
		ticket := 1 + rand.Uint32N(1<<31-1)
		if err := setFilter(filterOf(ticket)); err != nil {
			return fmt.Errorf("seccomp: %w", err)
		}
		present(cmd, ticket)
	}
	return nil
}

// dropCapabilities takes from the thread what the programs that it starts could have of
// the powers of root. Without root there are none to take.
func dropCapabilities() {
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	for capability := uintptr(0); capability <= unix.CAP_LAST_CAP; capability++ {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&header, &data[0]) == nil {
		data[0].Inheritable, data[1].Inheritable = 0, 0
		_ = unix.Capset(&header, &data[0])
	}
}
