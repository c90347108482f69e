package compare

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// run is a run of one system, "riffle", and a baseline on cases of two kinds: at
// each budget half of the facts of a case are found.
func run() *runfile.Run {
	r := &runfile.Run{Format: runfile.Format, Budgets: []int{256, 512, 1024}, Corpora: []runfile.Corpus{{Name: "corpus"}},
		Systems: []runfile.System{{Name: "riffle", Role: runfile.RoleSystem}, {Name: "headtail", Role: runfile.RoleBaseline}}}
	for _, kind := range []string{"json", "log"} {
		for n := range 10 {
			c := runfile.Case{Corpus: "corpus", Name: fmt.Sprintf("%s/case%d.txt", kind, n), Kind: kind, Tokens: 9000, SHA256: fmt.Sprint(kind, n)}
			for i := range 8 {
				c.Facts = append(c.Facts, runfile.Fact{ID: fmt.Sprintf("f%d", i+1), Text: fmt.Sprintf("fact %d of %s", i+1, c.Name), Weight: float64(i%3 + 1)})
			}
			for _, s := range r.Systems {
				res := runfile.Result{System: s.Name}
				for _, b := range r.Budgets {
					res.Points = append(res.Points, runfile.Point{Budget: b, Tokens: b - 6, Structure: 1, Honesty: 1, Recoverable: 1,
						Found: []string{"f1", "f2", "f3", "f4"}, Lost: []string{"f5", "f6", "f7", "f8"}, F: 0.5})
				}
				c.Results = append(c.Results, res)
			}
			r.Cases = append(r.Cases, c)
		}
	}
	return r
}

// points changes the points of the built-in system in the cases of a kind.
func points(r *runfile.Run, kind string, change func(*runfile.Point)) {
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Kind == kind {
			for k := range c.Results[0].Points {
				change(&c.Results[0].Points[k])
			}
		}
	}
}

func point(r *runfile.Run, name string, budget int) *runfile.Point {
	return r.Case("corpus", name).Result("riffle").At(budget)
}

func lose(p *runfile.Point, id string, share float64) {
	p.Found = slices.DeleteFunc(slices.Clone(p.Found), func(f string) bool { return f == id })
	p.Lost = append(slices.Clone(p.Lost), id)
	p.F -= share
}

func compared(t *testing.T, base, head *runfile.Run, limits Limits, systems ...string) *Comparison {
	t.Helper()
	c, err := Runs(base, head, systems, limits)
	require.NoError(t, err)
	return c
}

func checks(c *Comparison) []string {
	out := []string{}
	for _, r := range c.Regressions {
		out = append(out, strings.TrimSuffix(r.Check+" "+r.Kind, " "))
	}
	return out
}

func TestWhatFallsBehindIsARegression(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(head *runfile.Run)
		want   []string
	}{
		{"nothing", func(*runfile.Run) {}, []string{}},
		{"an area 0.02 smaller in one kind", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { lose(p, "f1", 0.02) })
		}, []string{"auc log"}},
		{"an area 0.005 smaller", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { lose(p, "f1", 0.005) })
		}, []string{}},
		{"a smaller area in one kind and a larger in the other", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { p.F -= 0.02 })
			points(h, "json", func(p *runfile.Point) { p.F += 0.2 })
		}, []string{"auc log"}},
		{"three tokens in a hundred more", func(h *runfile.Run) {
			points(h, "json", func(p *runfile.Point) { p.Tokens += p.Budget * 3 / 100 })
		}, []string{"tokens json", "reach json"}},
		{"one token in a hundred more", func(h *runfile.Run) {
			points(h, "json", func(p *runfile.Point) { p.Tokens += p.Budget / 100 })
		}, []string{}},
		{"facts shown later, more of them at last", func(h *runfile.Run) {
			points(h, "json", func(p *runfile.Point) {
				if p.Budget == 256 {
					lose(p, "f2", 0.2)
				}
				if p.Budget == 512 {
					p.F += 0.2
				}
			})
		}, []string{"reach json"}},
		{"a gate", func(h *runfile.Run) {
			point(h, "log/case3.txt", 512).Gates = []string{"G5: \"x\" is not in the content"}
		}, []string{"gate log"}},
		{"a failure", func(h *runfile.Run) {
			r := h.Case("corpus", "log/case3.txt").Result("riffle")
			r.Error, r.Points = "the plugin crashed", nil
		}, []string{"gate log", "auc log", "structure log", "honesty log", "recoverable log"}},
		{"a gate of no single budget", func(h *runfile.Run) {
			h.Case("corpus", "log/case3.txt").Result("riffle").Gates = []string{"G4: a second run gives another text"}
		}, []string{"gate log"}},
		{"a case on which the system is no longer measured", func(h *runfile.Run) {
			c := h.Case("corpus", "log/case3.txt")
			c.Results = c.Results[1:]
		}, []string{"gate log"}},
		{"wrong counts", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { p.Honesty -= 0.02 })
		}, []string{"honesty log"}},
		{"less structure", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { p.Structure -= 0.02 })
		}, []string{"structure log"}},
		{"a silent gap", func(h *runfile.Run) { point(h, "log/case3.txt", 512).Silent = 1 }, []string{"unmarked"}},
		{"a fact that is gone at the next budget", func(h *runfile.Run) {
			p := point(h, "log/case3.txt", 1024)
			lose(p, "f1", 0.01)
		}, []string{"monotony"}},
		{"a fact that no marker leads to", func(h *runfile.Run) {
			points(h, "log", func(p *runfile.Point) { p.Recoverable, p.Hidden = 0.9, []string{"f7"} })
		}, []string{"recoverable log"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			head := run()
			tc.change(head)
			c := compared(t, run(), head, DefaultLimits())
			assert.Equal(t, tc.want, checks(c), "%s", c.text())
			assert.Equal(t, len(tc.want) == 0, c.OK())
			back := compared(t, head, head, DefaultLimits())
			assert.Empty(t, back.Regressions, "what BASE does already is no regression")
		})
	}
}

