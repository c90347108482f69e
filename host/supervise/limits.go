package supervise

// The standard limits of a plugin's process.
const (
	// DefaultMemory is room for the largest content, 64 MiB, with all that a parser
	// makes of it: the bundled processors take up to 460 MB for one.
	DefaultMemory int64 = 2 << 30
	// DefaultOpenFiles is room for a runtime, its libraries and some data files.
	DefaultOpenFiles = 256
)

// Limits are what the process of a plugin may use at most. The system holds them,
// where it can: see the documentation of security. The zero value has the defaults;
// a negative value leaves a limit as the host has it. No process of a plugin writes
// a core file.
type Limits struct {
	MemoryBytes int64 // data: heap, stacks and other private writable memory, in bytes; default DefaultMemory
	OpenFiles   int   // open files, sockets and pipes at once; default DefaultOpenFiles
}

// withDefaults fills in what is not set.
func (l Limits) withDefaults() Limits {
	if l.MemoryBytes == 0 {
		l.MemoryBytes = DefaultMemory
	}
	if l.OpenFiles == 0 {
		l.OpenFiles = DefaultOpenFiles
	}
	return l
}
