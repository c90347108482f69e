// Command ferry answers for a small ferry line: bookings, incidents, metrics,
// crew, routes, its configuration and a status page. All data is made from a
// fixed seed and the clock is its own, so every run answers alike.
//
// It listens on 127.0.0.1:8474. With the words `night EVENTS TROUBLE` it prints what
// the back office logs in a night instead.
package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"time"
)

// clock is a time that only moves when something happens.
type clock struct{ now time.Time }

func (c *clock) tick(d time.Duration) time.Time {
	c.now = c.now.Add(d)
	return c.now
}

var start = time.Date(2026, 5, 14, 3, 12, 0, 0, time.UTC)

func main() {
	c := &clock{now: start}
	log := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				a.Value = slog.TimeValue(c.tick(173 * time.Millisecond))
			}
			return a
		},
	}))
	if len(os.Args) == 4 && os.Args[1] == "night" {
		events, _ := strconv.Atoi(os.Args[2])
		trouble, _ := strconv.Atoi(os.Args[3])
		night(log, c, events, trouble)
		return
	}
	mux := http.NewServeMux()
	reply := func(path string, indent bool, make func(page int) any) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.URL.Query().Get("page"))
			w.Header().Set("Content-Type", "application/json")
			e := json.NewEncoder(w)
			if indent {
				e.SetIndent("", "  ")
			}
			e.SetEscapeHTML(false)
			if err := e.Encode(make(max(page, 1))); err != nil {
				log.Error("answer", "path", path, "err", err)
			}
		})
	}
	reply("/v1/bookings", true, bookings)
	reply("/v1/incidents", true, incidents)
	reply("/v1/metrics/range", false, metrics)
	reply("/v1/config", true, configuration)
	reply("/v1/crew", true, crew)
	reply("/v1/routes.geojson", false, routes)
	mux.HandleFunc("GET /status", status)
	mux.HandleFunc("GET /manifest/{sailing}", manifest)
	if err := http.ListenAndServe("127.0.0.1:8474", mux); err != nil {
		log.Error("listen", "err", err)
		os.Exit(1)
	}
}