func TestLimitsAreTheCallers(t *testing.T) {
	head := run()
	points(head, "log", func(p *runfile.Point) {
		p.F -= 0.05
		p.Honesty -= 0.05
		p.Structure -= 0.05
		p.Recoverable -= 0.05
		p.Tokens += p.Budget / 10
	})
	point(head, "log/case0.txt", 512).Silent = 2
	point(head, "log/case0.txt", 512).Gates = []string{"G1: too long"}
	lose(point(head, "log/case0.txt", 1024), "f1", 0)
	require.Equal(t, []string{"gate log", "auc log", "structure log", "honesty log", "recoverable log", "tokens log", "reach log", "monotony", "unmarked"},
		checks(compared(t, run(), head, DefaultLimits())))
	wide := Limits{AUCDrop: 0.1, StructureDrop: 0.1, HonestyDrop: 0.1, RecoverableDrop: 0.1, TokenGrowth: 0.2, ReachGrowth: 0.2, Monotony: 1, Unmarked: 2}
	for _, allowed := range []string{"G1", "log/case0.txt", "log/case0.txt@512"} {
		wide.AllowGates = []string{allowed}
		assert.Empty(t, checks(compared(t, run(), head, wide)), allowed)
	}
	wide.AllowGates = []string{"G5", "log/case1.txt", "log/case0.txt@256"}
	assert.Equal(t, []string{"gate log"}, checks(compared(t, run(), head, wide)))
}

func TestFactsAreNamed(t *testing.T) {
	head := run()
	lose(point(head, "log/case3.txt", 256), "f3", 0.1)
	lose(point(head, "log/case3.txt", 512), "f3", 0.1)
	p := point(head, "json/case0.txt", 1024)
	p.Found, p.Lost = []string{"f1", "f2", "f3", "f4", "f8"}, []string{"f5", "f6", "f7"}
	s := compared(t, run(), head, DefaultLimits()).Systems[0]
	assert.Equal(t, []Fact{{"log/case3.txt", "log", "f3", "fact 3 of log/case3.txt", 3, []int{256, 512}}}, s.Lost)
	assert.Equal(t, []Fact{{"json/case0.txt", "json", "f8", "fact 8 of json/case0.txt", 2, []int{1024}}}, s.Gained)
}

func TestTheSameFactsAreNamedOnce(t *testing.T) {
	head := run()
	points(head, "json", func(p *runfile.Point) {
		if p.Budget == 256 {
			lose(p, "f2", 0.3)
		}
	})
	c := compared(t, run(), head, DefaultLimits())
	require.Equal(t, []string{"auc json", "reach json"}, checks(c))
	assert.Equal(t, c.Regressions[0].Facts, c.Regressions[1].Facts)
	assert.Equal(t, "json/case0.txt f2 w2 at 256: \"fact 2 of json/case0.txt\"", c.lines(0)[0])
	assert.Equal(t, []string{"the facts that stand under auc of json"}, c.lines(1))
}

func TestAChangedCorpusIsSaid(t *testing.T) {
	head := run()
	head.Cases[3].SHA256 = "another"
	head.Cases[3].Results[0].Points[0].Gates = []string{"G3: not valid UTF-8"}
	head.Cases[4].Name = "json/new.txt"
	c := compared(t, run(), head, DefaultLimits())
	assert.Equal(t, Corpus{Same: 18, Appeared: []string{"json/new.txt"}, Vanished: []string{"json/case4.txt"}, Changed: []string{"json/case3.txt"}}, c.Corpus)
	assert.Equal(t, []string{"gate json"}, checks(c), "a gate of a new case is judged")
	strict := DefaultLimits()
	strict.StrictCorpus = true
	assert.Equal(t, []string{"corpus", "gate json"}, checks(compared(t, run(), head, strict)))
	assert.Contains(t, c.text(), "the corpus changed: 18 are the same and compared, 1 appeared, 1 vanished, 1 changed")

	other := run()
	for i := range other.Cases {
		other.Cases[i].SHA256 = "another"
	}
	assert.Equal(t, []string{"corpus"}, checks(compared(t, run(), other, DefaultLimits())), "nothing to compare is no success")
}

