package registry

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elfFile is the smallest program for a machine: a header and one segment of size
// bytes, of which have are there.
func elfFile(t *testing.T, machine elf.Machine, kind elf.Type, size uint64, have int) []byte {
	var b bytes.Buffer
	h := elf.Header64{Type: uint16(kind), Machine: uint16(machine), Version: 1, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: 1, Shentsize: 64}
	copy(h.Ident[:], elf.ELFMAG)
	h.Ident[elf.EI_CLASS], h.Ident[elf.EI_DATA], h.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), 1
	require.NoError(t, binary.Write(&b, binary.LittleEndian, h))
	require.NoError(t, binary.Write(&b, binary.LittleEndian, elf.Prog64{Type: uint32(elf.PT_LOAD), Off: 120, Filesz: size, Memsz: size}))
	return append(b.Bytes(), make([]byte, have)...)
}

func TestProgramsOfOtherSystems(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		says string
	}{
		{"the right one", elfFile(t, elf.EM_X86_64, elf.ET_EXEC, 8, 8), ""},
		{"one that moves", elfFile(t, elf.EM_X86_64, elf.ET_DYN, 8, 8), ""},
		{"a script", []byte("#!/usr/bin/env node\n"), ""},
		{"another processor", elfFile(t, elf.EM_AARCH64, elf.ET_EXEC, 8, 8), "it is a program for linux/arm64 and this is linux/amd64: build it with GOOS=linux GOARCH=amd64"},
		{"a processor that Go does not know", elfFile(t, elf.EM_68K, elf.ET_EXEC, 8, 8), "EM_68K"},
		{"an object file", elfFile(t, elf.EM_X86_64, elf.ET_REL, 8, 8), "no program but an ELF file of type ET_REL"},
		{"one cut short", elfFile(t, elf.EM_X86_64, elf.ET_EXEC, 4096, 8), "it is cut short"},
		{"one whose segment ends beyond all numbers", elfFile(t, elf.EM_X86_64, elf.ET_EXEC, 1<<63, 8), ""},
		{"a header alone", elfFile(t, elf.EM_X86_64, elf.ET_EXEC, 8, 8)[:30], "its header is damaged"},
		{"a page", []byte("<html>"), "it is no program"},
		{"nothing", nil, "it is no program"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := readProgram(bytes.NewReader(test.data), int64(len(test.data)))
			if err == nil {
				err = p.fits("linux", "amd64")
			}
			switch {
			case test.says != "":
				assert.ErrorContains(t, err, test.says)
			case test.name == "one whose segment ends beyond all numbers":
				assert.Error(t, err)
			default:
				assert.NoError(t, err)
			}
		})
	}
}

func TestThisProgramFits(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	file, err := os.Open(self)
	require.NoError(t, err)
	defer file.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	p, err := readProgram(file, info.Size())
	require.NoError(t, err)
	assert.NoError(t, p.fits(runtime.GOOS, runtime.GOARCH))
	assert.Error(t, p.fits("plan9", "mips"))
}

// FuzzReadProgram checks that no file makes the reader panic.
func FuzzReadProgram(f *testing.F) {
	for _, seed := range []string{"", "#!", "#!/bin/sh\n", "\x7fELF", "MZ", "\xca\xfe\xba\xbe\x00\x00\x00\x02", "\xcf\xfa\xed\xfe"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := readProgram(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			_ = p.fits("linux", "amd64")
		}
	})
}
