package sdktest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

const kindTable = "table"

// table is a sample of a kind of its own.
var table = func() []byte {
	var b strings.Builder
	b.WriteString("#table orders\nid,status,price\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,paid,%d.50\n", 4700+i, i)
	}
	return []byte(b.String())
}()

// reference is a processor that keeps all promises: lines, errors first.
type reference struct{}

var _ sdk.Matcher = reference{}

func (reference) Info() sdk.Info {
	return sdk.Info{Name: "reference", Version: "1.0.0", Summary: "lines", Kinds: []string{"log", "json", kindTable}, Magic: []string{"#tab??"}, Stability: sdk.Stable}
}

func (reference) Match(_ context.Context, s sdk.Sample) (string, error) {
	if bytes.HasPrefix(s.Head, []byte("#table")) {
		return kindTable, nil
	}
	return "", nil
}

func (r reference) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	switch req.Kind {
	case sdk.KindLog, sdk.KindJSON, kindTable:
	default:
		return sdk.Plan{}, fmt.Errorf("%w: %q", sdk.ErrDeclined, req.Kind)
	}
	b := sdk.NewBuilder(req)
	at, n := 0, 0
	for at < len(req.Content) {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return sdk.Plan{}, ctx.Err()
		}
		line := req.Content[at:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		line = line[:min(len(line), 4000)]
		for at+len(line) < len(req.Content) && !utf8.RuneStart(req.Content[at+len(line)]) {
			line = line[:len(line)-1]
		}
		span := sdk.Span{Start: at, End: at + len(bytes.TrimRight(line, "\r\n"))}
		at += len(line)
		first, _, _ := bytes.Cut(line, []byte(" "))
		if bytes.Contains(line, []byte("ERROR")) {
			b.Keep(span, 10, sdk.Key(string(first)))
		} else if span.Len() > 0 {
			b.Keep(span, 1, sdk.Key(string(first)))
		}
	}
	r.groups(b, req)
	sum := 0
	for _, d := range req.Content {
		if d >= '0' && d <= '9' {
			sum += int(d - '0')
		}
	}
	b.Summary("%d lines, digits add up to %d", n, sum)
	return b.Plan(), nil
}

func (reference) groups(b *sdk.Builder, req sdk.Request) {
	var doc struct{ Orders []json.RawMessage }
	if req.Kind != sdk.KindJSON || json.Unmarshal(req.Content, &doc) != nil || doc.Orders == nil {
		return
	}
	start := bytes.Index(req.Content, []byte(`"orders": [`)) + len(`"orders": `)
	end := bytes.LastIndex(req.Content, []byte(`"warnings"`))
	end = start + bytes.LastIndexByte(req.Content[start:end], ']') + 1
	b.Group(sdk.Group{Ref: "$.orders", Unit: "items", Parent: -1, Span: sdk.Span{Start: start, End: end}, Total: len(doc.Orders)})
}

// testScale keeps the kit's own tests quick: it is proved on small contents.
const testScale = 64

// about are the options that the reference and all that is made of it are checked with.
func about() []Option {
	log := bytes.Repeat([]byte("INFO all is well with order 1\n"), 200)
	copy(log[len(log)/2:], "\nERROR 42 bad\n")
	return []Option{
		WithSample("a table", kindTable, table),
		WithMustKeep(sdk.KindLog, log, "ERROR 42 bad"),
		func(c *config) { c.scale, c.quick = testScale, 0 },
	}
}

// quarter is an estimator that keeps all promises.
type quarter struct{}

func (quarter) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "quarter", Version: "1.0.0", Summary: "a quarter of the bytes", Encoding: "bytes", Margin: 0.5}
}

func (quarter) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, t := range texts {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		counts[i] = (len(t) + 3) / 4
	}
	return counts, nil
}
