package json

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASignBesideTheEqualsSignOfAKeyStaysWhatItIs(t *testing.T) {
	const content = `{"log": "=== RUN Gate", "than": ">= 5 words", "type<script>": "text", "not": "!ready", "same": "== 7 words", "plain": "a=b"}`
	require.ElementsMatch(t, []string{"log= === RUN Gate", "than= >= 5 words", "type<script> =text", "not= !ready", "same= == 7 words", "plain=a=b"}, texts(content, plan(t, content)))
}
