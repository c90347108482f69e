package sdktest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// usual are contents such as tools print them, one for each kind that the host
// knows. They are made by code, so that a test needs no files, and smaller where scale
// is over 1.
func usual(scale int) []sample {
	part := min(scale, 4)
	return []sample{
		{"a log", sdk.KindLog, []byte(logText(400 / part))},
		{"a test run", sdk.KindLog, []byte(testRun(120 / part))},
		{"a list of orders", sdk.KindJSON, []byte(orders(120 / part))},
		{"a status page", sdk.KindHTML, []byte(page(40 / part))},
		{"a manual", sdk.KindText, []byte(manual(12 / part))},
	}
}

// logText is lines of a service, most of them alike.
func logText(lines int) string {
	var b strings.Builder
	for i := range lines {
		at := fmt.Sprintf("2024-05-%02dT%02d:%02d:%02d.%03dZ", 1+i/80000%28, i/3600%24, i/60%60, i%60, i*37%1000)
		switch {
		case i%97 == 41:
			fmt.Fprintf(&b, "%s ERROR payment: order %d refused by bank: card expired (code %d)\n", at, 4700+i, 51+i%7)
			fmt.Fprintf(&b, "    at com.shop.payment.Gateway.charge(Gateway.java:%d)\n    at com.shop.api.Orders.pay(Orders.java:88)\n", 100+i%50)
		case i%31 == 7:
			fmt.Fprintf(&b, "%s WARN  pool: %d of 20 connections in use, waited %d ms\n", at, 15+i%5, 200+i%300)
		default:
			fmt.Fprintf(&b, "%s INFO  http: GET /api/items/%d 200 in %d ms from 10.0.%d.%d\n", at, 1000+i*7%9000, 2+i%40, i%4, i%250)
		}
	}
	return b.String()
}

func testRun(tests int) string {
	var b strings.Builder
	b.WriteString("=== RUN suite shop, 4 workers\n")
	for i := range tests {
		if i%43 == 17 {
			fmt.Fprintf(&b, "--- FAIL: TestRefund%d (0.%02ds)\n    refund_test.go:%d: got 12.%02d, want 12.50\n", i, i%90, 40+i, i%100)
			continue
		}
		fmt.Fprintf(&b, "--- PASS: TestCart%d (0.%02ds)\n", i, i%60)
	}
	return b.String() + "FAIL\nexit status 1\nFAIL    example.com/shop    2.418s\n"
}

func orders(n int) string {
	var b strings.Builder
	b.WriteString("{\n  \"total\": " + fmt.Sprint(n) + ",\n  \"page\": {\"size\": 200, \"next\": null},\n  \"orders\": [\n")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		status := "paid"
		if i%29 == 11 {
			status = "refused"
		}
		fmt.Fprintf(&b, `    {"id": %d, "status": %q, "customer": {"name": "Customer %d", "city": "Town %d"}, "lines": [{"sku": "A-%d", "count": %d}, {"sku": "B-%d", "count": 1}], "note": null}`,
			4700+i, status, i, i%9, 100+i%13, 1+i%4, 200+i)
	}
	b.WriteString("\n  ],\n  \"warnings\": [\"prices are without tax\"]\n}\n")
	return b.String()
}

func page(rows int) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html><head><title>Status of the shop</title><style>body { margin: 0 }</style></head>\n<body>\n" +
		"<nav><a href=\"/\">Home</a> <a href=\"/docs\">Manual</a></nav>\n<main><h1>Status of the shop</h1>\n" +
		"<p>All services but one are up. The last change was made on 3 May by the operator on duty, who restarted the queue.</p>\n<h2>Services</h2>\n<table>\n<tr><th>Service</th><th>State</th><th>Since</th></tr>\n")
	for i := range rows {
		state := "up"
		if i == rows/2 {
			state = "down"
		}
		fmt.Fprintf(&b, "<tr><td>worker-%d</td><td>%s</td><td>2024-05-%02d %02d:15</td></tr>\n", i, state, 1+i%28, i%24)
	}
	b.WriteString("</table>\n<h2>What to do</h2>\n")
	for i := range rows / 4 {
		fmt.Fprintf(&b, "<p>Step %d: look at the queue of worker-%d &amp; wait until it has fewer than %d entries, then start it again.</p>\n", i+1, i*3, 10+i)
	}
	b.WriteString("<ul><li>Never stop two workers at once.</li><li>Tell the shop&#39;s owner before noon.</li></ul>\n</main>\n<footer>Shop 2024</footer></body></html>\n")
	return b.String()
}

func manual(chapters int) string {
	var b strings.Builder
	b.WriteString("# The shop, a manual\n\nThis manual says how the shop is run and what to do when it is not.\n\n")
	for i := range chapters {
		fmt.Fprintf(&b, "## Chapter %d: the part that is called number %d\n\n", i+1, 100+i)
		fmt.Fprintf(&b, "The service listens on port %d and keeps its files below `/srv/shop-%d`. It is started by hand, since nobody has written "+
			"a unit for it, and it stops when its queue is empty. Warning: a restart loses up to %d orders.\n\n", 8000+i, i, 2+i)
		fmt.Fprintf(&b, "- `--workers N` sets how many orders are worked on at once, %d where it is not given\n- `--dry-run` changes nothing\n\n", 4+i)
		fmt.Fprintf(&b, "```\nshop-%d --workers %d --port %d\n```\n\n", i, 2+i, 8000+i)
	}
	return b.String()
}

// kindsToTry are the kinds of the processor, or those of them that an option names.
func (c *check) kindsToTry() []string {
	if len(c.kinds) == 0 {
		return c.info.Kinds
	}
	var out []string
	for _, k := range c.info.Kinds {
		if slices.Contains(c.kinds, k) {
			out = append(out, k)
		}
	}
	return out
}

// ordinary are the samples of the processor's kinds: the author's, and those of the
// kit. Where there are none, those of the kit are tried under its first kind.
func (c *check) ordinary() []sample {
	var out []sample
	kinds := c.kindsToTry()
	for _, s := range slices.Concat(c.samples, usual(c.scale)) {
		if slices.Contains(kinds, s.kind) {
			out = append(out, s)
		}
	}
	if len(out) == 0 && len(kinds) > 0 {
		for _, s := range usual(c.scale) {
			out = append(out, sample{s.name, kinds[0], s.content})
		}
	}
	return out
}

// many is a content of about n bytes like a sample: the author's again and again, or
// one of the kit with more in it. JSON and HTML stay one document.
func many(kind string, own []sample, n int) []byte {
	for _, s := range own {
		if s.kind == kind && len(s.content) > 0 && kind != sdk.KindJSON && kind != sdk.KindHTML {
			return repeated(s.content, n)
		}
	}
	switch kind {
	case sdk.KindJSON:
		return []byte(orders(max(1, n/205)))
	case sdk.KindHTML:
		return []byte(page(max(1, n/98)))
	case sdk.KindText:
		return []byte(manual(max(1, n/480)))
	default:
		return []byte(logText(max(1, n/85)))
	}
}

func repeated(part []byte, n int) []byte {
	out := make([]byte, 0, n+len(part))
	for len(out) < n {
		out = append(out, part...)
	}
	return out
}
