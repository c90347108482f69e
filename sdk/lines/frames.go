package lines

import "bytes"

// sourceSuffixes are endings of source files in stack traces.
var sourceSuffixes = [...]string{".go", ".py", ".js", ".ts", ".rs", ".java", ".rb", ".php", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp",
	".mjs", ".cjs", ".jsx", ".tsx", ".kt", ".scala", ".cs", ".fs", ".swift", ".ex", ".exs", ".erl", ".lua", ".pl", ".pm", ".t", ".vue", ".dart"}

// frame reports whether a trimmed line is a stack frame and whether the frame is
// one of a library.
func frame(t []byte) (is, library bool) {
	if !isFrame(t) {
		return false, false
	}
	return true, libraryFrame(t)
}

func isFrame(t []byte) bool {
	switch c := t[0]; {
	case c == 'a':
		return len(t) > 4 && t[1] == 't' && (t[2] == ' ' || t[2] == '\t') && atFrame(bytes.TrimLeft(t[3:], " \t"))
	case c == 'b':
		return bytes.HasPrefix(t, []byte("by 0x")) && bytes.Contains(t, []byte(": "))
	case c == 'F':
		return bytes.HasPrefix(t, []byte(`File "`)) && bytes.Contains(t[6:], []byte(`", line `))
	case c == '#':
		return hashFrame(t)
	case c == '-':
		return bytes.HasPrefix(t, []byte("--> ")) && place(t[4:])
	case c == '.':
		return bytes.HasPrefix(t, []byte("... ")) && bytes.HasSuffix(t, []byte(" more"))
	case c == 'f':
		if bytes.HasPrefix(t, []byte("from ")) && place(t[5:]) {
			return true
		}
	case digit(c):
		if numberedFrame(t) {
			return true
		}
	}
	return placeFrame(t)
}

// atFrame reads what follows "at ": Java, JavaScript, C#, Rust.
func atFrame(t []byte) bool {
	if len(t) == 0 {
		return false
	}
	if bytes.HasPrefix(t, []byte("0x")) {
		return bytes.Contains(t, []byte(": ")) // valgrind: "0x4841888: malloc (in …)"
	}
	if bytes.HasPrefix(t, []byte("async ")) || bytes.HasPrefix(t, []byte("new ")) {
		t = t[bytes.IndexByte(t, ' ')+1:]
	}
	if i := bytes.IndexByte(t, '('); i > 0 {
		name := bytes.TrimRight(t[:i], " ")
		// one word, qualified or with a generic part: prose has more
		return bytes.Count(name, []byte{' '}) <= 2 && (bytes.IndexByte(name, '.') >= 0 || bytes.IndexByte(t[i:], ':') >= 0 || bytes.IndexByte(name, ' ') < 0)
	}
	return place(t)
}

// hashFrame reads "#0 /a/b.php(12): f()", "#1 0x7f in main ()", "#2 {main}", but not
// the numbered steps of a container build.
func hashFrame(t []byte) bool {
	i := 1
	for i < len(t) && digit(t[i]) {
		i++
	}
	if i == 1 || i == len(t) || t[i] != ' ' {
		return false
	}
	rest := bytes.TrimLeft(t[i:], " ")
	if len(rest) == 0 || digit(rest[0]) && !bytes.HasPrefix(rest, []byte("0x")) {
		return false
	}
	if bytes.HasPrefix(rest, []byte("0x")) || bytes.HasPrefix(rest, []byte("{main}")) || bytes.HasPrefix(rest, []byte("[internal")) {
		return true
	}
	j := bytes.IndexByte(rest, '(')
	return rest[0] != '[' && j > 0 && bytes.IndexByte(rest[:j], ' ') < 0 || place(rest)
}

// numberedFrame reads Rust's "12: core::panicking::panic" and "3: 0x55d".
func numberedFrame(t []byte) bool {
	i := 0
	for i < len(t) && digit(t[i]) {
		i++
	}
	if i > 3 || i+2 >= len(t) || t[i] != ':' || t[i+1] != ' ' {
		return false
	}
	rest := bytes.TrimLeft(t[i+1:], " ")
	if bytes.HasPrefix(rest, []byte("0x")) {
		return true
	}
	return bytes.Contains(rest, []byte("::")) && bytes.IndexByte(rest, ' ') < 0
}

// place reports whether t begins with a path or name and ":line".
func place(t []byte) bool {
	end := bytes.IndexByte(t, ' ')
	if end < 0 {
		end = len(t)
	}
	w := t[:end]
	for len(w) > 0 && (w[len(w)-1] == ')' || w[len(w)-1] == ':' || w[len(w)-1] == ',') {
		w = w[:len(w)-1]
	}
	for i := 2; i+1 < len(w); i++ {
		if w[i] == ':' && digit(w[i+1]) {
			return true
		}
	}
	return false
}

