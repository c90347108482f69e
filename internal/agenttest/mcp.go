package agenttest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// mcpVariable has a test's program be an MCP server.
const mcpVariable = "RIFFLE_TEST_MCP_SERVER"

// Main runs the tests of a package, or an MCP server where ServerEnv asked for one.
func Main(m *testing.M) {
	if os.Getenv(mcpVariable) != "" {
		ServeMCP(os.Stdin, os.Stdout)
		os.Exit(0)
	}
	status := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(status)
}

// Server is how a client starts the MCP server: this program, with an environment.
func Server() (program string, env map[string]string) {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	return program, map[string]string{mcpVariable: "1"}
}

// MCPText is what the tools of the server return.
func MCPText() string { return Lines(900) }

// Lines is a log of n lines.
func Lines(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "INFO request %d took %d ms\n", i, i*7919%997)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// ServeMCP serves two tools: blocks returns a block of text, structured the same text in
// structured content beside.
func ServeMCP(in io.Reader, out io.Writer) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				ProtocolVersion string
				Name            string
			}
		}
		if json.Unmarshal(lines.Bytes(), &m) != nil || m.ID == nil {
			continue
		}
		answer := object{"jsonrpc": "2.0", "id": m.ID}
		switch m.Method {
		case "initialize":
			answer["result"] = object{
				"protocolVersion": m.Params.ProtocolVersion, "capabilities": object{"tools": object{}},
				"serverInfo": object{"name": "test", "version": "1"},
			}
		case "tools/list":
			schema := object{"type": "object", "properties": object{}}
			answer["result"] = object{"tools": []any{
				object{"name": "blocks", "description": "a log", "inputSchema": schema},
				object{"name": "structured", "description": "a log", "inputSchema": schema},
			}}
		case "tools/call":
			result := object{"content": []any{object{"type": "text", "text": MCPText()}}}
			if m.Params.Name == "structured" {
				result["structuredContent"] = object{"content": MCPText()}
			}
			answer["result"] = result
		default:
			answer["error"] = object{"code": -32601, "message": "unknown method"}
		}
		text, _ := json.Marshal(answer)
		out.Write(append(text, '\n'))
	}
}
