// Package gather collects the licences of what the programs of ./cmd are linked with,
// from the module cache.
package gather

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those that programs are built for. What is linked differs a little.
var systems = []string{"linux", "darwin", "windows"}

const programs = "github.com/riffle-dev/riffle/cmd/..."

// pkg is what the go command says of a package.
type pkg struct {
	ImportPath, Dir, Name string
	Standard              bool
	Imports               []string
	ImportMap             map[string]string
	Module                *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// module is one that is linked.
type module struct {
	path, version string
	programs      []string          // that it is linked into, sorted
	texts         map[string][]byte // by the path inside the module
}

// Text is the whole file.
func Text(ctx context.Context) ([]byte, error) {
	all := map[string]*module{}
	var names []string
	for _, system := range systems {
		listed, err := list(ctx, system)
		if err != nil {
			return nil, err
		}
		for name, p := range listed {
			if p.Name != "main" || p.Module == nil || !p.Module.Main {
				continue
			}
			if !slices.Contains(names, path.Base(name)) {
				names = append(names, path.Base(name))
			}
			if err := add(all, path.Base(name), listed, name); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(names)
	modules := slices.Collect(func(yield func(*module) bool) {
		for _, m := range all {
			if !yield(m) {
				return
			}
		}
	})
	slices.SortFunc(modules, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return draw(modules, names)
}

// list asks for the packages that the programs are built from, by their names.
func list(ctx context.Context, system string) (map[string]*pkg, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-json=ImportPath,Dir,Name,Standard,Imports,ImportMap,Module", programs)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w\n%s", system, err, stderr.Bytes())
	}
	found := map[string]*pkg{}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list printed: %w", err)
		}
		found[p.ImportPath] = &p
	}
}

// add notes the modules of all packages that a program is linked with.
func add(all map[string]*module, program string, listed map[string]*pkg, root string) error {
	seen := map[string]bool{}
	next := []string{root}
	for len(next) > 0 {
		name := next[len(next)-1]
		next = next[:len(next)-1]
		p := listed[name]
		if p == nil || p.Standard || seen[name] {
			continue
		}
		seen[name] = true
		for _, i := range p.Imports {
			if mapped, ok := p.ImportMap[i]; ok {
				i = mapped
			}
			next = append(next, i)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		m := all[p.Module.Path]
		if m == nil {
			m = &module{path: p.Module.Path, version: p.Module.Version, texts: map[string][]byte{}}
			all[p.Module.Path] = m
		}
		if !slices.Contains(m.programs, program) {
			m.programs = append(m.programs, program)
			slices.Sort(m.programs)
		}
		if err := m.read(p.Module.Dir, p.Dir); err != nil {
			return err
		}
	}
	return nil
}

// licence is how files are named that say on what terms, and whose, a folder is.
var licence = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents|ofl|ftl)s?([-._].*)?$`)

// read reads the licences of a package: those of its folder and of all above it, up to
// the module's.
func (m *module) read(root, dir string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("the source of %s: %w", m.path, err)
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !licence.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			file := filepath.Join(dir, e.Name())
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			m.texts[filepath.ToSlash(name)] = text
		}
		if dir == root {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}
