package daemon

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/riffle-dev/riffle/host/pipeline"
)

// Metrics are what a server counts. They serve one server.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	before   prometheus.Counter
	after    prometheus.Counter
	stoodIn  *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	refused  prometheus.Counter
}

// NewMetrics makes metrics that nothing was counted in.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "riffle_requests_total", Help: "Exchanges answered, by action and reason."}, []string{"action", "reason"}),
		before:   prometheus.NewCounter(prometheus.CounterOpts{Name: "riffle_tokens_before_total", Help: "Tokens of the texts that were counted, as they came."}),
		after:    prometheus.NewCounter(prometheus.CounterOpts{Name: "riffle_tokens_after_total", Help: "Tokens of the same texts as they were handed on."}),
		stoodIn:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "riffle_fallbacks_total", Help: "Texts that another processor, or the preview, shortened after a fault, by who did."}, []string{"processor"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "riffle_request_seconds", Help: "From a request's last byte to its answer, by action.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"action"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{Name: "riffle_connections_refused_total", Help: "Connections closed at once because there were too many."}),
	}
	m.registry.MustRegister(m.requests, m.before, m.after, m.stoodIn, m.seconds, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// record counts one answer.
func (m *Metrics) record(o pipeline.Outcome, took time.Duration) {
	m.requests.WithLabelValues(o.Action, o.Reason).Inc()
	if o.Fallback != "" {
		m.stoodIn.WithLabelValues(o.Fallback).Inc()
	}
	m.before.Add(float64(o.TokensBefore))
	m.after.Add(float64(o.TokensAfter))
	m.seconds.WithLabelValues(o.Action).Observe(took.Seconds())
}

// watch adds what is looked at only when somebody reads the metrics.
func (m *Metrics) watch(s *Server) {
	for _, g := range []struct {
		name, help string
		value      func() float64
	}{
		{"riffle_queue_running", "Exchanges that are worked on.", func() float64 { return float64(s.queue.running()) }},
		{"riffle_queue_waiting", "Exchanges that wait for their turn.", func() float64 { return float64(s.queue.waiting()) }},
		{"riffle_queue_capacity", "Exchanges that may wait.", func() float64 { return float64(s.o.Queue) }},
		{"riffle_held_bytes", "Bytes of requests in memory.", func() float64 { return float64(s.held.bytes()) }},
		{"riffle_connections", "Open connections.", func() float64 { return float64(s.connections()) }},
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: g.name, Help: g.help}, g.value))
	}
}

// Restarts is how often the plugins of a kind and name were started again.
type Restarts struct {
	Kind, Name string
	Count      int
}

// WatchPlugins adds how often plugins were started again; list is asked whenever
// somebody reads the metrics.
func (m *Metrics) WatchPlugins(list func() []Restarts) {
	m.registry.MustRegister(restarts{
		list: list,
		desc: prometheus.NewDesc("riffle_plugin_restarts_total", "Starts of a plugin after its first.", []string{"kind", "plugin"}, nil),
	})
}

type restarts struct {
	list func() []Restarts
	desc *prometheus.Desc
}

func (r restarts) Describe(ch chan<- *prometheus.Desc) { ch <- r.desc }
func (r restarts) Collect(ch chan<- prometheus.Metric) {
	for _, p := range r.list() {
		ch <- prometheus.MustNewConstMetric(r.desc, prometheus.CounterValue, float64(p.Count), p.Kind, p.Name)
	}
}
