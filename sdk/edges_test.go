package sdk

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// built makes a plan of a content, checks it, and returns what its units show and how
// many units each needs.
func built(t *testing.T, content string, add func(b *Builder)) (shown []string, p Plan) {
	t.Helper()
	req := Request{Content: []byte(content), MaxTokens: 1000}
	b := NewBuilder(req)
	add(b)
	p = b.Plan()
	if err := CheckPlan(req, &p); err != nil {
		t.Fatal(err)
	}
	for _, u := range p.Units {
		shown = append(shown, content[u.Span.Start:u.Span.End])
	}
	return shown, p
}

func TestBuilderMovesEdgesToCharacters(t *testing.T) {
	const content = "a港b港c"
	for name, c := range map[string]struct {
		add  func(b *Builder)
		want []string
	}{
		"a start":             {func(b *Builder) { b.Keep(Span{2, 5}, 1) }, []string{"港b"}},
		"an end":              {func(b *Builder) { b.Keep(Span{0, 7}, 1) }, []string{"a港b"}},
		"two that touch":      {func(b *Builder) { b.Keep(Span{0, 3}, 1); b.Keep(Span{3, 9}, 1) }, []string{"a", "港b港c"}},
		"within one":          {func(b *Builder) { b.Keep(Span{2, 3}, 1); b.Keep(Span{4, 5}, 1) }, []string{"b"}},
		"behind the content":  {func(b *Builder) { b.Keep(Span{8, 12}, 1); b.Keep(Span{12, 14}, 1) }, []string{"c"}},
		"ahead of it":         {func(b *Builder) { b.Keep(Span{-2, 1}, 1) }, []string{"a"}},
		"words from others":   {func(b *Builder) { b.Show(Span{0, 1}, "a 港", 1, From(Span{2, 3})) }, []string{"a"}},
		"copies":              {func(b *Builder) { b.Keep(Span{1, 4}, 1, Copies(Span{6, 8})) }, []string{"港"}},
		"a copy of no length": {func(b *Builder) { b.Keep(Span{1, 4}, 1, Copies(Span{6, 7})) }, []string{"港"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := built(t, content, c.add); !slices.Equal(got, c.want) {
				t.Fatalf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestBuilderLeavesOutWhatShowsNothing(t *testing.T) {
	const content = "ab  cd  ef gh"
	for name, c := range map[string]struct {
		add  func(b *Builder)
		want []string
	}{
		"empty":       {func(b *Builder) { b.Keep(Span{4, 4}, 1); b.Keep(Span{6, 4}, 1); b.Keep(Span{0, 2}, 1) }, []string{"ab"}},
		"a blank row": {func(b *Builder) { b.Keep(Span{2, 4}, 9); b.Keep(Span{4, 6}, 1) }, []string{"cd"}},
		"a blank in a row": {func(b *Builder) {
			r := b.NewRow()
			b.Keep(Span{0, 2}, 1, InRow(r, ""))
			b.Keep(Span{2, 4}, 1, InRow(r, ""))
		}, []string{"ab", "  "}},
		"a blank, needed":   {func(b *Builder) { n := b.Keep(Span{2, 4}, 0); b.Keep(Span{4, 6}, 1, Needs(n)) }, []string{"  ", "cd"}},
		"inside another":    {func(b *Builder) { b.Keep(Span{1, 2}, 1); b.Keep(Span{0, 6}, 1); b.Keep(Span{4, 6}, 3) }, []string{"ab  cd"}},
		"the same twice":    {func(b *Builder) { b.Keep(Span{0, 2}, 1); b.Keep(Span{0, 2}, 2) }, []string{"ab"}},
		"begins with it":    {func(b *Builder) { b.Keep(Span{0, 2}, 2); b.Keep(Span{0, 6}, 1) }, []string{"ab  cd"}},
		"one inside two":    {func(b *Builder) { b.Keep(Span{0, 10}, 1); b.Keep(Span{1, 8}, 1); b.Keep(Span{4, 6}, 1) }, []string{"ab  cd  ef"}},
		"inside, needs out": {func(b *Builder) { n := b.Keep(Span{1, 2}, 1); b.Keep(Span{0, 6}, 1, Needs(n)) }, []string{"ab  cd"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, p := built(t, content, c.add)
			if !slices.Equal(got, c.want) {
				t.Fatalf("%q, not %q", got, c.want)
			}
			if !p.Complete {
				t.Fatal("what shows nothing is not missed")
			}
		})
	}
}

func TestNeedsOfAUnitThatIsLeftOutStayGood(t *testing.T) {
	const content = "ab cd ef gh"
	needs := func(add func(b *Builder)) (out []string) {
		shown, p := built(t, content, add)
		for i, u := range p.Units {
			for _, n := range u.Needs {
				out = append(out, shown[i]+" needs "+shown[n])
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		add  func(b *Builder)
		want []string
	}{
		"empty": {func(b *Builder) {
			head := b.Keep(Span{0, 2}, 0)
			empty := b.Keep(Span{3, 3}, 0, Needs(head))
			b.Keep(Span{3, 5}, 1, Needs(b.Keep(Span{4, 4}, 0, Needs(empty))))
		}, []string{"cd needs ab"}},
		"inside another": {func(b *Builder) {
			b.Keep(Span{0, 5}, 1)
			b.Keep(Span{6, 8}, 1, Needs(b.Keep(Span{3, 5}, 0)))
		}, []string{"ef needs ab cd"}},
		"inside one that needs it back": {func(b *Builder) {
			inner := b.Keep(Span{3, 5}, 0, Needs(b.Keep(Span{9, 11}, 0)))
			b.Keep(Span{0, 5}, 1, Needs(b.Keep(Span{6, 8}, 1, Needs(inner))))
		}, []string{"ab cd needs ef", "ef needs gh"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := needs(c.add); !slices.Equal(got, c.want) {
				t.Fatalf("%q, not %q", got, c.want)
			}
		})
	}
}

// TestNestedUnitsMakeAPlanThatChecks adds units with spans that are empty, cut characters
// or stand inside one another, and needs between them.
func TestNestedUnitsMakeAPlanThatChecks(t *testing.T) {
	rnd := rand.New(rand.NewSource(7))
	content := ""
	for i := range 60 {
		content += fmt.Sprintf("port %d 港町 ", i)
	}
	for range 400 {
		built(t, content, func(b *Builder) {
			var add func(from, to, depth int)
			var handles []int
			add = func(from, to, depth int) {
				for at := from; at < to; {
					end := min(to, at+rnd.Intn(1+(to-from)/2))
					opts := []UnitOption{}
					if len(handles) > 0 && rnd.Intn(2) == 0 {
						opts = append(opts, Needs(handles[rnd.Intn(len(handles))]))
					}
					if rnd.Intn(3) == 0 {
						opts = append(opts, InRow(rnd.Intn(9), " "))
					}
					handles = append(handles, b.Keep(Span{at, end}, rnd.Float64(), opts...))
					if depth < 3 && rnd.Intn(3) == 0 {
						add(at, end, depth+1)
					}
					at = end + rnd.Intn(3)
				}
			}
			add(0, len(content), 0)
		})
	}
}
