package compare

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The elements of JUnit's reports that build servers read.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []junitSuite
	}
	junitSuite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Cases    []junitCase
		Out      string `xml:"system-out,omitempty"`
	}
	junitCase struct {
		XMLName   xml.Name       `xml:"testcase"`
		ClassName string         `xml:"classname,attr"`
		Name      string         `xml:"name,attr"`
		Failures  []junitFailure // none: the check is passed
	}
	junitFailure struct {
		XMLName xml.Name `xml:"failure"`
		Type    string   `xml:"type,attr"`
		Message string   `xml:"message,attr"`
		Text    string   `xml:",chardata"`
	}
)

// kindChecks are made for every kind, wholeChecks once for a system.
var (
	kindChecks  = []string{"gate", "auc", "structure", "honesty", "recoverable", "tokens", "reach"}
	wholeChecks = []string{"monotony", "unmarked"}
)

// junit is a suite for each system and a test for each check of each kind.
func (c *Comparison) junit() (string, error) {
	all := junitSuites{Name: "riffle bench compare"}
	all.Suites = append(all.Suites, c.suite("corpus", "", nil, []string{"corpus"}, c.Corpus.String()))
	for i := range c.Systems {
		s := &c.Systems[i]
		var kinds []string
		for _, k := range s.Kinds {
			kinds = append(kinds, k.Kind)
		}
		for _, g := range s.Gates { // a kind without facts has no row
			if k := g.Kind; !strings.Contains(" "+strings.Join(kinds, " ")+" ", " "+k+" ") {
				kinds = append(kinds, k)
			}
		}
		var out strings.Builder
		s.text(&out)
		all.Suites = append(all.Suites, c.suite(s.Name, s.Name, kinds, wholeChecks, out.String()))
	}
	for i := range c.Estimators {
		all.Suites = append(all.Suites, c.estimatorSuite(&c.Estimators[i]))
	}
	for _, s := range all.Suites {
		all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
	}
	b, err := xml.MarshalIndent(all, "", " ")
	if err != nil {
		return "", fmt.Errorf("compare: the comparison cannot be written as JUnit XML: %w", err)
	}
	return xml.Header + string(b) + "\n", nil
}

func (c *Comparison) suite(name, system string, kinds, whole []string, out string) junitSuite {
	s := junitSuite{Name: name, Out: legal(out)}
	for _, kind := range kinds {
		if kind == AllKinds {
			continue
		}
		for _, check := range kindChecks {
			s.test(c, system, check, kind)
		}
	}
	for _, check := range whole {
		s.test(c, system, check, "")
	}
	return s
}

func (s *junitSuite) test(c *Comparison, system, check, kind string) {
	t := junitCase{ClassName: s.Name, Name: check}
	if kind != "" {
		t.Name += " of " + kind
	}
	for _, r := range c.Regressions {
		if r.System == system && r.Check == check && r.Kind == kind {
			t.Failures = append(t.Failures, junitFailure{Type: check, Message: legal(r.What), Text: legal(strings.Join(r.lines(), "\n"))})
		}
	}
	s.Tests++
	if len(t.Failures) > 0 {
		s.Failures++
	}
	s.Cases = append(s.Cases, t)
}

// legal takes out what XML cannot hold.
func legal(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\t' {
			return ' '
		}
		return r
	}, s)
}
