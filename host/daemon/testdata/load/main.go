// Command load asks a running server as eight agents would, and says how long the
// answers took and what the server held meanwhile.
//
//	socket=$(riffle serve --start)
//	go run ./host/daemon/testdata/load -socket "$socket" -clients 8 -for 10m
//	go run ./host/daemon/testdata/load -socket "$socket" -clients 1 -sizes 100000 -for 20s
//
// Every original of a replaced text is read back and compared. The exit status is 1
// where an answer is wrong or missing.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	socket  = flag.String("socket", "", "socket of the server")
	clients = flag.Int("clients", 8, "connections at once")
	long    = flag.Duration("for", time.Minute, "how long to ask")
	sizes   = flag.String("sizes", "1000,10000,100000,100000,1000000,2500000", "bytes of the texts, mixed")
	same    = flag.Bool("same", false, "ask for the same text each time, which is stored once")
	fresh   = flag.Bool("fresh", false, "a connection for each exchange, as hooks have it")
	every   = flag.Duration("every", 30*time.Second, "how often to print what the server holds")
)

// sample is one answer.
type sample struct {
	bytes  int
	action string
	took   time.Duration
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run() error {
	var list []int
	for s := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(s)
		if err != nil {
			return err
		}
		list = append(list, n)
	}
	ctx, cancel := context.WithTimeout(context.Background(), *long)
	defer cancel()
	results := make([][]sample, *clients)
	errs := make([]error, *clients)
	var wg sync.WaitGroup
	held()
	for i := range *clients {
		wg.Go(func() { results[i], errs[i] = ask(ctx, uint64(i), list) })
	}
	watch := make(chan struct{})
	go func() {
		defer close(watch)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(*every):
				held()
			}
		}
	}()
	wg.Wait()
	<-watch
	held()
	report(slices.Concat(results...))
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// ask is one agent.
func ask(ctx context.Context, seed uint64, sizes []int) (out []sample, err error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	var conn net.Conn
	var r *bufio.Reader
	for n := 0; ctx.Err() == nil; n++ {
		size := sizes[rng.IntN(len(sizes))]
		text := log(rng, size)
		if *same {
			text = log(rand.New(rand.NewPCG(seed, 2)), size)
		}
		line, err := json.Marshal(map[string]any{"id": n,
			"exec":   map[string]any{"name": "bash", "callId": strconv.Itoa(n), "session": "load-" + strconv.FormatUint(seed, 10)},
			"result": map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}}})
		if err != nil {
			return out, err
		}
		began := time.Now()
		if conn == nil {
			if conn, err = net.Dial("unix", *socket); err != nil {
				return out, err
			}
			defer conn.Close()
			r = bufio.NewReaderSize(conn, 64<<10)
		}
		if _, err := conn.Write(append(line, '\n')); err != nil {
			return out, err
		}
		answer, err := r.ReadBytes('\n')
		if err != nil {
			return out, fmt.Errorf("exchange %d of %d bytes: %w", n, size, err)
		}
		took := time.Since(began)
		if *fresh {
			conn.Close()
			conn = nil
		}
		action, err := check(n, text, answer)
		if err != nil {
			return out, fmt.Errorf("exchange %d of %d bytes: %w", n, size, err)
		}
		out = append(out, sample{size, action, took})
	}
	return out, nil
}

// check says whether an answer is the one to the question, and reads back what it says
// was stored.
func check(n int, text string, answer []byte) (string, error) {
	var a struct {
		ID       int
		Decision *struct{ Content []struct{ Text string } }
		Outcome  struct{ Action, Reason, Detail string }
		Locator  *struct{ Path, SHA256 string }
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return "", err
	}
	action := a.Outcome.Action + " " + a.Outcome.Reason
	switch {
	case a.ID != n:
		return action, fmt.Errorf("the answer is that to %d", a.ID)
	case a.Outcome.Action != "replaced":
		return action, nil
	case a.Decision == nil || len(a.Decision.Content) != 1 || !strings.HasPrefix(a.Decision.Content[0].Text, "[riffle: "):
		return action, fmt.Errorf("replaced, without a text")
	}
	stored, err := os.ReadFile(a.Locator.Path)
	if err != nil {
		return action, err
	}
	if sum := sha256.Sum256(stored); string(stored) != text || hex.EncodeToString(sum[:]) != a.Locator.SHA256 {
		return action, fmt.Errorf("%s is not the original", a.Locator.Path)
	}
	return action, nil
}

// log makes a log of about n bytes, with a failure in it.
func log(rng *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		if rng.IntN(400) == 0 {
			fmt.Fprintf(&b, "2026-01-02T10:00:%02d ERROR shard %d lost its leader: connection refused\n", rng.IntN(60), rng.IntN(1000))
			continue
		}
		fmt.Fprintf(&b, "2026-01-02T10:00:%02d INFO request %d of worker %d served in %d ms\n", rng.IntN(60), rng.IntN(1e6), rng.IntN(64), rng.IntN(900))
	}
	return b.String()
}

// held prints what the server holds.
func held() {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", *socket)
	}}}
	res, err := c.Get("http://riffle/metrics")
	if err != nil {
		fmt.Println("metrics:", err)
		return
	}
	defer res.Body.Close()
	all, _ := io.ReadAll(res.Body)
	fmt.Print(time.Now().Format("15:04:05"))
	for _, name := range []string{"go_goroutines", "process_open_fds", "process_resident_memory_bytes", "go_memstats_heap_inuse_bytes", "riffle_held_bytes", "riffle_queue_running", "riffle_queue_waiting"} {
		for line := range bytes.Lines(all) {
			if value, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(name+" ")); ok {
				f, _ := strconv.ParseFloat(string(value), 64)
				fmt.Printf(" %s=%.0f", name, f)
			}
		}
	}
	fmt.Println()
}

// report prints the times by size and by what became of the text.
func report(all []sample) {
	by := map[string][]time.Duration{}
	for _, s := range all {
		key := fmt.Sprintf("%9d bytes %s", s.bytes, s.action)
		by[key] = append(by[key], s.took)
	}
	var keys []string
	for k := range by {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		t := by[k]
		slices.Sort(t)
		at := func(q float64) time.Duration { return t[int(q*float64(len(t)-1))].Round(10 * time.Microsecond) }
		fmt.Printf("%-45s n=%d p50=%s p95=%s max=%s\n", k, len(t), at(.5), at(.95), at(1))
	}
}
