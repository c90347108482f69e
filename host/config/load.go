package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFileBytes bounds what is read as configuration: thousands of routes fit,
// a file named by mistake does not fill the memory.
const maxFileBytes = 1 << 20

// Load reads a configuration file over the defaults. A relative spill.dir and the
// paths of plugins.dev count from the file's folder, and ~/ is the home folder. An error of the content is
// an *Error that lists everything that is wrong.
func Load(path string) (Config, error) {
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return Config{}, fmt.Errorf("config: %s: no such file; expected a YAML file: check the path that --config or RIFFLE_CONFIG gives", path)
		}
		return Config{}, fmt.Errorf("config: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return Config{}, fmt.Errorf("config: %s: is a folder; expected a YAML file: name the file in it", path)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return Config{}, fmt.Errorf("config: %w", err)
	}
	if len(data) > maxFileBytes {
		return Config{}, fmt.Errorf("config: %s: larger than %d bytes; expected a YAML file of settings: check the path", path, maxFileBytes)
	}
	c, err := Parse(path, data)
	if err != nil {
		return Config{}, err
	}
	if c.Spill.Dir, err = resolve(c.Spill.Dir, path); err != nil {
		return Config{}, fmt.Errorf("config: spill.dir: %w", err)
	}
	for name, program := range c.Plugins.Dev {
		if c.Plugins.Dev[name], err = resolve(program, path); err != nil {
			return Config{}, fmt.Errorf("config: plugins.dev.%s: %w", name, err)
		}
	}
	return c, nil
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
func Parse(name string, data []byte) (Config, error) {
	cfg := Default()
	cfg.source = name
	root, problem := document(data)
	if problem != nil {
		problem.File = name
		return Config{}, &Error{Problems: []Problem{*problem}}
	}
	d := decoder{file: name, lines: map[string]int{}}
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
		return nil, syntax(err)
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		return nil, &Problem{Line: second.Line, Found: "a second document", Expected: "one", Remedy: "remove the `---` and what follows"}
	case !errors.Is(err, io.EOF):
		return nil, syntax(err)
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

func syntax(err error) *Problem {
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
