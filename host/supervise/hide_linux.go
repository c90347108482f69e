package supervise

import "golang.org/x/sys/unix"

// Hide closes the memory, the environment and the open files of this process to other
// processes of the same account, such as plugins that nothing confines: none may read
// them below /proc, nor trace the process. Programs that it starts are as they are
// otherwise. The process then writes no core file, and a debugger needs root.
//
// It concerns the whole process, so a library does not call it by itself: a program
// that does nothing but host plugins calls it first of all.
func Hide() error { return unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }
