package config

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const everyKey = `enabled: false
minTokens: 100
targetTokens: 200
maxTokens: 300
retainOriginal: false
excludeTools: [read, view]
estimator: {name: tiktoken, scale: 1.25}
preview: {thresholdChars: 800, headChars: 400, tailChars: 100}
spill: {dir: /var/spill, maxBytes: 512MiB, maxAge: 90m, hint: riffle, mode: "0640"}
plugins: {isolation: in-process, mtls: "off", env: [LANG], dev: {csv: /src/csv}}
routes: [{tool: bash, command: "^kubectl get .*-o json", processor: json}]
tools: {bash: {targetTokens: 250}}
processors: {log: {options: {depth: 3, exact: true, since: "1.10"}}}
`

func TestParseReadsEveryKey(t *testing.T) {
	got, err := Parse("all.yaml", []byte(everyKey))
	require.NoError(t, err)
	got.lines = nil
	assert.Equal(t, Config{
		Enabled:        false,
		Budget:         Budget{MinTokens: 100, TargetTokens: 200, MaxTokens: 300},
		RetainOriginal: false,
		ExcludeTools:   []string{"read", "view"},
		Estimator:      Estimator{Name: "tiktoken", Scale: 1.25},
		Preview:        Preview{ThresholdChars: 800, HeadChars: 400, TailChars: 100},
		Spill:          Spill{Dir: "/var/spill", MaxBytes: 512 << 20, MaxAge: Duration(90 * time.Minute), Hint: HintRiffle, Mode: 0o640},
		Plugins:        Plugins{Isolation: InProcess, MTLS: MTLSOff, Env: []string{"LANG"}, Dev: map[string]string{"csv": "/src/csv"}},
		Routes:         []Route{{Tool: "bash", Command: regexp.MustCompile("^kubectl get .*-o json"), Processor: "json"}},
		Tools:          map[string]ToolBudget{"bash": {TargetTokens: 250}},
		Processors:     map[string]ProcessorOf{"log": {Options: map[string]string{"depth": "3", "exact": "true", "since": "1.10"}}},
		source:         "all.yaml",
	}, got)
	assert.Equal(t, "all.yaml", got.Source())
}

func TestParseKeepsDefaultsForWhatIsNotSet(t *testing.T) {
	for name, text := range map[string]string{
		"an empty file":       "",
		"comments only":       "# nothing\n",
		"an empty document":   "---\n",
		"one key, same value": "enabled: true\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse("x.yaml", []byte(text))
			require.NoError(t, err)
			got.lines, got.source = nil, ""
			assert.Equal(t, Default(), got)
		})
	}
}

