package sdktest

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc/metadata"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// worse is the reference but for what is set.
type worse struct {
	reference
	info    func(sdk.Info) sdk.Info
	process func(context.Context, sdk.Request) (sdk.Plan, error)
	match   func(sdk.Sample) (string, error)
}

func (w worse) Info() sdk.Info {
	if w.info != nil {
		return w.info(w.reference.Info())
	}
	return w.reference.Info()
}

func (w worse) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	if w.process != nil {
		return w.process(ctx, req)
	}
	return w.reference.Process(ctx, req)
}

func (w worse) Match(ctx context.Context, s sdk.Sample) (string, error) {
	if w.match != nil {
		return w.match(s)
	}
	return w.reference.Match(ctx, s)
}

// ordinarySample reports whether a request is for one of the samples as they are.
func ordinarySample(req sdk.Request) bool {
	return slices.ContainsFunc(append(usual(testScale), sample{"", kindTable, table}), func(s sample) bool {
		return s.kind == req.Kind && bytes.Equal(s.content, req.Content)
	})
}

// refuses fails on requests that it can't take.
func refuses(bad func(sdk.Request) bool) func() sdk.Processor {
	return func() sdk.Processor {
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			if bad(req) {
				return sdk.Plan{}, errors.New("a table was expected")
			}
			return reference{}.Process(ctx, req)
		}}
	}
}

// spoils changes plans, those of ordinary samples only.
func spoils(change func(sdk.Request, *sdk.Plan)) func() sdk.Processor {
	return func() sdk.Processor {
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			p, err := reference{}.Process(ctx, req)
			if err == nil && ordinarySample(req) {
				change(req, &p)
			}
			return p, err
		}}
	}
}

func with(process func(context.Context, sdk.Request) (sdk.Plan, error)) func() sdk.Processor {
	return func() sdk.Processor { return worse{process: process} }
}

func starts100(content []byte, with string) bool {
	return bytes.HasPrefix(content, []byte(strings.Repeat(with, 100)))
}

// largeTable reports whether a content is the table many times over.
func largeTable(req sdk.Request) bool {
	return req.Kind == kindTable && len(req.Content) > 2*len(table) && bytes.HasPrefix(req.Content, table)
}

