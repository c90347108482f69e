// Package shapes makes contents such as tools print them, and spoils them in the
// ways in which terminals, loggers and other tools spoil them, for tests that look
// for what nobody thought of. A content depends on its Recipe alone, so a finding
// can be made again from a line of text.
//
// What is made stands in two tables: shapes (table.go) and mutations
// (mutations.go). To add to either, add a row.
package shapes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Recipe says how a content is made.
type Recipe struct {
	Seed      uint64
	Shape     string
	Lines     int      // of the shape, before any mutation: lines, rows, records
	Mutations []string // in the order in which they are applied
}

// MaxLines is the most that Random asks for.
const MaxLines = 120

// maxBytes bounds what mutations may make of a content.
const maxBytes = 64 << 10

// Random is a recipe from a seed: any shape, none to four mutations.
func Random(seed uint64) Recipe {
	r := rand.New(rand.NewPCG(seed, 1))
	rec := Recipe{Seed: seed, Shape: table[r.IntN(len(table))].Name, Lines: 2 + r.IntN(1<<(2+r.IntN(6)))}
	rec.Lines = min(rec.Lines, MaxLines)
	for range r.IntN(5) {
		rec.Mutations = append(rec.Mutations, mutations[r.IntN(len(mutations))].name)
	}
	return rec
}

// Pick is a recipe of numbers, any of which is allowed, so that a fuzzing engine may
// turn each of them by itself.
func Pick(seed uint64, shape, lines byte, muts ...byte) Recipe {
	rec := Recipe{Seed: seed, Shape: table[int(shape)%len(table)].Name, Lines: 1 + int(lines)%MaxLines}
	for _, m := range muts {
		if k := int(m) % (len(mutations) + 1); k > 0 {
			rec.Mutations = append(rec.Mutations, mutations[k-1].name)
		}
	}
	return rec
}

// String is the recipe as Parse reads it.
func (r Recipe) String() string {
	return fmt.Sprintf("shape=%s lines=%d mutations=%s seed=%d", r.Shape, r.Lines, strings.Join(r.Mutations, ","), r.Seed)
}

// Parse reads what String wrote. Words that are no part of a recipe are an error.
func Parse(s string) (Recipe, error) {
	var r Recipe
	for _, f := range strings.Fields(s) {
		name, value, _ := strings.Cut(f, "=")
		var err error
		switch name {
		case "shape":
			r.Shape = value
		case "lines":
			r.Lines, err = strconv.Atoi(value)
		case "seed":
			r.Seed, err = strconv.ParseUint(value, 10, 64)
		case "mutations":
			r.Mutations = strings.FieldsFunc(value, func(c rune) bool { return c == ',' })
		default:
			err = fmt.Errorf("expected shape, lines, mutations or seed")
		}
		if err != nil {
			return r, fmt.Errorf("shapes: %q: %w", f, err)
		}
	}
	_, err := r.Content()
	return r, err
}

// Content makes the content. It may hold any bytes, and be empty.
func (r Recipe) Content() ([]byte, error) {
	i := slices.IndexFunc(table, func(s Shape) bool { return s.Name == r.Shape })
	if i < 0 {
		return nil, fmt.Errorf("shapes: there is no shape %q; there are %s", r.Shape, strings.Join(Names(), ", "))
	}
	m := newMaker(r.Seed)
	text := m.shape(table[i], max(1, r.Lines))
	for k, name := range r.Mutations {
		j := slices.IndexFunc(mutations, func(m mutation) bool { return m.name == name })
		if j < 0 {
			return nil, fmt.Errorf("shapes: there is no mutation %q; there are %s", name, strings.Join(Mutations(), ", "))
		}
		// Each has numbers of its own, so that one can be left out without changing the rest.
		m.Rand = rand.New(rand.NewPCG(r.Seed, uint64(k)<<16|uint64(len(name))))
		text = mutations[j].apply(m, text)
		text = text[:min(len(text), maxBytes)]
	}
	return []byte(text), nil
}

// Must is Content of a recipe that came from Random, Pick or Parse.
func (r Recipe) Must() []byte {
	b, err := r.Content()
	if err != nil {
		panic(err)
	}
	return b
}

// Shape is one row of the table: what a tool prints, line by line.
type Shape struct {
	Name string
	Kind string // what the host takes it for, as long as nothing spoils it
	Head string // template of what stands before the lines
	Line string // templates, one a line; "N* " before one makes it N times as likely, \n in it is a line end, \t a tab, \\ a backslash
	Sep  string // between two lines; "" means a line end
	Tail string // template
}

// Names lists the shapes.
func Names() []string {
	var out []string
	for _, s := range table {
		out = append(out, s.Name)
	}
	return out
}

// OfKind lists the shapes of a kind.
func OfKind(kind string) []string {
	var out []string
	for _, s := range table {
		if s.Kind == kind {
			out = append(out, s.Name)
		}
	}
	return out
}

// Mutations lists the mutations.
func Mutations() []string {
	var out []string
	for _, m := range mutations {
		out = append(out, m.name)
	}
	return out
}

// Apply applies one mutation to a text that no shape made.
func Apply(mutation string, seed uint64, text []byte) ([]byte, error) {
	for _, m := range mutations {
		if m.name == mutation {
			out := m.apply(newMaker(seed), string(text))
			return []byte(out[:min(len(out), max(maxBytes, len(text)))]), nil
		}
	}
	return nil, fmt.Errorf("shapes: there is no mutation %q; there are %s", mutation, strings.Join(Mutations(), ", "))
}

// escapes are what a line of a template may hold.
var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t")

// shape draws n lines of a shape.
func (m *maker) shape(s Shape, n int) string {
	var lines []string
	for _, l := range strings.Split(strings.Trim(s.Line, "\n"), "\n") {
		weight := 1
		if k, rest, ok := strings.Cut(l, "* "); ok {
			if w, err := strconv.Atoi(k); err == nil {
				weight, l = w, rest
			}
		}
		for range weight {
			lines = append(lines, escapes.Replace(l))
		}
	}
	sep := s.Sep
	if sep == "" {
		sep = "\n"
	}
	var b strings.Builder
	b.WriteString(m.fill(s.Head))
	for i := range n {
		if i > 0 {
			b.WriteString(sep)
		}
		m.count = i
		b.WriteString(m.fill(lines[m.IntN(len(lines))]))
	}
	if s.Sep == "" {
		b.WriteByte('\n')
	}
	b.WriteString(m.fill(s.Tail))
	return b.String()
}