func TestParseAccepts(t *testing.T) {
	for name, text := range map[string]string{
		"an estimator's name alone":                   "estimator: tiktoken",
		"permissions unquoted":                        "spill: {mode: 0644}",
		"permissions with 0o":                         "spill: {mode: 0o600}",
		"a size in bytes":                             "spill: {maxBytes: 1048576}",
		"no limits":                                   "spill: {maxBytes: 0, maxAge: 0}",
		"a word that YAML 1.1 took for a truth value": "plugins: {mtls: on}",
		"a route without a tool":                      "routes: [{command: make, processor: log}]",
		"a route without a command":                   "routes: [{tool: http, processor: html}]",
		"a route by kind alone":                       "routes: [{kind: csv, processor: csv}]",
		"an anchor and its alias":                     "tools:\n  bash: &b {targetTokens: 3000}\n  sh: *b\n",
		"one tool over the common ceiling":            "tools: {bash: {targetTokens: 9000, maxTokens: 9000}}",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(text))
			assert.NoError(t, err)
		})
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"an unknown key with a near one", "minTokens: 9\nmaxToken: 10",
			"config: x.yaml:2: maxToken is not a known key; expected one of enabled, estimator, excludeTools, maxTokens, minTokens, plugins, preview, processors, retainOriginal, routes, spill, targetTokens, tools: did you mean maxTokens?"},
		{"an unknown key far from all", "spill:\n  colour: red",
			"config: x.yaml:2: spill.colour is not a known key; expected one of dir, hint, maxAge, maxBytes, mode: remove it or correct its name"},
		{"a merge key", "<<: {enabled: true}",
			"config: x.yaml:1: << is not a known key; expected one of enabled, estimator, excludeTools, maxTokens, minTokens, plugins, preview, processors, retainOriginal, routes, spill, targetTokens, tools: remove it or correct its name"},
		{"a repeated key", "enabled: true\nenabled: false",
			"config: x.yaml:2: enabled is given again, first on line 1; expected each key once: remove one of the two"},
		{"a key that is a list", "? [a]\n: b",
			"config: x.yaml:1: has a key that is a list; expected a name: write the key as plain text"},
		{"text for a truth value", `enabled: "yes"`,
			"config: x.yaml:1: enabled is the text \"yes\"; expected true or false: write `enabled: true`"},
		{"text for a number", "minTokens: many",
			"config: x.yaml:1: minTokens is the text \"many\"; expected a whole number of at most 2147483647: write `minTokens: 2048`"},
		{"a fraction for a whole number", "preview: {headChars: 1.5}",
			"config: x.yaml:1: preview.headChars is 1.5; expected a whole number of at most 2147483647: write `headChars: 2048`"},
		{"a number beyond the largest", "maxTokens: 99999999999",
			"config: x.yaml:1: maxTokens is 99999999999; expected a whole number of at most 2147483647: write `maxTokens: 2048`"},
		{"no value", "minTokens:",
			"config: x.yaml:1: minTokens is empty; expected a whole number of at most 2147483647: write `minTokens: 2048`"},
		{"text for a list", "excludeTools: read",
			"config: x.yaml:1: excludeTools is the text \"read\"; expected a list of names: write `excludeTools: [a, b]`"},
		{"a number in a list of names", "excludeTools:\n  - read\n  - 5",
			"config: x.yaml:3: excludeTools[1] is 5; expected text: write `excludeTools[1]: \"…\"`"},
		{"a list for the whole file", "- a",
			"config: x.yaml:1: is a list; expected a mapping: write `key: value`"},
		{"a number for a section", "spill: 3",
			"config: x.yaml:1: spill is 3; expected a mapping: write `spill: {dir: …}`"},
		{"a size without sense", "spill: {maxBytes: plenty}",
			"config: x.yaml:1: spill.maxBytes is the text \"plenty\"; expected a whole number and a unit, such as 2GiB, 500MB or 0: write `maxBytes: 2GiB`"},
		{"days", "spill: {maxAge: 7d}",
			"config: x.yaml:1: spill.maxAge is the text \"7d\"; expected hours, minutes or seconds, such as 168h, 90m or 0 (a week is 168h): write `maxAge: 168h`"},
		{"permissions that are not octal", "spill: {mode: rw}",
			"config: x.yaml:1: spill.mode is the text \"rw\"; expected octal permissions: write `mode: \"0600\"`"},
		{"originals that others may write", "spill: {mode: 0666}",
			"config: x.yaml:1: spill.mode is 0666; expected 0600, 0640 or 0644: use 0600 unless another account must read the originals"},
		{"a hint of no known sort", "spill: {hint: telepathy}",
			"config: x.yaml:1: spill.hint is \"telepathy\"; expected one of shell, read, riffle, none: choose one or leave the key out"},
		{"an isolation of no known sort", "plugins: {isolation: container}",
			"config: x.yaml:1: plugins.isolation is \"container\"; expected one of subprocess, in-process: choose one or leave the key out"},
		{"a variable with its value", "plugins: {env: [LANG=C]}",
			"config: x.yaml:1: plugins.env[0] is \"LANG=C\"; expected the name of an environment variable: write the name alone, without its value"},
		{"a list of programs without names", "plugins: {dev: [./csv]}",
			"config: x.yaml:1: plugins.dev is a list; expected a mapping: write `dev: {csv: ./riffle-processor-csv}`"},
		{"a program for a name that is none", "plugins: {dev: {../csv: ./csv}}",
			"config: x.yaml:1: plugins.dev.../csv is no plugin's name; expected lower-case letters, digits and hyphens: write the name that the plugin calls itself"},
		{"a name without its program", "plugins: {dev: {csv: \"\"}}",
			"config: x.yaml:1: plugins.dev.csv is empty; expected the path of a program: give one or leave the key out"},
		{"a list for the estimator", "estimator: [classes]",
			"config: x.yaml:1: estimator is a list; expected a name, or a mapping of name and scale: write `estimator: {name: ngram, scale: 1.2}`"},
		{"a scale of nothing", "estimator: {scale: 0}",
			"config: x.yaml:1: estimator.scale is 0; expected a factor from 0.1 to 10: leave it out to take the counts as they are"},
		{"a scale that is no number", "estimator: {scale: .nan}",
			"config: x.yaml:1: estimator.scale is NaN; expected a factor from 0.1 to 10: leave it out to take the counts as they are"},
		{"an estimator's name with a path", "estimator: ../x",
			"config: x.yaml:1: estimator.name is \"../x\"; expected lower-case letters, digits and hyphens: see `riffle plugin list` for the names"},
		{"a route to everything", "routes: [{processor: log}]",
			"config: x.yaml:1: routes[0] matches every result; expected a tool, a command or a kind: add `tool:`, `command:` or `kind:`"},
		{"a route for what is no kind", "routes: [{kind: \"a b\", processor: log}]",
			"config: x.yaml:1: routes[0].kind is \"a b\"; expected lower-case letters, digits and hyphens: name json, html, log, text or a kind of a plugin"},
		{"a route to nothing", "routes:\n  - tool: bash\n",
			"config: x.yaml:2: routes[0].processor is \"\"; expected lower-case letters, digits and hyphens: see `riffle plugin list` for the names"},
		{"a broken regular expression", "routes: [{command: \"a(\", processor: log}]",
			"config: x.yaml:1: routes[0].command is no regular expression (missing closing ): `a(`); expected Go's syntax: escape what is meant literally with a backslash"},
		{"minTokens of nothing", "minTokens: 0",
			"config: x.yaml:1: minTokens is 0; expected at least 1 token: give a larger number or leave the key out"},
		{"targetTokens over maxTokens", "targetTokens: 9000",
			"config: x.yaml:1: targetTokens is 9000, over maxTokens 8192; expected 0 < targetTokens <= maxTokens: lower targetTokens or raise maxTokens"},
		{"maxTokens under the default minTokens", "targetTokens: 50\nmaxTokens: 2000",
			"config: x.yaml:2: minTokens is 2048, over maxTokens 2000; expected 0 < minTokens <= maxTokens: lower minTokens or raise maxTokens"},
		{"a tool's budget of nothing", "tools: {bash: {maxTokens: 0}}",
			"config: x.yaml:1: tools.bash.maxTokens is 0; expected at least 1 token: give a larger number or leave the key out"},
		{"a tool's target over the common ceiling", "tools:\n  bash:\n    targetTokens: 9000",
			"config: x.yaml:3: tools.bash.targetTokens is 9000, over maxTokens 8192; expected 0 < targetTokens <= maxTokens: lower targetTokens or raise maxTokens"},
		{"one tool twice", "tools:\n  Bash: {}\n  bash: {}",
			"config: x.yaml:3: tools.bash names the same tool as tools.Bash; expected one entry for a tool, whatever the case of its letters: merge the two"},
		{"a head and tail as long as the threshold", "preview: {thresholdChars: 10, headChars: 6, tailChars: 4}",
			"config: x.yaml:1: preview.thresholdChars is 10, not over headChars 6 + tailChars 4; expected headChars + tailChars < thresholdChars: raise thresholdChars or lower the other two"},
		{"a negative head", "preview: {headChars: -1}",
			"config: x.yaml:1: preview.headChars is -1; expected 0 to 2147483647 characters: give another number or leave the key out"},
		{"an option that is a list", "processors: {log: {options: {a: [1]}}}",
			"config: x.yaml:1: processors.log.options.a is a list; expected text, a number, true or false: write `a: value`"},
		{"a processor's name in capitals", "processors: {LOG: {}}",
			"config: x.yaml:1: processors.LOG is no processor's name; expected lower-case letters, digits and hyphens: see `riffle plugin list` for the names"},
		{"two documents", "enabled: true\n---\nenabled: false",
			"config: x.yaml:2: a second document; expected one: remove the `---` and what follows"},
		{"broken YAML", "enabled: true\nspill: {",
			"config: x.yaml:2: did not find expected node content; expected YAML: check the indentation and the quotes there"},
		{"several problems, in the order of the lines", "minTokens: a\ncolor: red\nspill: {maxAge: 1w}",
			"config: x.yaml:1: minTokens is the text \"a\"; expected a whole number of at most 2147483647: write `minTokens: 2048`\n" +
				"config: x.yaml:2: color is not a known key; expected one of enabled, estimator, excludeTools, maxTokens, minTokens, plugins, preview, processors, retainOriginal, routes, spill, targetTokens, tools: remove it or correct its name\n" +
				"config: x.yaml:3: spill.maxAge is the text \"1w\"; expected hours, minutes or seconds, such as 168h, 90m or 0 (a week is 168h): write `maxAge: 168h`"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(tc.text))
			require.Error(t, err)
			assert.Equal(t, tc.want, err.Error())
			var list *Error
			assert.True(t, errors.As(err, &list), "the problems can be read one by one")
		})
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.yaml")
	require.NoError(t, os.WriteFile(good, []byte("minTokens: 9\n"), 0o600))
	large := filepath.Join(dir, "large.yaml")
	require.NoError(t, os.WriteFile(large, []byte(strings.Repeat("# padding\n", maxFileBytes/10+1)), 0o600))

	t.Run("a file", func(t *testing.T) {
		c, err := Load(good)
		require.NoError(t, err)
		assert.Equal(t, 9, c.MinTokens)
		assert.Equal(t, good, c.Source())
	})
	t.Run("no such file", func(t *testing.T) {
		_, err := Load(filepath.Join(dir, "none.yaml"))
		assert.ErrorContains(t, err, "none.yaml: no such file; expected a YAML file: check the path that --config or RIFFLE_CONFIG gives")
	})
	t.Run("a folder", func(t *testing.T) {
		_, err := Load(dir)
		assert.ErrorContains(t, err, "is a folder: no regular file; expected a YAML file: name the file")
	})
	t.Run("a file of no sensible size", func(t *testing.T) {
		_, err := Load(large)
		assert.ErrorContains(t, err, "larger than 1048576 bytes")
	})
}

