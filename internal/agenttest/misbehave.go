package agenttest

import (
	"bufio"
	"net"
	"os"
	"testing"
)

// Misbehave listens at a socket and has each connection handled once its request was
// read; the connection is closed afterwards.
func Misbehave(t testing.TB, socket string, handle func(net.Conn)) {
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close(); os.Remove(socket) })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				bufio.NewReader(conn).ReadSlice('\n')
				handle(conn)
			}()
		}
	}()
}