// brokenProcessors break one promise each.
var brokenProcessors = map[string]func() sdk.Processor{
	"info-valid": func() sdk.Processor {
		return worse{info: func(i sdk.Info) sdk.Info { i.Version = "v1"; return i }}
	},
	"info-constant": func() sdk.Processor {
		var mu sync.Mutex
		version := "1.0.0"
		return worse{
			info: func(i sdk.Info) sdk.Info {
				mu.Lock()
				defer mu.Unlock()
				i.Version = version
				return i
			},
			process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
				mu.Lock()
				version = "1.0.1"
				mu.Unlock()
				return reference{}.Process(ctx, req)
			},
		}
	},
	"plan-valid":        spoils(func(_ sdk.Request, p *sdk.Plan) { p.Notes = []string{"two\nlines"} }),
	"spans-inside":      spoils(func(r sdk.Request, p *sdk.Plan) { p.Units[len(p.Units)-1].Span.End = len(r.Content) + 5 }),
	"no-invented-words": spoils(func(_ sdk.Request, p *sdk.Plan) { p.Units[0].Text = "everything is fine" }),
	"groups-true": spoils(func(_ sdk.Request, p *sdk.Plan) {
		if len(p.Groups) > 0 {
			p.Groups[0].Total++
		}
	}),
	"complete-is-true": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		whole := req.MaxTokens == 0
		if whole {
			req.MaxTokens = 512
		}
		p, err := reference{}.Process(ctx, req)
		p.Complete = p.Complete || whole
		return p, err
	}),
	"budget-honoured": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		if req.MaxTokens > 8 {
			req.MaxTokens /= 8
		}
		return reference{}.Process(ctx, req)
	}),
	"best-first": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		p, err := reference{}.Process(ctx, req)
		slices.Reverse(p.Order)
		return p, err
	}),
	"deterministic": func() sdk.Processor {
		var mu sync.Mutex
		n := 0
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			p, err := reference{}.Process(ctx, req)
			mu.Lock()
			defer mu.Unlock()
			if n++; n%2 == 0 {
				p.Summary = "another"
			}
			return p, err
		}}
	},
	"concurrent": func() sdk.Processor {
		var busy sync.Mutex
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			if !busy.TryLock() {
				return sdk.Plan{}, errors.New("busy")
			}
			defer busy.Unlock()
			runtime.Gosched()
			return reference{}.Process(ctx, req)
		}}
	},
	"input-not-mutated": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		p, err := reference{}.Process(ctx, req)
		if len(req.Content) > 0 {
			req.Content[0] = 'X'
		}
		return p, err
	}),
	"input-not-retained": func() sdk.Processor {
		var mu sync.Mutex
		seen := map[*byte]sdk.Plan{}
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			if !bytes.Contains(req.Content, []byte("paid")) || len(req.Content) > 1<<16 {
				return reference{}.Process(ctx, req)
			}
			mu.Lock()
			defer mu.Unlock()
			if p, ok := seen[&req.Content[0]]; ok {
				return p, nil
			}
			p, err := reference{}.Process(ctx, req)
			if err == nil {
				seen[&req.Content[0]] = p
			}
			return p, err
		}}
	},
	"travels":          spoils(func(_ sdk.Request, p *sdk.Plan) { p.Units[len(p.Units)-1].Row = 1 << 40 }),
	"empty":            refuses(func(r sdk.Request) bool { return len(r.Content) == 0 }),
	"one-byte":         with(panicsOn(func(r sdk.Request) bool { return len(r.Content) > 0 && utf8.RuneCount(r.Content) == 1 })),
	"crlf":             refuses(func(r sdk.Request) bool { return bytes.Contains(r.Content, []byte("x_\r\n")) || evenCRLF(r.Content) }),
	"no-final-newline": refuses(func(r sdk.Request) bool { r.Content = append(slices.Clone(r.Content), '\n'); return ordinarySample(r) }),
	"huge-line":        refuses(func(r sdk.Request) bool { return starts100(r.Content, "a") }),
	"deep-nesting":     refuses(func(r sdk.Request) bool { return starts100(r.Content, "[") }),
	"control-bytes":    refuses(func(r sdk.Request) bool { return bytes.Contains(r.Content, []byte{0, 0}) }),
	"all-scripts": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		p, err := reference{}.Process(ctx, req)
		if n := bytes.IndexRune(req.Content, '天'); n >= 0 && err == nil {
			p = sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: n + 1}, Group: -1}}, Order: []int{0}}
		}
		return p, err
	}),
	"spoiled":      refuses(func(r sdk.Request) bool { return bytes.HasPrefix(r.Content, []byte("<table><tr><td>")) }),
	"unknown-kind": refuses(func(r sdk.Request) bool { return r.Kind == "no-such-kind" }),
	"declines-cleanly": refuses(func(r sdk.Request) bool {
		return r.Kind == sdk.KindJSON && bytes.Equal(r.Content, []byte("all 3 tests passed\n"))
	}),
	"evidence-taken":          with(panicsOn(func(r sdk.Request) bool { return len(r.Evidence) > 100 })),
	"options-unknown-ignored": refuses(func(r sdk.Request) bool { return r.Options["no-such-option"] != "" && len(r.Evidence) == 0 }),
	"ablation-unknown-ignored": refuses(func(r sdk.Request) bool {
		return strings.Contains(r.Options[rank.AblateOption], "no-such-rule")
	}),
	"match-valid": func() sdk.Processor {
		return worse{match: func(s sdk.Sample) (string, error) {
			if bytes.Contains(s.Head, []byte{0}) {
				return sdk.KindLog, nil
			}
			return reference{}.Match(context.Background(), s)
		}}
	},
	"match-own": func() sdk.Processor {
		return worse{match: func(sdk.Sample) (string, error) { return "", nil }}
	},
	"large": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		if largeTable(req) {
			share := float64(len(req.Content)) / (largeBytes / testScale)
			work(ctx, time.Duration(share*share*float64(time.Second)))
		}
		return reference{}.Process(ctx, req)
	}),
	"cancel": with(func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		if largeTable(req) {
			pause(context.Background(), 600*time.Millisecond)
		}
		return reference{}.Process(ctx, req)
	}),
}

// evenCRLF reports whether every line of several ends in CR LF.
func evenCRLF(content []byte) bool {
	n := bytes.Count(content, []byte("\n"))
	return n > 10 && n == bytes.Count(content, []byte("\r\n")) && n == bytes.Count(content, []byte("\r"))
}

func panicsOn(bad func(sdk.Request) bool) func(context.Context, sdk.Request) (sdk.Plan, error) {
	return func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
		if bad(req) {
			panic("index out of luck")
		}
		return reference{}.Process(ctx, req)
	}
}

// pause is work that takes a while.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// work keeps a processor busy for a time.
func work(ctx context.Context, d time.Duration) {
	for began := computing(); computing()-began < d && ctx.Err() == nil; {
	}
}

// miscount is the estimator but for what is set.
type miscount struct {
	quarter
	info  func(sdk.EstimatorInfo) sdk.EstimatorInfo
	count func(context.Context, [][]byte) ([]int, error)
}

func (m miscount) Info() sdk.EstimatorInfo {
	if m.info != nil {
		return m.info(m.quarter.Info())
	}
	return m.quarter.Info()
}

func (m miscount) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	if m.count != nil {
		return m.count(ctx, texts)
	}
	return m.quarter.CountTokens(ctx, texts)
}

