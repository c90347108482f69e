package fit

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// cells makes a unit of each part between bars, which are not in the content; what
// stands between braces is in no unit.
func cells(s string) (content []byte, units []sdk.Unit) {
	start := 0
	add := func() {
		if len(content) > start {
			units = append(units, sdk.Unit{Span: sdk.Span{Start: start, End: len(content)}, Group: -1})
		}
		start = len(content)
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '|', '{':
			add()
		case '}':
			start = len(content)
		default:
			content = append(content, s[i])
		}
	}
	add()
	return content, units
}

func TestEdgesAreMovedOutOfWordsAndNumbers(t *testing.T) {
	for given, want := range map[string]string{
		"exit status 1{37 and more}":             "exit status 137{ and more}",
		"exit status 1|37 and more":              "exit status 137| and more",
		"{took 98}211 ms":                        "{took }98211 ms",
		"{-}5 of them":                           "-5 of them",
		"load 12{% now}":                         "load 12%{ now}",
		"{ab}c{de}f":                             "abcde|f",
		"whole |words| stay":                     "whole |words| stay",
		"日本{語}":                                  "日本{語}",
		"a {b" + strings.Repeat("x", 300) + "}y": "a {b" + strings.Repeat("x", 300) + "}y",
	} {
		content, units := cells(given)
		same, expected := cells(want)
		require.Equal(t, same, content)
		require.Equal(t, expected, wholeWords(content, units), given)
	}
}
