package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/riffle-dev/riffle/internal/openfile"
)

// maxFileBytes bounds what is read as configuration: thousands of routes fit,
// a file named by mistake does not fill the memory.
const maxFileBytes = 1 << 20

// Load reads a configuration file that the caller names over the defaults. A relative
// spill.dir and the paths of plugins.dev count from the file's folder, and ~/ is the
// home folder. An error of the content is an *Error that lists everything that is wrong.
func Load(path string) (Config, error) {
	f, err := named(path)
	if err != nil {
		return Config{}, err
	}
	return f.Load()
}

// Load parses what was found. What a file that was picked up may not set, and what was
// passed over, is said by Warnings of the configuration.
func (f Found) Load() (Config, error) {
	switch {
	case f.PickedUp:
		return f.layered()
	case f.Path == "":
		c := Default()
		c.warnings = f.Warnings
		return c, nil
	}
	c, err := Parse(f.Path, f.data)
	if err == nil {
		err = c.resolve()
	}
	if err != nil {
		return Config{}, err
	}
	c.warnings = f.Warnings
	return c, nil
}

// layered is the file that was picked up over the user's own.
func (f Found) layered() (Config, error) {
	own, err := f.Own().Load()
	if err != nil {
		return Config{}, err
	}
	file, err := parse(f.Path, f.data, maxPatterns)
	if err == nil && f.Trusted {
		err = file.resolve()
	}
	if err != nil {
		return Config{}, err
	}
	own.choice = f.choice
	c := file.over(own, f.Trusted)
	c.warnings = f.Warnings
	if refused := c.refusals(own, file); len(refused) > 0 {
		c.warnings = append(c.warnings, f.refusal(refused))
	}
	return c, asError(c.problems())
}

// refusal says in one line what of a file that was picked up does not hold.
func (f Found) refusal(keys []string) string {
	const most = 12
	if n := len(keys) - most; n > 0 {
		keys = append(keys[:most:most], fmt.Sprintf("%d more", n))
	}
	path, never := printable(f.Path), ""
	if slices.ContainsFunc(keys, func(k string) bool { return isUnder(k, devKey) }) {
		never = "; " + devKey + " holds in no file that is picked up, use --dev-plugin or --config"
	}
	switch list := strings.Join(keys, ", "); {
	case f.Trusted:
		return fmt.Sprintf("config: %s: no effect of %s%s", path, list, never)
	case f.changed:
		return fmt.Sprintf("config: %s was changed since it was trusted; no effect of %s: read it and run riffle config trust %q, or remove these keys%s", path, list, path, never)
	default:
		return fmt.Sprintf("config: %s is not trusted; no effect of %s: read it and run riffle config trust %q, or remove these keys%s", path, list, path, never)
	}
}

// readTime is how long a pipe that is named as configuration may take.
const readTime = 5 * time.Second

// readNamed reads a file that the caller names, or a pipe, as a shell's <(…) makes it.
func readNamed(path string) (data []byte, stream bool, err error) {
	file, err := openfile.Pipe(path)
	if err == nil {
		defer file.Close()
		return readPipe(path, file)
	}
	data, err = openfile.Read(path, maxFileBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("config: %s: no such file; expected a YAML file: check the path that --config or %s gives", path, Variable)
	case errors.Is(err, openfile.ErrNotRegular):
		err = fmt.Errorf("config: %w; expected a YAML file: name the file", err)
	case errors.Is(err, openfile.ErrTooLarge):
		err = fmt.Errorf("config: %s: larger than %d bytes; expected a YAML file of settings: check the path", path, maxFileBytes)
	case err != nil:
		err = fmt.Errorf("config: %w", err)
	}
	return data, false, err
}

func readPipe(path string, file *os.File) ([]byte, bool, error) {
	_ = file.SetReadDeadline(time.Now().Add(readTime))
	data, err := openfile.Bytes(file, maxFileBytes)
	switch {
	case err != nil:
		return nil, true, fmt.Errorf("config: %s, a pipe: %w; expected a whole YAML file of at most %d bytes within %s", path, err, maxFileBytes, readTime)
	case len(data) == 0:
		return nil, true, fmt.Errorf("config: %s is a pipe that nobody wrote to; expected a YAML file: name a file", path)
	}
	return data, true, nil
}

