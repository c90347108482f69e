package supervise

import "sync"

// ringSize is how much of a plugin's standard error is kept for the doctor.
const ringSize = 64 << 10

// ring keeps the last bytes written to it. It is safe for concurrent use.
type ring struct {
	mu   sync.Mutex
	size int
	buf  []byte // grows to twice size before it is cut to size
}

func newRing(size int) *ring { return &ring{size: size} }

// Write never fails.
func (r *ring) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(p)
	if n > r.size {
		p = p[n-r.size:]
	}
	if len(r.buf)+len(p) > 2*r.size {
		kept := copy(r.buf, r.buf[len(r.buf)-r.size:])
		r.buf = r.buf[:kept]
	}
	r.buf = append(r.buf, p...)
	return n, nil
}

// String returns at most size bytes, the last ones.
func (r *ring) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.buf[max(0, len(r.buf)-r.size):])
}
