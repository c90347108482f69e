package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed sources.tsv
var sources string

// Sizes of the texts in bytes. A type is parted into blocks; of every three blocks
// the last is kept for the test.
const (
	typeBytes  = 360 << 10
	blockBytes = 20 << 10
	leastBlock = 2 << 10
	chunkBytes = 1 << 10
)

// text is all of one type.
type text struct {
	name        string
	weight      float64
	train, test [][]byte // blocks
}

// source is a line of sources.tsv.
type source struct {
	name    string
	weight  float64
	command string
}

func listed() ([]source, error) {
	var list []source
	for n, line := range strings.Split(sources, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, "\t", 3)
		if len(f) != 3 {
			return nil, fmt.Errorf("fit: sources.tsv:%d: expected type, weight and command, with tabs between", n+1)
		}
		weight, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return nil, fmt.Errorf("fit: sources.tsv:%d: weight of %s: %w", n+1, f[0], err)
		}
		list = append(list, source{f[0], weight, f[2]})
	}
	return list, nil
}

// collect fills dir with what the listed commands print, where it lacks that. What
// a command fails at is no error: it gives less text.
func collect(dir string) error {
	list, err := listed()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	for _, s := range list {
		file := filepath.Join(dir, s.name)
		if _, err := os.Stat(file); err == nil {
			continue
		}
		out, _ := exec.Command("sh", "-c", s.command).Output()
		out = bytes.ToValidUTF8(out[:min(len(out), typeBytes)], nil)
		if err := os.WriteFile(file, out, 0o600); err != nil {
			return fmt.Errorf("fit: %w", err)
		}
	}
	return nil
}

// read returns the types of dir and the generated ones, sorted by name.
func read(dir string) ([]text, error) {
	list, err := listed()
	if err != nil {
		return nil, err
	}
	weights := map[string]float64{}
	for _, s := range list {
		weights[s.name] = s.weight
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	var types []text
	var vocabulary []byte
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, fmt.Errorf("fit: %w", err)
		}
		b = bytes.ToValidUTF8(b[:min(len(b), typeBytes)], nil)
		if strings.HasPrefix(f.Name(), "code-") || strings.HasPrefix(f.Name(), "prose") {
			vocabulary = append(vocabulary, b...)
		}
		weight, ok := weights[f.Name()]
		if !ok {
			weight = 1
		}
		types = append(types, part(f.Name(), weight, b))
	}
	made, err := generated(vocabulary, typeBytes/2)
	return append(types, made...), err
}

// part parts a type into blocks, small types into smaller ones, so that each has
// some to test by.
func part(name string, weight float64, b []byte) text {
	t := text{name: name, weight: weight}
	size := max(leastBlock, min(blockBytes, len(b)/6))
	for i := 0; len(b) > 0; i++ {
		n := cutAt(b, size)
		if i%3 == 2 {
			t.test = append(t.test, b[:n])
		} else {
			t.train = append(t.train, b[:n])
		}
		b = b[n:]
	}
	return t
}

// cutAt is a place at or before n to part b: behind a line end if one is near, else
// between two characters.
func cutAt(b []byte, n int) int {
	if len(b) <= n {
		return len(b)
	}
	if i := bytes.LastIndexByte(b[n/2:n], '\n'); i >= 0 {
		return n/2 + i + 1
	}
	for n > 1 && b[n]&0xc0 == 0x80 {
		n--
	}
	return n
}

func chunks(block []byte, size int) (out [][]byte) {
	for len(block) > 0 {
		n := cutAt(block, size)
		out = append(out, block[:n])
		block = block[n:]
	}
	return out
}
