package sdktest

import (
	"context"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/riffle-dev/riffle/sdk/serve"
)

// programKit is the table for the program of a plugin, whose kind it asks for. The
// error says that there is no such program.
func programKit(ctx context.Context, path, kind string, opts []Option) (*kit, error) {
	if err := runnable(path); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("sdktest: %w", err)
	}
	from := &programs{path: abs}
	k := newKit(serve.KindProcessor, from, opts)
	from.args, from.wanted = k.args, kind
	if k.err != nil {
		return nil, k.err
	}
	if s, err := from.open(ctx, asProgram); err == nil {
		k.about = s.(*process).about
	} else {
		from.broken = err
	}
	if kind == "" {
		kind = k.about.Kind
	}
	if kind != "" {
		k.kind = kind
	}
	return k, nil
}

// runnable says why a file is no program of this system, nil where it is.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sdktest: %s does not exist; expected the program of a plugin", path)
	case err != nil:
		return fmt.Errorf("sdktest: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("sdktest: %s is no file; expected the program of a plugin", path)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0:
		return fmt.Errorf("sdktest: %s may not be run: chmod +x it, or name the program that it is built into", path)
	}
	if is := builtFor(path); is != "" && is != runtime.GOOS+"/"+runtime.GOARCH {
		return fmt.Errorf("sdktest: %s is a program for %s; this system is %s/%s: build it with GOOS=%s GOARCH=%s",
			path, is, runtime.GOOS, runtime.GOARCH, runtime.GOOS, runtime.GOARCH)
	}
	return nil
}

// builtFor is the system that a program is for, in Go's words, "" where that is not
// known: a script, or a machine that Go has no word for here.
func builtFor(path string) string {
	arch := func(names map[string]string, machine string) string {
		if a, ok := names[machine]; ok {
			return a
		}
		return strings.ToLower(machine)
	}
	if f, err := elf.Open(path); err == nil {
		defer f.Close()
		system := "linux"
		if runtime.GOOS != "darwin" && runtime.GOOS != "windows" {
			system = runtime.GOOS // the format does not tell them apart for certain
		}
		return system + "/" + arch(map[string]string{
			"EM_X86_64": "amd64", "EM_AARCH64": "arm64", "EM_386": "386", "EM_ARM": "arm", "EM_RISCV": "riscv64", "EM_S390": "s390x",
			"EM_PPC64": runtime.GOARCH, "EM_MIPS": runtime.GOARCH, "EM_LOONGARCH": "loong64",
		}, f.Machine.String())
	}
	if f, err := macho.Open(path); err == nil {
		defer f.Close()
		return "darwin/" + arch(map[string]string{"CpuAmd64": "amd64", "CpuArm64": "arm64"}, f.Cpu.String())
	}
	if f, err := pe.Open(path); err == nil {
		defer f.Close()
		machine := map[uint16]string{pe.IMAGE_FILE_MACHINE_AMD64: "amd64", pe.IMAGE_FILE_MACHINE_ARM64: "arm64", pe.IMAGE_FILE_MACHINE_I386: "386"}[f.Machine]
		return "windows/" + machine
	}
	return ""
}

// programs starts processes of one program. Cases share one; after one that failed
// the next begins with another.
type programs struct {
	path   string
	args   []string
	wanted string // the kind that it must be, "" for any
	broken error  // why the first did not start
	shared *process
}

var _ source = (*programs)(nil)

func (*programs) modes() []mode { return []mode{asProgram} }

func (p *programs) open(ctx context.Context, _ mode) (subject, error) {
	if p.shared != nil && !p.shared.ended() {
		return p.shared, nil
	}
	p.renew()
	s, err := startProcess(ctx, p.path, p.args)
	if err != nil {
		return nil, err
	}
	if p.wanted != "" && s.about.Kind != p.wanted {
		s.end()
		return nil, fmt.Errorf("it says that it is the %s %q; expected %s", s.about.Kind, s.about.Name(), p.wanted)
	}
	p.shared = s
	return s, nil
}

func (p *programs) renew() {
	if p.shared != nil {
		p.shared.end()
		p.shared = nil
	}
}

func (p *programs) end() { p.renew() }
