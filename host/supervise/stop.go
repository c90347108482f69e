package supervise

import (
	"context"
	"log/slog"
	"strings"
	"time"
)

const debugLevel = slog.LevelDebug

// logWriter writes lines to a log.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(p []byte) (int, error) {
	w.log.Debug("go-plugin", "line", strings.TrimSpace(string(p)))
	return len(p), nil
}

// stop ends the process, then what go-plugin holds for it. go-plugin's own Kill
// asks first and waits two seconds, or for ever where the process is stopped; once
// the process is gone it only clears up.
func (g *subprocessGeneration) stop(now bool) {
	if !now {
		g.process.closeStdin()
		timer := time.AfterFunc(g.o.KillAfter, func() { g.process.end() })
		defer timer.Stop()
		isDead(g, g.o.KillAfter+killBound)
	}
	_ = g.process.Kill(context.Background())
	cleared := make(chan struct{})
	go func() {
		g.client.Kill()
		close(cleared)
	}()
	timer := time.NewTimer(killBound)
	defer timer.Stop()
	select {
	case <-cleared:
	case <-timer.C:
	}
	g.process.closeOutputs()
}
