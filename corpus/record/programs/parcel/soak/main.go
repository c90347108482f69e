// Command soak runs the tracking service on a local port, sends it parcels and
// lets one segment of its journal fail on the way: the third is a device that is
// always full. It prints the service's log and ends with 1 where parcels were
// refused.
//
// With -list it prints what GET /parcels answers instead.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"example.com/parcel/api"
	"example.com/parcel/journal"
)

var depots = []string{"Aarhus", "Bremen", "Cottbus", "Dresden", "Emden", "Fulda", "Gera", "Husum"}

func main() {
	parcels := flag.Int("parcels", 360, "how many parcels to send")
	list := flag.Bool("list", false, "print the parcels instead of the log")
	dir := flag.String("dir", ".", "folder of the journal")
	flag.Parse()
	if err := run(*parcels, *list, *dir); err != nil {
		fmt.Fprintln(os.Stdout, "soak: FAILED:", err)
		os.Exit(1)
	}
}

func run(parcels int, list bool, dir string) error {
	out := io.Writer(os.Stdout)
	if list {
		out = io.Discard
	}
	log := slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	j, err := journal.Open([]string{filepath.Join(dir, "seg-001"), filepath.Join(dir, "seg-002"), "/dev/full", filepath.Join(dir, "seg-004")}, 14000)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: api.New(log, out, j)}
	go server.Serve(listener)
	c := client{base: "http://" + listener.Addr().String(), journal: j, log: log, rand: rand.New(rand.NewPCG(7, 11))}
	log.Info("tracking service ready", "segments", 4, "limit", 14000, "depots", len(depots))
	for i := range parcels {
		c.parcel(i)
	}
	if list {
		return c.print(os.Stdout)
	}
	log.Info("soak finished", "parcels", parcels, "requests", c.requests, "refused", c.refused, "broken", c.broken)
	if c.refused+c.broken > 0 {
		return fmt.Errorf("%d requests refused and %d broken of %d; first refused parcel %s", c.refused, c.broken, c.requests, c.first)
	}
	return nil
}

// client sends parcels through their life, one after the other.
type client struct {
	base    string
	journal *journal.Journal
	log     *slog.Logger
	rand    *rand.Rand

	requests, refused, broken int
	first                     string
	waiting                   int
}

func (c *client) parcel(i int) {
	id := fmt.Sprintf("PX-%06d", 4000+i)
	km, grams := c.rand.IntN(1980), 100+c.rand.IntN(9000)
	switch i {
	case 61:
		grams = 0
	case 171:
		km = 2400
	}
	c.post("/parcels", id, map[string]any{"id": id, "depot": depots[c.rand.IntN(len(depots))], "distance_km": km, "grams": grams})
	for _, kind := range []string{"weighed", "sorted", "loaded", "delivered"} {
		body := map[string]any{"kind": kind, "grams": grams}
		if i == 127 && kind == "weighed" {
			body["grams"] = grams - 360
		}
		if status := c.post("/parcels/"+id+"/events", id, body); status == http.StatusNotFound {
			break // never received, so nothing can happen to it
		}
	}
	if c.waiting > 0 {
		if c.waiting--; c.waiting == 0 {
			if err := c.journal.Recover(); err != nil {
				c.log.Error("journal recovery failed", "err", err)
			} else {
				c.log.Info("journal recovered", "segment", c.journal.Segment())
			}
		}
	}
}

func (c *client) post(path, id string, body any) int {
	data, _ := json.Marshal(body)
	c.requests++
	resp, err := http.Post(c.base+path, "application/json", bytes.NewReader(data))
	if err != nil {
		c.broken++
		return 0
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	switch {
	case resp.StatusCode == http.StatusServiceUnavailable:
		if c.refused++; c.first == "" {
			c.first, c.waiting = id, 20 // an operator needs the time of twenty parcels
		}
	case resp.StatusCode >= 500:
		c.broken++
	}
	return resp.StatusCode
}

func (c *client) print(w io.Writer) error {
	resp, err := http.Get(c.base + "/parcels")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}
