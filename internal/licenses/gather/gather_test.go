package gather

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/licenses"
)

// The file is what the programs are linked with today. After a change of go.mod:
// go generate ./internal/licenses.
func TestTheFileIsThatOfToday(t *testing.T) {
	text, err := Text(context.Background())
	require.NoError(t, err)
	if string(text) == licenses.Text() {
		return
	}
	have, want := strings.Split(licenses.Text(), "\n"), strings.Split(string(text), "\n")
	for i := range min(len(have), len(want)) {
		require.Equal(t, want[i], have[i], "line %d of internal/licenses/THIRD_PARTY_LICENSES; expected that of today: run go generate ./internal/licenses", i+1)
	}
	t.Fatal("internal/licenses/THIRD_PARTY_LICENSES has another length; expected that of today: run go generate ./internal/licenses")
}

const mit = "MIT License\n\nCopyright (c) 1 X\n\nPermission is hereby granted,\nfree of charge, to any person"

func TestEachModuleHasALicenceThatIsKnown(t *testing.T) {
	texts := func(pairs ...string) map[string][]byte {
		out := map[string][]byte{}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i]] = []byte(pairs[i+1])
		}
		return out
	}
	for _, tc := range []struct {
		name        string
		texts       map[string][]byte
		want, fails string
	}{
		{"one", texts("LICENSE", mit), "MIT", ""},
		{"two in a file", texts("LICENSE", mit+"\nLicensed under the Apache License, Version 2.0"), "Apache-2.0 and MIT", ""},
		{"a notice beside", texts("LICENSE", mit, "NOTICE", "This product is X's.", "PATENTS", "Grants."), "MIT", ""},
		{"code of others in a folder", texts("LICENSE", mit, "old/LICENSE", "Redistribution and use in\nsource and binary forms"), "MIT and BSD", ""},
		{"none", nil, "", "x v1 has no licence in its folders; expected a file LICENSE"},
		{"a notice alone", texts("NOTICE", "This product is X's."), "", "has no licence in its folders"},
		{"no licence for software", texts("LICENSE", "Creative Commons Attribution 4.0"), "", "LICENSE of x v1 is no licence that is known"},
		{"an unknown one for a folder", texts("LICENSE", mit, "sub/COPYING", "All rights reserved."), "", "sub/COPYING of x v1 is no licence that is known"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := (&module{path: "x", version: "v1", texts: tc.texts}).license()
			assert.Equal(t, tc.want, got)
			if tc.fails != "" {
				assert.ErrorContains(t, err, tc.fails)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}

func TestLicencesAreReadUpToTheModule(t *testing.T) {
	root := t.TempDir()
	sub := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(sub, 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "c"), 0o755))
	for _, name := range []string{"LICENSE", "NOTICE.txt", "a/LICENCE-MIT", "a/b/COPYING.md", "a/b/license.go", "a/b/noticeboard.txt", "c/LICENSE"} {
		require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), []byte(mit), 0o600))
	}
	m := &module{path: "x", texts: map[string][]byte{}}
	require.NoError(t, m.read(root, sub))
	assert.Equal(t, []string{"LICENSE", "NOTICE.txt", "a/LICENCE-MIT", "a/b/COPYING.md"}, m.files(), "no other package's")
}

func TestATextStandsOnceAndNamesAllWhoseItIs(t *testing.T) {
	wide := strings.ReplaceAll(mit, "\n", "\r\n  ")
	one := &module{path: "one", version: "v1", programs: []string{"p", "q"}, texts: map[string][]byte{"LICENSE": []byte(mit)}}
	two := &module{path: "two", version: "v2", programs: []string{"q"}, texts: map[string][]byte{"LICENSE": []byte(wide)}}
	out, err := draw([]*module{one, two}, []string{"p", "q"})
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(out), "Copyright (c) 1 X"))
	assert.Contains(t, string(out), "one v1, MIT: all programs\ntwo v2, MIT: q\n")
	assert.Contains(t, string(out), "\none v1, LICENSE\ntwo v2, LICENSE\n")
	assert.NotContains(t, string(out), "\r")
}
