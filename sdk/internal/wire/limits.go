// Package wire converts between the types of sdk and the messages of the plugin
// protocol. What it decodes is taken as hostile: columns must agree in length,
// and counts are bounded before anything is allocated for them.
package wire

// Sizes that both sides set. A clear size error beats a process that the kernel
// kills for its memory, and a content that does not fit a few times into memory
// is better previewed than planned.
const (
	// MaxContent is the most bytes of content in one request, and of all texts in
	// one count.
	MaxContent = 64 << 20
	// MaxMessage is the most bytes of one message. The 1 MiB over MaxContent holds
	// what travels beside it: names, options, evidence and framing.
	MaxMessage = MaxContent + 1<<20
	// replyBase is what a reply may have at least: a plan of sdk.MaxUnits units
	// with needs and an order takes about 2 MiB, and short texts as much again.
	replyBase = 8 << 20
	// MaxReason is the most bytes of the reason of a declined request.
	MaxReason = 512
)

// MaxReply is the most bytes that an honest reply to a content of n bytes needs.
// Decoding makes up to sixteen bytes of one, so a small request must not be
// answered with a message of the largest size.
func MaxReply(n int) int { return min(MaxMessage, replyBase+n) }

// PanicMark begins the message of an INTERNAL status that stands for a panic in
// a handler, so that a host can tell it from the faults of gRPC itself.
const PanicMark = "riffle: panic: "
