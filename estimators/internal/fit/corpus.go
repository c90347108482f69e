package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

//go:embed sources.tsv
var sources string

// Sizes of the corpus in bytes. A type is parted into blocks; of every three blocks
// the last is kept for the test.
const (
	typeBytes  = 360 << 10
	blockBytes = 12 << 10
	chunkBytes = 1 << 10
)

// text is all of one type.
type text struct {
	name        string
	weight      float64
	train, test [][]byte // blocks
}

// collect prints the texts of this machine and of the generators. What a source
// prints is kept in the folder cache and read from there the next time.
func collect(cache string) ([]text, error) {
	var texts []text
	var vocabulary []byte
	for _, line := range strings.Split(sources, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.SplitN(line, "\t", 3)
		weight, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return nil, fmt.Errorf("fit: sources.tsv: weight of %s: %w", f[0], err)
		}
		file := filepath.Join(cache, f[0])
		out, err := os.ReadFile(file)
		if err != nil {
			// What a source lacks is no error: it gives less text.
			out, _ = exec.Command("sh", "-c", f[2]).Output()
			out = bytes.ToValidUTF8(out[:min(len(out), typeBytes)], nil)
			if err := os.WriteFile(file, out, 0o600); err != nil {
				return nil, fmt.Errorf("fit: %w", err)
			}
		}
		if strings.HasPrefix(f[0], "code-") || strings.HasPrefix(f[0], "prose") {
			vocabulary = append(vocabulary, out...)
		}
		texts = append(texts, part(f[0], weight, out))
	}
	return append(texts, generated(vocabulary)...), nil
}

var word = regexp.MustCompile(`\b[a-z][a-z]{2,13}\b`)

func generated(vocabulary []byte) []text {
	var words []string
	for i, w := range word.FindAll(vocabulary, -1) {
		if i%17 == 0 {
			words = append(words, string(w))
		}
	}
	var texts []text
	for _, make := range generators {
		h := fnv.New64a()
		h.Write([]byte(make.name))
		g := &generator{Rand: rand.New(rand.NewPCG(h.Sum64(), 1)), words: words}
		for g.out.Len() < typeBytes/2 {
			make.make(g)
		}
		texts = append(texts, part(make.name, make.weight, []byte(g.out.String())))
	}
	return texts
}

func part(name string, weight float64, b []byte) text {
	t := text{name: name, weight: weight}
	for i := 0; len(b) > 0; i++ {
		n := cutAt(b, blockBytes)
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
