package mcp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkResult is what a result costs in the proxy itself, without the host's work:
// a text in content and again in structuredContent, as the filesystem server has it.
func BenchmarkResult(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 2500 << 10} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			text := strings.Repeat(`2026-01-01T00:00:00Z INFO request 17 ok\n`, size/40)
			result := frame("1", `{"content":[{"type":"text","text":"`+text+`"}],"structuredContent":{"content":"`+text+`"}}`) + "\n"
			call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}` + "\n"
			clientIn, say := io.Pipe()
			serverHears, serverIn := io.Pipe()
			serverOut, serverSays := io.Pipe()
			clientHears, clientOut := io.Pipe()
			go func() {
				_ = New(newFakeHost(), Options{}).Run(context.Background(), Ends{clientIn, clientOut}, Ends{serverOut, serverIn})
			}()
			line := func(r io.Reader, buf []byte) {
				for {
					n, err := r.Read(buf)
					if err != nil || n > 0 && buf[n-1] == '\n' {
						return
					}
				}
			}
			buf := make([]byte, 64<<10)
			b.SetBytes(int64(len(result)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = io.WriteString(say, call)
				line(serverHears, buf)
				go func() { _, _ = io.WriteString(serverSays, result) }()
				line(clientHears, buf)
			}
			say.Close()
			serverSays.Close()
		})
	}
}