// recounts changes the count of each text.
func recounts(f func(ctx context.Context, all [][]byte, text []byte, n int) int) func() sdk.Estimator {
	return func() sdk.Estimator {
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			counts, err := quarter{}.CountTokens(ctx, texts)
			for i := range counts {
				counts[i] = f(ctx, texts, texts[i], counts[i])
			}
			return counts, err
		}}
	}
}

func chokes(bad func(text []byte) bool) func() sdk.Estimator {
	return func() sdk.Estimator {
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			if slices.ContainsFunc(texts, bad) {
				return nil, errors.New("no such token")
			}
			return quarter{}.CountTokens(ctx, texts)
		}}
	}
}

// brokenEstimators break one promise each.
var brokenEstimators = map[string]func() sdk.Estimator{
	"estimator-info-valid": func() sdk.Estimator {
		return miscount{info: func(i sdk.EstimatorInfo) sdk.EstimatorInfo { i.Encoding = ""; return i }}
	},
	"estimator-info-constant": func() sdk.Estimator {
		var mu sync.Mutex
		margin := 0.1
		return miscount{
			info: func(i sdk.EstimatorInfo) sdk.EstimatorInfo {
				mu.Lock()
				defer mu.Unlock()
				i.Margin = margin
				return i
			},
			count: func(ctx context.Context, texts [][]byte) ([]int, error) {
				mu.Lock()
				margin = 0.2
				mu.Unlock()
				return quarter{}.CountTokens(ctx, texts)
			},
		}
	},
	"estimator-exact-margin": func() sdk.Estimator {
		return miscount{info: func(i sdk.EstimatorInfo) sdk.EstimatorInfo { i.Exact = true; return i }}
	},
	"estimator-zero-for-empty": recounts(func(_ context.Context, _ [][]byte, _ []byte, n int) int { return max(n, 1) }),
	"estimator-empty-batch": func() sdk.Estimator {
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			if len(texts) == 0 {
				return nil, errors.New("no texts")
			}
			return quarter{}.CountTokens(ctx, texts)
		}}
	},
	"estimator-counts-valid": recounts(func(_ context.Context, _ [][]byte, text []byte, n int) int {
		if string(text) == "42" {
			return -1
		}
		return n
	}),
	"estimator-batch-equals-single": recounts(func(_ context.Context, all [][]byte, text []byte, n int) int {
		if len(all) > 1 && len(text) > 0 {
			return n + 1
		}
		return n
	}),
	"estimator-deterministic": func() sdk.Estimator {
		var mu sync.Mutex
		turn := 0
		return recounts(func(_ context.Context, _ [][]byte, text []byte, n int) int {
			mu.Lock()
			defer mu.Unlock()
			if string(text) == "hello" {
				turn++
				return n + turn%2
			}
			return n
		})()
	},
	"estimator-concurrent": func() sdk.Estimator {
		var busy sync.Mutex
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			if !busy.TryLock() {
				return nil, errors.New("busy")
			}
			defer busy.Unlock()
			runtime.Gosched()
			return quarter{}.CountTokens(ctx, texts)
		}}
	},
	"estimator-monotone": recounts(func(_ context.Context, _ [][]byte, text []byte, n int) int {
		if len(text) > 7000 && len(text) < 50_000 {
			return 7
		}
		return n
	}),
	"estimator-all-scripts":   chokes(func(text []byte) bool { return bytes.ContainsRune(text, 'ᚠ') }),
	"estimator-control-bytes": chokes(func(text []byte) bool { return bytes.Contains(text, []byte{0, 0}) }),
	"estimator-bad-bytes":     chokes(func(text []byte) bool { return !utf8.Valid(text) }),
	"estimator-huge-run":      chokes(func(text []byte) bool { return starts100(text, "a") }),
	"estimator-input-not-mutated": recounts(func(_ context.Context, _ [][]byte, text []byte, n int) int {
		if len(text) > 0 {
			text[0] = 'X'
		}
		return n
	}),
	"estimator-travels": recounts(func(ctx context.Context, _ [][]byte, text []byte, n int) int {
		if _, wire := metadata.FromIncomingContext(ctx); wire && len(text) > 0 {
			return n + 1
		}
		return n
	}),
	"estimator-large": func() sdk.Estimator {
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			if len(texts) == 1 && bytes.HasPrefix(texts[0], []byte("2024-05-01T00")) {
				share := float64(len(texts[0])) / (largeBytes / testScale)
				work(ctx, time.Duration(share*share*float64(time.Second)))
			}
			return quarter{}.CountTokens(ctx, texts)
		}}
	},
	"estimator-cancel": func() sdk.Estimator {
		return miscount{count: func(ctx context.Context, texts [][]byte) ([]int, error) {
			if len(texts) > 100 && len(texts[0]) > 10_000 {
				pause(context.Background(), 600*time.Millisecond)
			}
			return quarter{}.CountTokens(ctx, texts)
		}}
	},
}
