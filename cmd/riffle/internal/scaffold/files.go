package scaffold

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/riffle-dev/riffle/sdk/serve"
)

//go:embed templates
var templates embed.FS

// file is one file of the module, its name with slashes.
type file struct {
	name string
	data []byte
}

// layout is which template becomes which file; NAME stands for the plugin's.
var layout = map[string][][2]string{
	"common": {
		{"check.yml.tmpl", ".github/workflows/check.yml"},
		{"gitignore.tmpl", ".gitignore"},
		{"Makefile.tmpl", "Makefile"},
	},
	serve.KindProcessor: {
		{"README.md.tmpl", "README.md"},
		{"board.facts.json.tmpl", "corpus/NAME/board.facts.json"},
		{"board.txt", "corpus/NAME/board.txt"},
		{"fuzz_test.go.tmpl", "fuzz_test.go"},
		{"main.go.tmpl", "main.go"},
		{"main_test.go.tmpl", "main_test.go"},
		{"rank.go.tmpl", "rank.go"},
		{"rank_test.go.tmpl", "rank_test.go"},
		{"board.golden", "testdata/board.golden"},
	},
	serve.KindEstimator: {
		{"README.md.tmpl", "README.md"},
		{"count.go.tmpl", "count.go"},
		{"count_test.go.tmpl", "count_test.go"},
		{"fuzz_test.go.tmpl", "fuzz_test.go"},
		{"main.go.tmpl", "main.go"},
		{"main_test.go.tmpl", "main_test.go"},
		{"counts.golden", "testdata/counts.golden"},
		{"texts/code.txt", "testdata/texts/code.txt"},
		{"texts/columns.txt", "testdata/texts/columns.txt"},
		{"texts/data.txt", "testdata/texts/data.txt"},
		{"texts/log.txt", "testdata/texts/log.txt"},
		{"texts/prose.txt", "testdata/texts/prose.txt"},
		{"texts/scripts.txt", "testdata/texts/scripts.txt"},
	},
}

// files are all files of the module, by name.
func (s *Spec) files() ([]file, error) {
	mod, sum, err := s.goMod()
	if err != nil {
		return nil, err
	}
	out := []file{{"go.mod", mod}, {"go.sum", sum}}
	for _, group := range []string{"common", s.Kind} {
		for _, l := range layout[group] {
			data, err := s.fill("templates/" + group + "/" + l[0])
			if err != nil {
				return nil, err
			}
			out = append(out, file{strings.ReplaceAll(l[1], "NAME", s.Name), data})
		}
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// fill is a template with what the Spec says in it; others are taken as they are.
func (s *Spec) fill(path string) ([]byte, error) {
	data, err := templates.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".tmpl") {
		return data, err
	}
	t, err := template.New(path).Option("missingkey=error").Parse(string(data))
	if err != nil {
		return nil, err
	}
	method := "Process"
	if s.Kind == serve.KindEstimator {
		method = "CountTokens"
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{
		"Name": s.Name, "Program": s.program(), "Method": method, "Riffle": riffle,
		"Repository": strings.TrimPrefix(riffle, "github.com/"), "Replace": s.Riffle.Replace != "",
	})
	if err == nil && strings.HasSuffix(path, ".go.tmpl") {
		// Long names move comments.
		return format.Source(b.Bytes())
	}
	return b.Bytes(), err
}

// writeAll writes files into a folder that does not exist or is empty. Where it fails it
// removes what it wrote.
func writeAll(ctx context.Context, dir string, files []file) (err error) {
	entries, err := os.ReadDir(dir)
	switch {
	case err == nil && len(entries) > 0:
		return wrong("%s is not empty (it holds %s): name another folder by --dir", dir, entries[0].Name())
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("scaffold: %w", err)
	}
	var made []string
	defer func() {
		if err != nil {
			for _, path := range slices.Backward(made) {
				_ = os.Remove(path) // what somebody else put into a folder keeps it
			}
		}
	}()
	for _, f := range files {
		if ctx.Err() != nil {
			return fmt.Errorf("scaffold: interrupted: %w", ctx.Err())
		}
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		folders, err := makeFolders(filepath.Dir(path))
		made = append(made, folders...)
		if err != nil {
			return fmt.Errorf("scaffold: %w", err)
		}
		w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return fmt.Errorf("scaffold: %w", err)
		}
		made = append(made, path)
		_, err = w.Write(f.data)
		if err := errors.Join(err, w.Close()); err != nil {
			return fmt.Errorf("scaffold: %w", err)
		}
	}
	return nil
}

// makeFolders makes a folder and what is missing above it, and returns those that it made,
// the uppermost first.
func makeFolders(dir string) ([]string, error) {
	var made []string
	if _, err := os.Stat(dir); err == nil {
		return nil, nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		above, err := makeFolders(parent)
		made = above
		if err != nil {
			return made, err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return made, err
	}
	return append(made, dir), nil
}
