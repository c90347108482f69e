package supervise

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// seals are all that keep the bytes of a memory file as they are, themselves included.
const seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// copyOf copies a program into memory and seals it: from then on nobody can change it,
// neither by its name, of which it has none, nor by the open file of the host. Where
// the system has no such files, or none that may run, it is a file in dir that has lost
// its name.
func copyOf(file *os.File, dir string) (*os.File, func(), error) {
	none := func() {}
	copied, err := memoryFile()
	if err != nil {
		copied, err = nameless(file, dir)
		return copied, none, err
	}
	err = fill(copied, file)
	if err == nil {
		_, err = unix.FcntlInt(copied.Fd(), unix.F_ADD_SEALS, seals)
	}
	if err != nil {
		_ = copied.Close()
		return nil, none, fmt.Errorf("copying %s into memory: %w", file.Name(), err)
	}
	return copied, none, nil
}

// memoryFile makes an empty file that may be sealed and run. The setting
// vm.memfd_noexec=2 forbids that.
func memoryFile() (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("riffle-plugin", flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3 every such file could be run
		fd, err = unix.MemfdCreate("riffle-plugin", flags)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "riffle-plugin"), nil
}

// nameless copies a program into a file of a private folder that nobody can open by a
// name. It is returned open for reading alone: what is open for writing can't run.
func nameless(file *os.File, dir string) (*os.File, error) {
	out, err := os.CreateTemp(dir, "program-")
	if err != nil {
		return nil, err
	}
	defer out.Close()
	err = errors.Join(os.Remove(out.Name()), fill(out, file), out.Chmod(0o500))
	if err != nil {
		return nil, fmt.Errorf("copying %s: %w", file.Name(), err)
	}
	return os.Open(fmt.Sprintf("/proc/self/fd/%d", out.Fd()))
}
