//go:build unix

package supervise

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/riffle-dev/riffle/sdk"
)

// allocated is how many bytes the plugin of a mode takes.
const allocated = 512 << 20

// confined is what the plugin of a mode finds out about its confinement, as a
// reason to decline, or fails of.
func confined(mode string) error {
	said := func(lines ...string) error { return fmt.Errorf("%w: %s", sdk.ErrDeclined, strings.Join(lines, "\n")) }
	switch mode {
	case "descriptors":
		var lines []string
		entries, err := os.ReadDir("/proc/self/fd")
		for _, e := range entries {
			target, _ := os.Readlink("/proc/self/fd/" + e.Name())
			lines = append(lines, e.Name()+" "+target)
		}
		return errors.Join(err, said(lines...))
	case "environment-of-parent":
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))
		return said(fmt.Sprintf("%d %v", strings.Count(string(text), watchedSecret), err))
	case "reach":
		return said(reach())
	case "allocate":
		kept := make([]byte, allocated)
		return said(fmt.Sprint(len(kept)))
	case "open-files":
		for n := range 1000 {
			if _, err := os.Open("/dev/null"); err != nil {
				return said(fmt.Sprint(n), err.Error())
			}
		}
		return said("1000")
	case "where":
		dir, err := os.Getwd()
		mask := syscall.Umask(0)
		status, _ := os.ReadFile("/proc/self/status")
		score, _ := os.ReadFile("/proc/self/oom_score_adj")
		return errors.Join(err, said(dir, fmt.Sprintf("%o", mask), string(regexp.MustCompile(`NoNewPrivs:\s*(\d)`).FindSubmatch(status)[1]), strings.TrimSpace(string(score))))
	case "abort":
		debug.SetTraceback("crash") // a panic ends in SIGABRT, which dumps core
		go func() { panic("dump") }()
		select {}
	}
	return nil
}
