package registry

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io"
	"slices"
)

// program says for which systems and processors a file is a program.
type program struct {
	systems []string // values of GOOS; nil for any
	archs   []string // values of GOARCH; nil for any
	script  string   // its first line, for a file that an interpreter runs
}

// maxShebang bounds the first line of a script. Linux reads 255 bytes of it.
const maxShebang = 255

// readProgram reads the header of a program of size bytes. A file cut short is an
// error.
func readProgram(r io.ReaderAt, size int64) (p program, err error) {
	defer func() {
		// The readers of the standard library are not made for hostile files.
		if v := recover(); v != nil {
			p, err = program{}, fmt.Errorf("its header is damaged: %v", v)
		}
	}()
	head := make([]byte, min(size, maxShebang+2))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return program{}, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("#!")):
		line, _, _ := bytes.Cut(head[2:], []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] != '/' {
			return program{}, errors.New("its first line names no interpreter: write #!/absolute/path")
		}
		return program{script: string(line)}, nil
	case bytes.HasPrefix(head, []byte(elf.ELFMAG)):
		return readELF(r, size)
	case bytes.HasPrefix(head, []byte("MZ")):
		return readPE(r)
	case len(head) >= 4 && slices.ContainsFunc(machoMagics, func(m string) bool { return string(head[:4]) == m }):
		return readMachO(r)
	}
	return program{}, errors.New("it is no program: neither ELF, Mach-O nor PE, nor a script that begins with #!")
}

// elfArchs are the processors that Go builds ELF files for.
var elfArchs = map[elf.Machine][]string{
	elf.EM_386:       {"386"},
	elf.EM_X86_64:    {"amd64"},
	elf.EM_ARM:       {"arm"},
	elf.EM_AARCH64:   {"arm64"},
	elf.EM_LOONGARCH: {"loong64"},
	elf.EM_MIPS:      {"mips", "mipsle", "mips64", "mips64le"},
	elf.EM_PPC64:     {"ppc64", "ppc64le"},
	elf.EM_RISCV:     {"riscv64"},
	elf.EM_S390:      {"s390x"},
}

// elfSystems are the systems that run ELF files. The header seldom says which.
var elfSystems = []string{"android", "dragonfly", "freebsd", "illumos", "linux", "netbsd", "openbsd", "solaris"}

func readELF(r io.ReaderAt, size int64) (program, error) {
	f, err := elf.NewFile(r)
	if err != nil {
		return program{}, fmt.Errorf("its header is damaged: %w", err)
	}
	if f.Type != elf.ET_EXEC && f.Type != elf.ET_DYN {
		return program{}, fmt.Errorf("it is no program but an ELF file of type %s", f.Type)
	}
	for _, segment := range f.Progs {
		if segment.Off > uint64(size) || segment.Filesz > uint64(size)-segment.Off {
			return program{}, errors.New("it is cut short: its header speaks of more bytes than there are")
		}
	}
	archs := elfArchs[f.Machine]
	if archs == nil {
		archs = []string{f.Machine.String()}
	}
	return program{systems: elfSystems, archs: archs}, nil
}

func readPE(r io.ReaderAt) (program, error) {
	f, err := pe.NewFile(r)
	if err != nil {
		return program{}, fmt.Errorf("its header is damaged: %w", err)
	}
	archs := map[uint16]string{pe.IMAGE_FILE_MACHINE_AMD64: "amd64", pe.IMAGE_FILE_MACHINE_ARM64: "arm64", pe.IMAGE_FILE_MACHINE_I386: "386"}
	arch, ok := archs[f.Machine]
	if !ok {
		arch = fmt.Sprintf("machine 0x%x", f.Machine)
	}
	return program{systems: []string{"windows"}, archs: []string{arch}}, nil
}

// machoMagics begin Mach-O files, of one processor in either byte order, and of many.
var machoMagics = []string{"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"}

var machoArchs = map[macho.Cpu]string{macho.Cpu386: "386", macho.CpuAmd64: "amd64", macho.CpuArm: "arm", macho.CpuArm64: "arm64"}

func readMachO(r io.ReaderAt) (program, error) {
	p := program{systems: []string{"darwin", "ios"}}
	fat, err := macho.NewFatFile(r)
	if err == nil {
		for _, a := range fat.Arches {
			p.archs = append(p.archs, machoArchs[a.Cpu])
		}
		return p, nil
	}
	f, err := macho.NewFile(r)
	if err != nil {
		return program{}, fmt.Errorf("its header is damaged: %w", err)
	}
	arch := machoArchs[f.Cpu]
	if arch == "" {
		arch = f.Cpu.String()
	}
	p.archs = []string{arch}
	return p, nil
}

// fits refuses a program of another system or processor.
func (p program) fits(system, arch string) error {
	if p.systems != nil && !slices.Contains(p.systems, system) || p.archs != nil && !slices.Contains(p.archs, arch) {
		one := "another system"
		if len(p.systems) < 3 {
			one = p.systems[0]
		} else if slices.Contains(p.systems, system) {
			one = system
		}
		return fmt.Errorf("it is a program for %s/%s and this is %s/%s: build it with GOOS=%s GOARCH=%s, or get the file for this system",
			one, joinOr(p.archs), system, arch, system, arch)
	}
	return nil
}

func joinOr(names []string) string {
	if len(names) == 0 {
		return "any"
	}
	out := names[0]
	for _, n := range names[1:] {
		out += "|" + n
	}
	return out
}