// placeFrame reads "/a/b.go:12 +0x1d", "a/b.rb:3:in 'f'" and "a/b.py:7" alone. A
// place with a message behind it is a diagnostic, not a frame.
func placeFrame(t []byte) bool {
	end := 0
	for end < len(t) && t[end] != ':' && t[end] != ' ' && t[end] != '\t' {
		end++
	}
	if end+1 < len(t) && end == 1 && t[end] == ':' && (t[2] == '\\' || t[2] == '/') { // a drive letter
		for end++; end < len(t) && t[end] != ':' && t[end] != ' '; end++ {
		}
	}
	if end == 0 || end+1 >= len(t) || t[end] != ':' || !digit(t[end+1]) || !source(t[:end]) {
		return false
	}
	i := end + 1
	for i < len(t) && (digit(t[i]) || t[i] == ':' && i+1 < len(t) && digit(t[i+1])) {
		i++
	}
	rest := t[i:]
	return len(rest) == 0 || bytes.HasPrefix(rest, []byte(" +0x")) || bytes.HasPrefix(rest, []byte(":in ")) ||
		bytes.HasPrefix(rest, []byte(" in ")) || len(rest) == 1 && rest[0] == ':'
}

func source(path []byte) bool {
	for _, s := range sourceSuffixes {
		if n := len(path) - len(s); n > 0 && string(path[n:]) == s {
			return true
		}
	}
	return false
}

// libraries are pieces of frames in runtimes, test runners and installed packages.
var libraries = [...]string{"node_modules", "site-packages", "dist-packages", "/usr/lib", "/usr/local/go", "/vendor/", ".cargo/registry",
	"node:", "internal/", "/go/pkg/mod/", "/src/runtime/", "/src/testing/", "/src/net/", "reflect.", "/src/sync/", "/src/reflect/", "/rustc/",
	"/lib/python", "_pytest/", "unittest/", "/gems/", "/lib/ruby/", "<frozen", "/nose/", "(<anonymous>)", "native code", "[internal", "{main}",
	"std::", "core::", "alloc::", "tokio::", "/usr/src/", "GLIBC", "libc.so", "libpthread", "(vg_", "/usr/share/php"}

// libraryPackages are first parts of qualified names in frames.
var libraryPackages = [...]string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "scala.", "groovy.", "akka.", "org.junit.",
	"org.gradle.", "org.springframework.", "org.apache.", "org.mockito.", "org.testng.", "org.eclipse.", "org.hibernate.", "org.codehaus.",
	"io.netty.", "io.reactivex.", "reactor.", "jakarta.", "com.zaxxer.", "ch.qos.", "org.slf4j.", "com.google.", "com.fasterxml.", "android.",
	"androidx.", "System.", "Microsoft.", "(wrapper", "Module.", "Object.<anonymous>", "processTicksAndRejections", "java.base/", "java.rmi/",
	"mscorlib", "NUnit.", "Xunit.", "org.scalatest.", "sbt.", "clojure.", "org.jetbrains.", "okhttp3.", "retrofit2.", "junit.", "org.assertj.", "org.hamcrest."}

func libraryFrame(t []byte) bool {
	for _, l := range libraries {
		if bytes.Contains(t, []byte(l)) {
			return l != "(<anonymous>)" || !bytes.Contains(t, []byte("Object.<anonymous>"))
		}
	}
	name := t
	if t[0] == 'a' {
		name = bytes.TrimLeft(t[min(3, len(t)):], " \t")
	} else if t[0] == '#' {
		if i := bytes.IndexByte(t, ' '); i > 0 {
			name = bytes.TrimLeft(t[i:], " ")
		}
	} else if t[0] == '.' {
		return true
	} else if goLibrary(t) {
		return true
	}
	name = bytes.TrimPrefix(bytes.TrimPrefix(name, []byte("async ")), []byte("app//"))
	for _, p := range libraryPackages {
		if len(name) >= len(p) && string(name[:len(p)]) == p {
			return p != "Object.<anonymous>" && p != "Module."
		}
	}
	return false
}

// goPackages are first parts of the paths of Go's library, as they stand in traces
// of binaries that were built without the paths of their machine.
var goPackages = [...]string{"runtime/", "sync/", "testing/", "net/", "os/", "internal/", "reflect/", "syscall/", "bufio/", "io/", "time/", "context/", "encoding/", "database/sql/"}

func goLibrary(t []byte) bool {
	for _, p := range goPackages {
		if len(t) > len(p) && string(t[:len(p)]) == p && bytes.Contains(t, []byte(".go:")) {
			return true
		}
	}
	return false
}