func TestShownConfigurationLoadsToTheSameValues(t *testing.T) {
	for name, text := range map[string]string{
		"every key":    everyKey,
		"the defaults": "",
		"odd strings":  "spill: {dir: \"a: #b\"}\nexcludeTools: [\"5\", \"true\", \"a: b\", \"\"]\ntools: {\"x.y\": {minTokens: 3}}\nprocessors: {log: {options: {\"a b\": \"l1\\nl2\"}}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			want, err := Parse("a.yaml", []byte(text))
			require.NoError(t, err)
			var shown strings.Builder
			require.NoError(t, want.WriteYAML(&shown))
			got, err := Parse("a.yaml", []byte(shown.String()))
			require.NoError(t, err, shown.String())
			assert.Equal(t, canonical(want), canonical(got))
		})
	}
}

// canonical drops what does not matter for the meaning of a configuration.
func canonical(c Config) Config {
	c.lines, c.source = nil, ""
	if len(c.Plugins.Env) == 0 {
		c.Plugins.Env = nil
	}
	if len(c.ExcludeTools) == 0 {
		c.ExcludeTools = nil
	}
	if len(c.Routes) == 0 {
		c.Routes = nil
	}
	if len(c.Tools) == 0 {
		c.Tools = nil
	}
	if len(c.Processors) == 0 {
		c.Processors = nil
	}
	for name, p := range c.Processors {
		if len(p.Options) == 0 {
			c.Processors[name] = ProcessorOf{}
		}
	}
	return c
}

