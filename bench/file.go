package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
)

// setName is the last part of a corpus's path, numbered where it is not the first
// of that name.
func setName(dir string, names map[string]int) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	name := filepath.Base(dir)
	names[name]++
	if n := names[name]; n > 1 {
		return fmt.Sprintf("%s#%d", name, n)
	}
	return name
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// hashOfCase is that of its input and of what is asked of it.
func hashOfCase(s *score.Subject) string {
	asked, err := json.Marshal(struct {
		Kind, Tool, Command, Encoding string
		Facts                         any
	}{s.Case.Kind, s.Case.Tool, s.Case.Command, s.Case.Encoding, s.Case.Facts})
	if err != nil { // nothing in it can fail
		panic(err)
	}
	return hashOf([]byte(hashOf(s.Case.Data) + string(asked)))
}

// newRunFile puts a run's results together.
func newRunFile(cases []subject, systems []System, results []Result, o Options) *runfile.Run {
	f := &runfile.Run{Format: runfile.Format, Budgets: o.Budgets, RecallOnly: o.RecallOnly, Ablate: o.Ablate, Cases: []runfile.Case{}}
	for _, s := range systems {
		role := s.Role
		if role == "" {
			role = runfile.RoleSystem
		}
		f.Systems = append(f.Systems, runfile.System{Name: s.Name, About: s.About, Role: role, Transport: s.Transport, Kinds: s.Kinds})
	}
	hashes := map[string]*strings.Builder{}
	for i := range cases {
		s, c := cases[i].ready(), runfile.Case{Corpus: cases[i].set, Name: cases[i].Name, Kind: cases[i].Kind, Facts: []runfile.Fact{}, Results: []runfile.Result{}}
		c.Bytes, c.Tokens, c.SHA256 = len(s.Case.Data), s.Tokens, hashOfCase(s)
		c.Should, c.Verdict = routing.Expected(s.Case), KindOf(s)
		for _, fact := range s.Case.Facts {
			at := float64(strings.Index(s.Input, fact.Text)) / float64(max(1, len(s.Input)))
			c.Facts = append(c.Facts, runfile.Fact{ID: fact.ID, Text: fact.Text, Weight: fact.Weight, Why: fact.Why, At: at})
		}
		of := results[i*len(systems) : (i+1)*len(systems)]
		low, high := areaOf(of, headTail), areaOf(of, oracle)
		for k := range of {
			if !of[k].Skipped {
				c.Results = append(c.Results, newRunResult(&of[k], c.Facts, low, high, o))
			}
		}
		f.Cases = append(f.Cases, c)
		if hashes[c.Corpus] == nil {
			hashes[c.Corpus] = &strings.Builder{}
			f.Corpora = append(f.Corpora, runfile.Corpus{Name: c.Corpus})
		}
		hashes[c.Corpus].WriteString(c.Name + " " + c.SHA256 + "\n")
		f.Corpora[len(f.Corpora)-1].Cases++
	}
	for i := range f.Corpora {
		f.Corpora[i].SHA256 = hashOf([]byte(hashes[f.Corpora[i].Name].String()))
	}
	f.Summaries = summaries(results, systems)
	return f
}

// areaOf is the area of a system on a case, nil where it was not measured.
func areaOf(results []Result, system string) *float64 {
	for i := range results {
		if r := &results[i]; r.System == system && r.Err == nil && !r.Skipped && len(r.Points) > 0 {
			return &r.AUC
		}
	}
	return nil
}

// skillOf is nil where there is nothing to compare with.
func skillOf(auc float64, low, high *float64) *float64 {
	if low == nil || high == nil || *high <= *low {
		return nil
	}
	skill := score.Skill(auc, *low, *high)
	return &skill
}

func newRunResult(r *Result, facts []runfile.Fact, low, high *float64, o Options) runfile.Result {
	out := runfile.Result{System: r.System, Processor: r.Processor, Points: []runfile.Point{}, AUC: r.AUC, Monotony: runfile.Share(r.Monotony), Headline: r.Headline, Gates: r.Gates}
	if r.Err != nil {
		out.Error, _, _ = strings.Cut(r.Err.Error(), "\n")
		return out
	}
	if r.HasFacts && len(r.Points) > 0 {
		out.Skill = skillOf(r.AUC, low, high)
	}
	for i := range r.Points {
		p := &r.Points[i]
		q := runfile.Point{
			Budget: p.Budget, Tokens: p.Tokens, F: p.F, Heavy: runfile.Share(p.Heavy), Middle: runfile.Share(p.Middle),
			Structure: p.Structure, Honesty: p.Honesty, Recoverable: p.Recoverable, Overhead: p.Overhead,
			Gaps: p.Gaps, Silent: p.Silent, Strayed: p.Strayed, Gates: p.Gates, Remarks: p.Remarks, Found: []string{}, Lost: []string{},
		}
		for k, found := range p.Found {
			if found {
				q.Found = append(q.Found, facts[k].ID)
			} else {
				q.Lost = append(q.Lost, facts[k].ID)
			}
			if k < len(p.Hidden) && p.Hidden[k] {
				q.Hidden = append(q.Hidden, facts[k].ID)
			}
		}
		if o.Texts {
			q.Text = &p.Text
		}
		out.Points = append(out.Points, q)
	}
	return out
}
