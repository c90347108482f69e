package shapes

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestARecipeAlwaysMakesTheSame(t *testing.T) {
	for seed := range uint64(2000) {
		r := Random(seed)
		first := r.Must()
		back, err := Parse(r.String())
		require.NoError(t, err)
		require.Equal(t, first, back.Must(), r.String())
	}
}

func TestTheStandardLibraryIsEnough(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("the go command is needed: %v", err)
	}
	for _, path := range strings.Fields(string(out)) {
		if strings.Contains(strings.Split(path, "/")[0], ".") {
			require.Contains(t, path, "/internal/shapes", "plugins' tests need this package")
		}
	}
}

func TestEveryTemplateIsFilled(t *testing.T) {
	names := map[string]bool{}
	for name := range fields {
		names[name] = true
	}
	for name := range lists {
		require.False(t, names[name], "%s is a field and a list", name)
	}
	for _, s := range table {
		text := Recipe{Shape: s.Name, Lines: MaxLines}.Must()
		require.NotContains(t, string(text), "<|", s.Name)
		for name := range lists {
			require.False(t, bytes.Contains(text, []byte("<"+name+">")), "%s: %s", s.Name, name)
		}
		require.NotRegexp(t, `<\d+\.\.\d+>`, string(text), s.Name)
	}
}

func TestEveryMutationChangesSomething(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range mutations {
		require.False(t, seen[m.name], "%s stands twice", m.name)
		seen[m.name] = true
		changed := false
		for seed := range uint64(20) {
			r := Recipe{Seed: seed, Shape: "log4j", Lines: 30}
			plain := r.Must()
			r.Mutations = []string{m.name}
			changed = changed || !bytes.Equal(plain, r.Must())
		}
		require.True(t, changed, m.name)
	}
}

func TestMutationsTakeAnyText(t *testing.T) {
	for _, m := range mutations {
		for _, s := range []string{"", "\n", "\r", "a", "é", "\xff", "a\n\nb", strings.Repeat("x ", 100)} {
			require.NotPanics(t, func() { m.apply(newMaker(1), s) }, fmt.Sprintf("%s of %q", m.name, s))
		}
	}
}

func TestParseSaysWhatThereIs(t *testing.T) {
	_, err := Parse("shape=none seed=1")
	require.ErrorContains(t, err, "log4j")
	_, err = Parse("shape=log4j mutations=none")
	require.ErrorContains(t, err, "crlf")
	_, err = Parse("colour=red")
	require.ErrorContains(t, err, "expected shape")
}

func BenchmarkContent(b *testing.B) {
	n := 0
	for i := range b.N {
		n += len(Random(uint64(i)).Must())
	}
	b.ReportMetric(float64(n)/float64(b.N), "bytes/op")
}
