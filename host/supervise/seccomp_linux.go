package supervise

import (
	"os/exec"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// filterArch is how the kernel names the processors that a filter is written for: those
// of 64 bits, lower byte first, whose calls for sockets are calls of their own.
var filterArch = map[string]uint32{
	"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64,
	"riscv64": unix.AUDIT_ARCH_RISCV64, "loong64": unix.AUDIT_ARCH_LOONGARCH64,
}

// filterWorks reports whether processes can be kept from system calls here.
func filterWorks() bool {
	if filterArch[runtime.GOARCH] == 0 {
		return false
	}
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return errno == 0
}

// refused are system calls that no confined process may make, and the error of each.
var refused = []struct {
	number uint32
	errno  unix.Errno
}{
	// A plugin is called, it calls nobody. Landlock lets a process connect to every
	// socket that has a path, such as that of an ssh agent or of Docker, up to version 8.
	{unix.SYS_CONNECT, unix.EACCES},
	{unix.SYS_IO_URING_SETUP, unix.ENOSYS},                                                            // it has a connect of its own
	{unix.SYS_SETSID, unix.EPERM},                                                                     // a process would leave the group that is ended
	{unix.SYS_ADD_KEY, unix.EPERM}, {unix.SYS_KEYCTL, unix.EPERM}, {unix.SYS_REQUEST_KEY, unix.EPERM}, // keys of the user's session
}

// Where a filter finds what a system call was given.
const (
	atNumber  = 0
	atArch    = 4
	firstArg  = 16
	argBytes  = 8
	upperHalf = 4
	x32Calls  = 0x40000000 // the numbers of amd64's other set of calls begin here
	kindMask  = 0xf        // of a socket, without its flags
)

func answer(errno unix.Errno) unix.SockFilter {
	return returns(unix.SECCOMP_RET_ERRNO | uint32(errno))
}

func returns(action uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: action}
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// unless skips the next instructions where the value is another than k.
func unless(k uint32, skip int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: k, Jf: uint8(skip)}
}

// filterOf is the filter of a confined process: no sockets but those of this machine
// that have a path, none of the refused calls, and no process group but the one that it
// is started in, so that all it ever starts ends with it.
//
// The process makes that group itself before it runs its program, under the filter
// already. The call takes two numbers of 32 bits and the kernel looks at no more of the
// registers, but the filter sees all 64: the one call that passes has the ticket there.
// Who guesses at it is killed by the first guess.
func filterOf(ticket uint32) []unix.SockFilter {
	f := []unix.SockFilter{
		load(atArch), {Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: filterArch[runtime.GOARCH], Jt: 1}, answer(unix.ENOSYS),
		load(atNumber),
	}
	if runtime.GOARCH == "amd64" {
		f = append(f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, K: x32Calls, Jf: 1}, answer(unix.ENOSYS))
	}
	for _, call := range refused {
		f = append(f, unless(call.number, 1), answer(call.errno))
	}
	const first, second = firstArg, firstArg + argBytes
	stream := []unix.SockFilter{ // a datagram names its receiver itself
		load(second), {Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: kindMask},
		unless(unix.SOCK_DGRAM, 1), answer(unix.EACCES),
		returns(unix.SECCOMP_RET_ALLOW),
	}
	f = append(f, unless(unix.SYS_SOCKET, 3+len(stream)), load(first), unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.AF_UNIX, Jt: 1}, answer(unix.EACCES))
	f = append(f, stream...)
	f = append(f, unless(unix.SYS_SOCKETPAIR, len(stream)))
	f = append(f, stream...)
	return append(f,
		unless(unix.SYS_SETPGID, 8),
		load(second+upperHalf),
		unless(ticket, 1), returns(unix.SECCOMP_RET_ALLOW),
		unless(0, 1), answer(unix.EPERM),
		unless(1<<32-1, 1), answer(unix.EPERM), // a negative number
		returns(unix.SECCOMP_RET_KILL_PROCESS),
		returns(unix.SECCOMP_RET_ALLOW),
	)
}

// present has cmd make its process group by a call that has the ticket.
func present(cmd *exec.Cmd, ticket uint32) {
	if a := cmd.SysProcAttr; a != nil && a.Setpgid {
		a.Pgid = int(uint64(ticket) << 32)
	}
}

// setFilter filters the system calls of this thread and of what it starts.
func setFilter(f []unix.SockFilter) error {
	program := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(f)
	if errno != 0 {
		return errno
	}
	return nil
}
