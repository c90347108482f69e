// Package api answers scanners and customers over HTTP.
package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"

	"example.com/parcel/fare"
	"example.com/parcel/journal"
)

// Parcel is what the service knows of a parcel.
type Parcel struct {
	ID       string   `json:"id"`
	Depot    string   `json:"depot"`
	Distance int      `json:"distance_km"`
	Grams    int      `json:"grams"`
	Price    int      `json:"price_cents"`
	Events   []string `json:"events"`
	Hold     *string  `json:"hold"`
}

// Server is the HTTP handler of the service.
type Server struct {
	log     *slog.Logger
	out     io.Writer
	journal *journal.Journal
	mux     *http.ServeMux

	mu      sync.Mutex
	parcels map[string]*Parcel
	serial  int
}

// New returns a server that records in j. Stacks go to out line by line, between
// the lines of the log.
func New(log *slog.Logger, out io.Writer, j *journal.Journal) *Server {
	s := &Server{log: log, out: out, journal: j, mux: http.NewServeMux(), parcels: map[string]*Parcel{}}
	s.mux.HandleFunc("POST /parcels", s.receive)
	s.mux.HandleFunc("POST /parcels/{id}/events", s.event)
	s.mux.HandleFunc("GET /parcels", s.list)
	return s
}

// ServeHTTP logs every request and survives a handler that panics.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	s.mu.Lock()
	s.serial++
	id := fmt.Sprintf("r%05d", s.serial)
	s.mu.Unlock()
	rec := &recorder{ResponseWriter: w, status: http.StatusOK}
	defer func() {
		if v := recover(); v != nil {
			s.log.Error("handler panicked", "request", id, "panic", fmt.Sprint(v))
			for _, line := range strings.Split(strings.TrimSpace(string(debug.Stack())), "\n") {
				fmt.Fprintln(s.out, line)
			}
			rec.WriteHeader(http.StatusInternalServerError)
		}
		level := slog.LevelInfo
		if rec.status >= 500 {
			level = slog.LevelWarn
		}
		s.log.Log(r.Context(), level, "request", "request", id, "method", r.Method, "path", r.URL.Path,
			"status", rec.status, "bytes", rec.bytes, "took", time.Since(begin).Round(time.Microsecond))
	}()
	s.mux.ServeHTTP(rec, r)
}

func (s *Server) receive(w http.ResponseWriter, r *http.Request) {
	var p Parcel
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	price, err := fare.Price(p.Distance, p.Grams)
	if err != nil {
		s.log.Info("parcel refused", "parcel", p.ID, "reason", err)
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	p.Price = price
	if !s.record(w, p.ID, "received", p.Depot) {
		return
	}
	s.mu.Lock()
	p.Events = []string{"received"}
	s.parcels[p.ID] = &p
	s.mu.Unlock()
	w.WriteHeader(http.StatusCreated)
}

func (s *Server) event(w http.ResponseWriter, r *http.Request) {
	var e struct {
		Kind  string `json:"kind"`
		Grams int    `json:"grams"`
	}
	if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id := r.PathValue("id")
	s.mu.Lock()
	p := s.parcels[id]
	s.mu.Unlock()
	if p == nil {
		http.Error(w, "no such parcel", http.StatusNotFound)
		return
	}
	if !s.record(w, id, e.Kind, "") {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.Events = append(p.Events, e.Kind)
	if e.Kind == "weighed" && e.Grams != p.Grams {
		reason := fmt.Sprintf("weighed %d g, declared %d g", e.Grams, p.Grams)
		p.Hold = &reason
		s.log.Info("parcel held at the scales", "parcel", id, "declared", p.Grams, "weighed", e.Grams)
	}
	w.WriteHeader(http.StatusAccepted)
}

// record writes an event, and tries once to recover a journal that failed
// before. It reports whether the event stands.
func (s *Server) record(w http.ResponseWriter, id, kind, note string) bool {
	_, err := s.journal.Append(journal.Event{Parcel: id, Kind: kind, Note: note})
	switch {
	case err == nil:
		return true
	case errors.Is(err, journal.ErrSegment):
		s.log.Error("journal append failed", "parcel", id, "event", kind, "segment", s.journal.Segment(), "err", err)
	default:
		s.log.Warn("event refused", "parcel", id, "event", kind, "err", err)
	}
	http.Error(w, err.Error(), http.StatusServiceUnavailable)
	return false
}

func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*Parcel, 0, len(s.parcels))
	for _, p := range s.parcels {
		out = append(out, p)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	w.Header().Set("Content-Type", "application/json")
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.Encode(map[string]any{"count": len(out), "parcels": out})
}

type recorder struct {
	http.ResponseWriter
	status, bytes int
}

func (r *recorder) WriteHeader(status int) { r.status = status; r.ResponseWriter.WriteHeader(status) }

func (r *recorder) Write(b []byte) (int, error) { r.bytes += len(b); return r.ResponseWriter.Write(b) }
