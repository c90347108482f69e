package table

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// planOf makes a plan and checks it against the contract.
func planOf(t testing.TB, content string) sdk.Plan {
	t.Helper()
	req := sdk.Request{Content: []byte(content), Kind: Kind, MaxTokens: 8192}
	p, err := New().Process(t.Context(), req)
	require.NoError(t, err)
	require.NoError(t, sdk.CheckPlan(req, &p))
	return p
}

// best shows the first n units of the ranking, in the order of the content, one
// output line for each row.
func best(t testing.TB, content string, n int) string {
	t.Helper()
	p := planOf(t, content)
	shown := map[int]bool{}
	var add func(i int)
	add = func(i int) {
		if !shown[i] {
			shown[i] = true
			for _, k := range p.Units[i].Needs {
				add(k)
			}
		}
	}
	for _, i := range p.Order[:min(n, len(p.Order))] {
		add(i)
	}
	var b strings.Builder
	row := -1
	for i, u := range p.Units {
		if !shown[i] {
			continue
		}
		if row >= 0 {
			if u.Row != row {
				b.WriteByte('\n')
			} else {
				b.WriteString(u.Sep)
			}
		}
		row = u.Row
		if u.Text != "" {
			b.WriteString(u.Text)
		} else {
			b.WriteString(content[u.Span.Start:u.Span.End])
		}
	}
	return b.String()
}

func declines(t *testing.T, content string) {
	t.Helper()
	_, err := New().Process(t.Context(), sdk.Request{Content: []byte(content), Kind: Kind})
	require.ErrorIs(t, err, sdk.ErrDeclined)
}

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares what the first n units of testdata/NAME.in show with NAME.golden.
func golden(t *testing.T, n int) {
	files, err := filepath.Glob("testdata/*.in")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		content, err := os.ReadFile(f)
		require.NoError(t, err)
		name := strings.TrimSuffix(f, ".in") + ".golden"
		got := best(t, string(content), n) + "\n"
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(got), 0o644))
		}
		want, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, string(want), got, "%s; if this is meant, go test -update", name)
	}
}

// fuzz makes plans of anything and holds them to the contract.
func fuzz(f *testing.F, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		req := sdk.Request{Content: []byte(strings.ToValidUTF8(content, "\ufffd")), Kind: Kind, MaxTokens: 2048}
		p, err := New().Process(t.Context(), req)
		if errors.Is(err, sdk.ErrDeclined) {
			return
		}
		require.NoError(t, err)
		require.NoError(t, sdk.CheckPlan(req, &p))
	})
}

// bench plans a content again and again.
func bench(b *testing.B, content []byte) {
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Process(b.Context(), sdk.Request{Content: content, Kind: Kind, MaxTokens: 8192}); err != nil {
			b.Fatal(err)
		}
	}
}
