package agents

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testRow = "- insert:\n    - id: riffle\n      name: \"file:///p/index.js\"\n      config:\n        command: \"/bin/riffle\"\n"

func TestARowIsPutInAndTakenOut(t *testing.T) {
	for name, old := range map[string]string{
		"an empty list under comments": "# Your patch layer\n# `!!js` expressions allowed\n[]\n",
		"an empty list, no line end":   "[]",
		"an empty list and a remark":   "[]\n# none yet\n",
		"a remark alone":               "# none yet\n",
		"rows":                         "- id: web\n  config:\n    port: 1 # mine\n\n- insert:\n    - id: other\n      name: x\n",
		"rows without a last line end": "- id: web\n  disabled: true",
		"rows with tags":               "- id: web\n  config: { port: !!js 'env.PORT' }\n",
		"Windows line ends":            "- id: web\r\n  disabled: true\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			row := dshRow("file:///p/index.js", "/bin/riffle")
			require.Equal(t, testRow, row)
			once, err := putRow([]byte(old), row)
			require.NoError(t, err)
			assert.Contains(t, string(once), row)
			assert.Equal(t, "/bin/riffle", rowCommand(once))
			again, err := putRow(once, row)
			require.NoError(t, err)
			assert.Equal(t, string(once), string(again))
			moved, err := putRow(once, dshRow("file:///p/index.js", "/opt/riffle \"2\""))
			require.NoError(t, err)
			assert.Equal(t, `/opt/riffle "2"`, rowCommand(moved))
			back, err := takeRow(moved)
			require.NoError(t, err)
			assert.Equal(t, old, string(back))
			same, err := takeRow(back)
			require.NoError(t, err)
			assert.Equal(t, old, string(same))
		})
	}
}

func TestWhatTheUserChangedInTheRowStays(t *testing.T) {
	once, err := putRow([]byte("- id: riffle\n  config: {}\n"), testRow)
	require.NoError(t, err, "a patch of the row is no row")
	edited := strings.Replace(string(once), "      config:\n", "      # less\n      config:\n        targetTokens: 700\n", 1)
	again, err := putRow([]byte(edited), dshRow("file:///p/index.js", "/opt/$1"))
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(edited, "/bin/riffle", "/opt/$1", 1), string(again))
}

func TestAFileOfTheRowAloneIsRemoved(t *testing.T) {
	once, err := putRow(nil, testRow)
	require.NoError(t, err)
	back, err := takeRow(once)
	require.NoError(t, err)
	assert.Nil(t, back)
}

func TestRowsThatCameLaterStay(t *testing.T) {
	once, err := putRow([]byte("# mine\n[]\n"), testRow)
	require.NoError(t, err)
	back, err := takeRow(append(once, "- id: later\n"...))
	require.NoError(t, err)
	assert.Equal(t, "# mine\n\n- id: later\n", string(back))
}

func TestWhatCannotTakeARowIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, want string }{
		"no YAML":                 {"- [", "no YAML"},
		"a map":                   {"id: x\n", "no list"},
		"two documents":           {"- id: x\n---\n- id: y\n", "more than one"},
		"a list in brackets":      {"[{id: x}]\n", "cannot be added"},
		"rows that are indented":  {"  - id: x\n", "cannot be added"},
		"a row made by hand":      {"- insert:\n    - id: riffle\n      name: x\n", "by hand"},
		"a beginning without end": {"# riffle: begin\n- id: x\n", "without a line"},
		"a remark on the list":    {"[] # none\n", "follows"},
		"an empty list, spaced":   {"[ ]\n", "form"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := putRow([]byte(c.old), testRow)
			assert.ErrorContains(t, err, c.want)
		})
	}
}

func FuzzPutRow(f *testing.F) {
	f.Add([]byte("# a\n[]\n"))
	f.Add([]byte("- id: x\n  é: 1\n"))
	f.Add([]byte("# riffle: begin\n- id: x\n# riffle: end\n"))
	f.Fuzz(func(t *testing.T, old []byte) {
		if _, to, err := findRow(old); err != nil || to > 0 {
			return
		}
		once, err := putRow(old, testRow)
		if err != nil {
			return
		}
		back, err := takeRow(once)
		if err != nil || string(back) != string(old) {
			t.Fatalf("%q became %q: %v", old, back, err)
		}
	})
}
