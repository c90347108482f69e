package sdk_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file of the exported API")

// authors are the packages that a plugin's logic imports: they promise to need the
// standard library only.
var authors = []string{".", "lines", "rank", "tokens"}

const module = "github.com/riffle-dev/riffle/sdk"

func parse(t *testing.T, dir string) (*token.FileSet, []*ast.File) {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v, %d files", dir, err, len(names))
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return set, files
}

func TestAuthorsPackagesImportTheStandardLibraryOnly(t *testing.T) {
	for _, dir := range authors {
		_, files := parse(t, dir)
		for _, f := range files {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				first, _, _ := strings.Cut(path, "/")
				if strings.Contains(first, ".") && !strings.HasPrefix(path, module+"/") {
					t.Errorf("%s imports %s", dir, path)
				}
			}
		}
	}
}

// TestTheExportedAPIIsWhatTheGoldenFileSays fails when a name that plugin authors
// may use changes. Where the change is meant, run the test with -update and say in
// the commit why.
func TestTheExportedAPIIsWhatTheGoldenFileSays(t *testing.T) {
	var b bytes.Buffer
	for _, dir := range append(append([]string(nil), authors...), "sdktest", "serve") {
		set, files := parse(t, dir)
		p, err := doc.NewFromFiles(set, files, module+"/"+dir)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "package %s\n\n", p.Name)
		show := func(decl ast.Decl) {
			if f, ok := decl.(*ast.FuncDecl); ok {
				f.Body = nil
			}
			var one bytes.Buffer
			if err := printer.Fprint(&one, set, stripped(decl)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s\n\n", one.String())
		}
		values := func(all []*doc.Value) {
			for _, v := range all {
				show(v.Decl)
			}
		}
		funcs := func(all []*doc.Func) {
			for _, f := range all {
				show(f.Decl)
			}
		}
		values(p.Consts)
		values(p.Vars)
		funcs(p.Funcs)
		for _, typ := range p.Types {
			show(typ.Decl)
			values(typ.Consts)
			values(typ.Vars)
			funcs(typ.Funcs)
			funcs(typ.Methods)
		}
	}
	golden := filepath.Join("testdata", "api.txt")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, b.Bytes()) {
		t.Errorf("the exported API differs from %s; where that is meant, run this test with -update. Now it is:\n%s", golden, b.String())
	}
}

// stripped is a declaration without its comments.
func stripped(decl ast.Decl) ast.Decl {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			n.Doc = nil
		case *ast.FuncDecl:
			n.Doc = nil
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		}
		return true
	})
	return decl
}