func TestOtherBudgetsAreLeftOutAndSaid(t *testing.T) {
	head := run()
	head.Budgets = []int{512, 1024}
	for i := range head.Cases {
		for k := range head.Cases[i].Results {
			r := &head.Cases[i].Results[k]
			r.Points = r.Points[1:]
		}
	}
	c := compared(t, run(), head, DefaultLimits())
	assert.True(t, c.OK(), c.text())
	assert.Contains(t, c.Notes[0], "budgets differ")
	assert.Equal(t, c.Systems[0].Kinds[0].Tokens.Base, c.Systems[0].Kinds[0].Tokens.Head)
}

func TestFactsAloneAreComparedWhereOneRunHasNoMore(t *testing.T) {
	head := run()
	head.RecallOnly = true
	points(head, "log", func(p *runfile.Point) { p.Honesty, p.Structure, p.Recoverable = 0, 0, 0 })
	c := compared(t, run(), head, DefaultLimits())
	assert.Empty(t, checks(c))
	assert.Len(t, c.Notes, 1)
}

func TestSystemsAreChosen(t *testing.T) {
	head := run()
	points(head, "log", func(p *runfile.Point) { p.F -= 0.3 })
	c := compared(t, run(), head, DefaultLimits(), "headtail")
	assert.True(t, c.OK())
	c = compared(t, head, head, DefaultLimits(), "headtail=riffle")
	assert.Equal(t, []string{"auc log"}, checks(c))
	assert.Equal(t, "headtail -> riffle", c.Systems[0].Name)
	_, err := Runs(run(), head, []string{"nobody"}, DefaultLimits())
	assert.EqualError(t, err, `compare: BASE has no system "nobody"; it has riffle, headtail`)
	_, err = Runs(run(), head, []string{"riffle=nobody"}, DefaultLimits())
	assert.EqualError(t, err, `compare: HEAD has no system "nobody"; it has riffle, headtail`)
}

func TestFormatsCarryForeignWords(t *testing.T) {
	head := run()
	nasty := "a | b ``x`` <b>&amp; ]]> \x1b[31m\n# head"
	head.Case("corpus", "log/case3.txt").Facts[0].Text = nasty
	points(head, "log", func(p *runfile.Point) { lose(p, "f1", 0.1) })
	c := compared(t, run(), head, DefaultLimits())
	out := map[string]string{}
	for _, f := range Formats {
		var a, b bytes.Buffer
		require.NoError(t, c.Write(&a, f))
		require.NoError(t, compared(t, run(), head, DefaultLimits()).Write(&b, f))
		assert.Equal(t, a.String(), b.String(), f)
		out[f] = a.String()
		assert.NotContains(t, a.String(), "\x1b", f)
	}
	assert.Contains(t, out["text"], "log/case3.txt f1 w1 at 256, 512, 1024: \"a | b ``x`` <b>&amp; ]]> \\x1b[31m\\n# head\"")
	for _, line := range strings.Split(out["markdown"], "\n") {
		if strings.HasPrefix(line, "| log/case3.txt | f1 |") {
			assert.Equal(t, 6, strings.Count(line, "|")-strings.Count(line, `\|`), line)
		}
	}
	var parsed Comparison
	require.NoError(t, json.Unmarshal([]byte(out["json"]), &parsed))
	assert.Equal(t, nasty, parsed.Regressions[0].Facts[3].Text)
	var suites struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name     string   `xml:"name,attr"`
				Failures []string `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal([]byte(out["junit"]), &suites))
	assert.Equal(t, 17, suites.Tests, "the corpus, seven checks of two kinds, two of the whole")
	assert.Equal(t, 1, suites.Failures)
	for _, tc := range suites.Suites[1].Cases {
		assert.Equal(t, tc.Name == "auc of log", len(tc.Failures) > 0, tc.Name)
		if len(tc.Failures) > 0 {
			assert.Contains(t, tc.Failures[0], "log/case0.txt f1 w1")
		}
	}
	require.ErrorContains(t, c.Write(&bytes.Buffer{}, "yaml"), `the format is "yaml"; expected one of text, markdown, json, junit`)
}

func TestSpeedIsToldAndNotJudged(t *testing.T) {
	base, head := run(), run()
	timings := func(r *runfile.Run, speed float64) {
		r.Timings = &runfile.Timings{}
		for i, c := range r.Cases {
			r.Timings.Results = append(r.Timings.Results, runfile.Timing{Case: c.Name, System: "riffle", MBPerS: speed + float64(i)})
		}
	}
	timings(base, 100)
	timings(head, 10)
	c := compared(t, base, head, DefaultLimits())
	assert.True(t, c.OK())
	assert.Contains(t, c.text(), "speed, the median of 20 cases: 109.5 -> 19.5 MB/s, -82.19% (p=0.000)")
	c = compared(t, base, base, DefaultLimits())
	assert.Contains(t, c.text(), "109.5 -> 109.5 MB/s, ~ (p=1.000)")
	assert.Nil(t, compared(t, run(), head, DefaultLimits()).Systems[0].Speed)
}