func TestShownConfigurationSaysWhereValuesComeFrom(t *testing.T) {
	c, err := Parse("team/.riffle.yaml", []byte("maxTokens: 5000\nspill:\n  hint: none\n"))
	require.NoError(t, err)
	var shown strings.Builder
	require.NoError(t, c.WriteYAML(&shown))
	assert.Equal(t, `# from team/.riffle.yaml; values without a line are defaults
enabled: true
minTokens: 2048
targetTokens: 1536
maxTokens: 5000 # line 1
retainOriginal: true
excludeTools: [read]
estimator:
  name: auto
  scale: 1
preview:
  thresholdChars: 8192
  headChars: 4096
  tailChars: 1024
spill:
  dir: ""
  maxBytes: 2GiB
  maxAge: 168h
  hint: none # line 3
  mode: "0600"
plugins:
  isolation: subprocess
  mtls: "auto"
  env: []
  dev: {}
routes: []
tools: {}
processors: {}
`, shown.String())
}

func TestProgramsCountFromTheFilesFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "dev.yaml")
	require.NoError(t, os.WriteFile(path, []byte("plugins: {dev: {a: bin/a, b: /opt/b}}\n"), 0o600))
	c, err := Load(path)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a": filepath.Join(dir, "bin", "a"), "b": "/opt/b"}, c.Plugins.Dev)
}

// FuzzParse checks that no text makes the loader panic, that what it accepts
// keeps every rule, and that what it accepts can be shown and read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{everyKey, "", "- a", "a: &a [*a]", "tools: {a: &x {minTokens: 1}, b: *x}", "estimator: tiktoken",
		"spill: {mode: 0o640, maxBytes: 1e3}", "? {a: b}\n: c", "minTokens: 0x10", "routes: [{command: \"(\", processor: x}]", "%YAML 1.2\n---\n!!map {}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("f.yaml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "config: f.yaml") {
				t.Fatalf("an error that does not name the file: %v", err)
			}
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatalf("accepted, but not valid: %v", err)
		}
		var shown strings.Builder
		if err := c.WriteYAML(&shown); err != nil {
			t.Fatal(err)
		}
		again, err := Parse("f.yaml", []byte(shown.String()))
		if err != nil {
			t.Fatalf("what is shown does not load: %v\n%s", err, shown.String())
		}
		assert.Equal(t, canonical(c), canonical(again))
	})
}
