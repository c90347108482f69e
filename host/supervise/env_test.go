//go:build unix

package supervise

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEnvironment(t *testing.T) {
	for _, name := range allowed {
		t.Setenv(name, "") // set, so that t restores it
	}
	t.Setenv("TZ", "UTC")
	t.Setenv("PATH", "/home/me/bin:/usr/bin")
	t.Setenv("TOKEN", "secret")
	for name, c := range map[string]struct {
		further []string
		want    []string
	}{
		"PATH is fixed and not the host's":       {nil, []string{"LANG=", "LC_ALL=", "TMPDIR=", "TZ=UTC", "PATH=/usr/local/bin:/usr/bin:/bin"}},
		"the host's PATH only where allowed":     {[]string{"PATH"}, []string{"LANG=", "LC_ALL=", "TMPDIR=", "TZ=UTC", "PATH=/home/me/bin:/usr/bin"}},
		"an allowed name is passed once":         {[]string{"TOKEN", "TOKEN", "TZ"}, []string{"LANG=", "LC_ALL=", "TMPDIR=", "TZ=UTC", "TOKEN=secret", "PATH=/usr/local/bin:/usr/bin:/bin"}},
		"a name that the host lacks is left out": {[]string{"RIFFLE_NO_SUCH_NAME"}, []string{"LANG=", "LC_ALL=", "TMPDIR=", "TZ=UTC", "PATH=/usr/local/bin:/usr/bin:/bin"}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, environment(c.further)) })
	}
}
