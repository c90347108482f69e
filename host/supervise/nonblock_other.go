//go:build !unix

package supervise

// nonBlocking is nothing here: no path of this system's files waits for a writer.
const nonBlocking = 0