// resolve makes the paths of c absolute, which count from the folder of its file.
func (c *Config) resolve() error {
	var err error
	if c.Spill.Dir, err = resolve(c.Spill.Dir, c.source); err != nil {
		return fmt.Errorf("config: spill.dir: %w", err)
	}
	for name, program := range c.Plugins.Dev {
		if c.Plugins.Dev[name], err = resolve(program, c.source); err != nil {
			return fmt.Errorf("config: plugins.dev.%s: %w", printableKey(name), err)
		}
	}
	return nil
}

// resolve makes a folder that a file names absolute.
func resolve(dir, file string) (string, error) {
	if rest, ok := strings.CutPrefix(dir, "~/"); ok {
		home, err := os.UserHomeDir()
		return filepath.Join(home, rest), err
	}
	if dir == "" || filepath.IsAbs(dir) {
		return dir, nil
	}
	base, err := filepath.Abs(filepath.Dir(file))
	return filepath.Join(base, dir), err
}

// Parse reads the text of a configuration file over the defaults. The name
// stands in errors and is what Source returns.
func Parse(name string, data []byte) (Config, error) { return parse(name, data, math.MaxInt) }

// parse is Parse with a bound on the expressions of routes.
func parse(name string, data []byte, patterns int) (Config, error) {
	cfg := Default()
	cfg.source = name
	root, problem := document(data)
	if problem != nil {
		problem.File = name
		return Config{}, &Error{Problems: []Problem{*problem}}
	}
	d := decoder{file: name, lines: map[string]mark{}, patterns: patterns}
	if root != nil {
		mapping(keysOf(&cfg))(&d, "", root)
	}
	cfg.lines = d.lines
	problems := d.problems
	if len(problems) == 0 { // a rule means little where a value could not be read
		problems = cfg.problems()
	}
	if err := asError(problems); err != nil {
		return Config{}, err
	}
	return cfg, nil
}

// syntaxRE takes the YAML parser's messages apart.
var syntaxRE = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// document returns the root node of the only document, nil where it is empty.
func document(data []byte) (*yaml.Node, *Problem) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, notYAML(err)
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, &Problem{Line: second.Line, Found: "a second document", Expected: "one", Remedy: "remove the `---` and what follows"}
	case !errors.Is(err, io.EOF):
		return nil, notYAML(err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind == yaml.ScalarNode && root.ShortTag() == "!!null" {
		return nil, nil
	}
	return root, nil
}

func notYAML(err error) *Problem {
	p := &Problem{Found: err.Error(), Expected: "YAML", Remedy: "check the indentation and the quotes there"}
	if m := syntaxRE.FindStringSubmatch(err.Error()); m != nil {
		p.Found = m[2]
		p.Line, _ = strconv.Atoi(m[1]) // 0 where the parser names no line
	}
	return p
}

// keysOf says how each key of the file is read into c.
func keysOf(c *Config) keys {
	return keys{
		"enabled":        boolean(&c.Enabled),
		"minTokens":      integer(&c.MinTokens),
		"targetTokens":   integer(&c.TargetTokens),
		"maxTokens":      integer(&c.MaxTokens),
		"retainOriginal": boolean(&c.RetainOriginal),
		"excludeTools":   list(&c.ExcludeTools),
		"estimator":      estimator(&c.Estimator),
		"preview": mapping(keys{
			"thresholdChars": integer(&c.Preview.ThresholdChars),
			"headChars":      integer(&c.Preview.HeadChars),
			"tailChars":      integer(&c.Preview.TailChars),
		}),
		"spill": mapping(keys{
			"dir":      text(&c.Spill.Dir),
			"maxBytes": size(&c.Spill.MaxBytes),
			"maxAge":   duration(&c.Spill.MaxAge),
			"hint":     text(&c.Spill.Hint),
			"mode":     mode(&c.Spill.Mode),
		}),
		"plugins": mapping(keys{
			"isolation": text(&c.Plugins.Isolation),
			"mtls":      text(&c.Plugins.MTLS),
			"env":       list(&c.Plugins.Env),
			"dev":       dev(&c.Plugins.Dev),
		}),
		"routes":     routes(&c.Routes),
		"tools":      tools(&c.Tools),
		"processors": processors(&c.Processors),
	}
}
