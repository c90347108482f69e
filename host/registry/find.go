package registry

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk/serve"
)

// managedRE is what follows the name of a plugin in the name of its managed program.
var managedRE = regexp.MustCompile(`^_v([0-9][0-9A-Za-z.+-]*)_p([0-9]+)_([a-z0-9]+)_([a-z0-9]+)(\.[a-z0-9]+)?$`)

// fileName is what the name of a program's file says of it. All but Kind and Name are
// "" where it does not say.
type fileName struct {
	key
	version, protocol, system, arch string
}

// parseFileName reads a name such as "riffle-processor-csv", with or without an
// ending, or the longer one of a managed program.
func parseFileName(base string) (fileName, bool) {
	for _, kind := range []string{serve.KindProcessor, serve.KindEstimator} {
		rest, ok := strings.CutPrefix(base, "riffle-"+kind+"-")
		if !ok {
			continue
		}
		name, more := rest, ""
		if i := strings.IndexAny(rest, "_."); i >= 0 {
			name, more = rest[:i], rest[i:]
		}
		if !validName(name) {
			return fileName{}, false
		}
		f := fileName{key: key{kind, name}}
		if m := managedRE.FindStringSubmatch(more); m != nil {
			f.version, f.protocol, f.system, f.arch = m[1], m[2], m[3], m[4]
		}
		return f, true
	}
	return fileName{}, false
}

// agrees refuses a program that is not what its file's name says.
func (f fileName) agrees(p *Pin) error {
	for _, v := range []struct{ what, named, is string }{
		{"kind", f.kind, p.Kind}, {"name", f.name, p.Name}, {"version", f.version, p.Version},
		{"protocol", f.protocol, fmt.Sprint(p.Protocol)}, {"system", f.system, p.OS}, {"processor type", f.arch, p.Arch},
	} {
		if v.named != "" && v.named != v.is {
			return fmt.Errorf("registry: the file's name says that its %s is %s, the program says %s: rename the file, or get the right one", v.what, v.named, v.is)
		}
	}
	return nil
}

// endingRE is an ending that an interpreter may need.
var endingRE = regexp.MustCompile(`^\.[a-z0-9]{1,5}$`)

// managedName is the name of p's managed program.
func managedName(p *Pin) string {
	return fmt.Sprintf("riffle-%s-%s_v%s_p%d_%s_%s", p.Kind, p.Name, p.Version, p.Protocol, p.OS, p.Arch)
}

// managed reports whether p's program lies where add puts it.
func (o Places) managed(p *Pin) bool {
	rest, ok := strings.CutPrefix(p.Path, filepath.Join(o.Managed, p.Name, managedName(p)))
	return o.Managed != "" && ok && (rest == "" || endingRE.MatchString(rest))
}

// programs finds programs of plugins in a folder by their names, without an ending
// but that of Windows.
func programs(dir string) map[key]string {
	out := map[key]string{}
	entries, err := os.ReadDir(dir)
	if dir == "" || err != nil {
		return out
	}
	for _, e := range entries {
		base := e.Name()
		if runtime.GOOS == "windows" {
			base = strings.TrimSuffix(base, ".exe")
		}
		f, ok := parseFileName(base)
		if ok && !e.IsDir() && base == "riffle-"+f.kind+"-"+f.name {
			out[f.key] = filepath.Join(dir, e.Name())
		}
	}
	return out
}

// stray lists the programs in the managed folder that no pin names.
func (o Places) stray(l Lock) []Entry {
	pinned := map[string]bool{}
	for _, p := range l.Plugins {
		pinned[p.Path] = true
	}
	var out []Entry
	folders, err := os.ReadDir(o.Managed)
	if o.Managed == "" || err != nil {
		return nil
	}
	for _, folder := range folders {
		files, _ := os.ReadDir(filepath.Join(o.Managed, folder.Name()))
		for _, file := range files {
			path := filepath.Join(o.Managed, folder.Name(), file.Name())
			if f, ok := parseFileName(file.Name()); ok && !file.IsDir() && !pinned[path] {
				out = append(out, foundEntry(f, path))
			}
		}
	}
	return out
}

// foundEntry is a program that is never run.
func foundEntry(f fileName, path string) Entry {
	return Entry{Kind: f.kind, Name: f.name, Version: f.version, Transport: "none", Source: SourceFound, Path: path, Confinement: "none: it is never run",
		State: StateUntrusted, Reason: fmt.Sprintf("it was not added: if you trust it, run riffle plugin add %q", path)}
}

// inside reports whether a path lies in a folder or below it.
func inside(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// sortedSet copies names in order, without repeats.
func sortedSet(names []string) []string {
	out := slices.Compact(slices.Sorted(slices.Values(names)))
	if len(out) == 0 {
		return nil
	}
	return out
}
