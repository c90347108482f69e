package sdktest

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func TestTheReferenceKeepsAllPromises(t *testing.T) {
	Run(t, func() sdk.Processor { return reference{} }, about()...)
}

func TestTheReferenceEstimatorKeepsAllPromises(t *testing.T) {
	RunEstimator(t, func() sdk.Estimator { return quarter{} }, about()...)
}

// failed are the names of the cases that fail.
func failed(r Report) []string {
	var names []string
	for _, c := range r.Results {
		if c.Status == Fail {
			names = append(names, c.Name)
		}
	}
	return names
}

func reportOn(kind string, make func() any) Report {
	return newKit(kind, &code{make: make}, about()).report(context.Background())
}

// provedElsewhere skips what the race detector would only make slow.
func provedElsewhere(t *testing.T) {
	if raceFactor > 1 {
		t.Skip("proved without the race detector")
	}
}

func TestEachBrokenProcessorFailsItsCaseAlone(t *testing.T) {
	provedElsewhere(t)
	for _, c := range processorCases {
		t.Run(c.name, func(t *testing.T) {
			broken := brokenProcessors[c.name]
			require.NotNil(t, broken, "no processor breaks this promise: the case is not proved")
			r := reportOn(serve.KindProcessor, func() any { return broken() })
			assert.Equal(t, []string{c.name}, failed(r), "%s", r)
			for _, res := range r.Results {
				assert.False(t, res.Name == c.name && res.Detail == "", "a failure says what was seen")
			}
		})
	}
	assert.Len(t, brokenProcessors, len(processorCases))
}

func TestEachBrokenEstimatorFailsItsCaseAlone(t *testing.T) {
	provedElsewhere(t)
	for _, c := range estimatorCases {
		t.Run(c.name, func(t *testing.T) {
			broken := brokenEstimators[c.name]
			require.NotNil(t, broken, "no estimator breaks this promise: the case is not proved")
			r := reportOn(serve.KindEstimator, func() any { return broken() })
			assert.Equal(t, []string{c.name}, failed(r), "%s", r)
		})
	}
	assert.Len(t, brokenEstimators, len(estimatorCases))
}

func TestNamesAreUniqueAndSentencesSayWhatAPluginMust(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range allCases() {
		assert.False(t, seen[c.name], c.name)
		seen[c.name] = true
		assert.Regexp(t, `^(a Processor|a Processor with kinds of its own|a Matcher|an Estimator|a plugin) must `, c.must)
	}
}

func TestThePageHasAHeadingAndTheSentenceOfEachCase(t *testing.T) {
	data, err := os.ReadFile("../../" + docPage)
	require.NoError(t, err)
	var headings []string
	sections := map[string]string{}
	for _, part := range regexp.MustCompile(`(?m)^### `).Split(string(data), -1)[1:] {
		name, text, _ := strings.Cut(part, "\n")
		headings = append(headings, name)
		sections[name] = strings.Join(strings.Fields(text), " ")
	}
	var names []string
	for _, c := range allCases() {
		names = append(names, c.name)
		must := strings.ToUpper(c.must[:1]) + c.must[1:] + "."
		assert.Contains(t, sections[c.name], must, c.name)
	}
	assert.Equal(t, names, headings, "the page and the table go in the same order")
}

func TestAPluginsTestsNeedTheSDKAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("the go command is needed: %v", err)
	}
	const module = "github.com/riffle-dev/riffle/"
	for _, path := range strings.Fields(string(out)) {
		if path == module+"internal/shapes" {
			continue // contents, of the standard library alone
		}
		assert.False(t, strings.HasPrefix(path, module) && !strings.HasPrefix(path, module+"sdk"), path)
	}
}
