package agents

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

// mcpConfig puts the proxy before the servers of an MCP configuration, the one of a
// project where no file is named. Clients agree on its form but for the name of the list.
func mcpConfig() Agent {
	return Agent{
		Name: "mcp", Title: "the MCP configuration", Scopes: []Scope{Project},
		Files: func(p Place) ([]File, error) {
			path := p.File
			if path == "" {
				path = filepath.Join(p.Workdir, ".mcp.json")
			}
			return []File{{
				Path: path,
				Put:  func(old []byte) ([]byte, error) { return putProxy(old, p.Program, p.Servers) },
				Take: func(old []byte) ([]byte, error) { return takeProxy(old, p.Servers) },
			}}, nil
		},
		Next: func(Place) []string {
			return []string{"Start the client again, so that it starts its servers through riffle."}
		},
		Check: checkProxies,
	}
}

// server is one server that a client starts by a command.
type server struct {
	name          string
	object        *hujson.Value
	command, args *hujson.Value // args is nil where there are none
	line          []string      // command and arguments
}

// proxied is where the server's own command stands in line, 0 where there is no proxy.
func (s server) proxied() int {
	if !strings.HasPrefix(filepath.Base(s.line[0]), "riffle") || len(s.line) < 2 || s.line[1] != "mcp" {
		return 0
	}
	at := slices.Index(s.line, "--")
	if at < 0 || at+1 >= len(s.line) {
		return 0
	}
	return at + 1
}

// servers are those of the servers in a document that are started by a command.
func (d *document) servers() []server {
	var out []server
	for _, list := range []string{"mcpServers", "servers"} {
		v := d.find(list)
		if v == nil {
			continue
		}
		object, ok := v.Value.(*hujson.Object)
		if !ok {
			continue
		}
		for i := range object.Members {
			m := &object.Members[i]
			key, _ := m.Name.Value.(hujson.Literal)
			s := server{name: key.String(), object: &m.Value, command: valueOf(&m.Value, "command"), args: valueOf(&m.Value, "args")}
			command := d.text(&m.Value, "command")
			if command == "" {
				continue
			}
			s.line = []string{command}
			for _, a := range elements(s.args) {
				if word, ok := a.Value.(hujson.Literal); ok {
					s.line = append(s.line, word.String())
				}
			}
			out = append(out, s)
		}
	}
	return out
}

// chosen are the servers that are meant.
func (d *document) chosen(names []string) ([]server, error) {
	all := d.servers()
	if len(names) == 0 {
		return all, nil
	}
	var out []server
	for _, name := range names {
		at := slices.IndexFunc(all, func(s server) bool { return s.name == name })
		if at < 0 {
			return nil, fmt.Errorf("it has no server %q that is started by a command", name)
		}
		out = append(out, all[at])
	}
	return out, nil
}

// putProxy puts the proxy before servers, one after another: every splice moves the rest.
func putProxy(old []byte, program string, names []string) ([]byte, error) {
	if old == nil {
		return nil, errors.New("there is no such file: expected one with mcpServers")
	}
	src := old
	for {
		d, err := parse(src)
		if err != nil {
			return nil, err
		}
		all, err := d.chosen(names)
		if err != nil {
			return nil, err
		}
		if len(all) == 0 {
			return nil, errors.New("it has no server that is started by a command")
		}
		at := slices.IndexFunc(all, func(s server) bool { return s.proxied() == 0 || s.line[0] != program })
		if at < 0 {
			return src, nil
		}
		if src, err = d.proxy(all[at], program); err != nil {
			return nil, err
		}
	}
}

// proxy is the document with the proxy before one server, or with another program as the
// proxy.
func (d *document) proxy(s server, program string) ([]byte, error) {
	if s.proxied() > 0 {
		return d.replaced(s.command, encodeString(program)), nil
	}
	// The name lets budgets be set for the server's tools.
	words := fmt.Sprintf(`"mcp", "--server", %s, "--", %s`, encodeString(s.name), encodeString(s.line[0]))
	if s.args == nil {
		return d.replaced(s.command, []byte(string(encodeString(program))+`, "args": [`+words+`]`)), nil
	}
	if _, ok := s.args.Value.(*hujson.Array); !ok {
		return nil, fmt.Errorf("args of %q is no list", s.name)
	}
	if len(elements(s.args)) > 0 {
		words += ", "
	}
	return d.splices(s.command.StartOffset, s.command.EndOffset, string(encodeString(program)),
		s.args.StartOffset+1, s.args.StartOffset+1, words), nil
}

// splices puts two texts in, in any order of their places.
func (d *document) splices(from1, to1 int, text1 string, from2, to2 int, text2 string) []byte {
	if from2 < from1 {
		from1, to1, text1, from2, to2, text2 = from2, to2, text2, from1, to1, text1
	}
	var out bytes.Buffer
	out.Write(d.src[:from1])
	out.WriteString(text1)
	out.Write(d.src[to1:from2])
	out.WriteString(text2)
	out.Write(d.src[to2:])
	return out.Bytes()
}

// takeProxy has the servers started as before.
func takeProxy(old []byte, names []string) ([]byte, error) {
	src := old
	for {
		d, err := parse(src)
		if err != nil {
			return nil, err
		}
		all, err := d.chosen(names)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(all, func(s server) bool { return s.proxied() > 0 })
		if at < 0 {
			return src, nil
		}
		s := all[at]
		list := elements(s.args)
		k := s.proxied() - 1 // the server's command, among the arguments
		if len(list) != len(s.line)-1 {
			return nil, fmt.Errorf("args of %q holds something else than strings", s.name)
		}
		end := list[k].EndOffset
		if k+1 < len(list) {
			end = list[k].EndOffset + len(list[k].AfterExtra) + 1
			end += len(d.src[end:]) - len(bytes.TrimLeft(d.src[end:], " "))
		}
		src = d.splices(s.command.StartOffset, s.command.EndOffset, string(encodeString(s.line[s.proxied()])), list[0].StartOffset, end, "")
	}
}

// checkProxies looks whether servers are started through a riffle that is there.
func checkProxies(x *Exam) {
	files, err := x.Agent.files(x.Place)
	if err != nil {
		x.fail("servers are configured", err.Error(), "name another scope")
		return
	}
	path := files[0].Path
	data, err := os.ReadFile(path)
	if err != nil {
		x.fail("servers are configured", err.Error(), "name the client's file with --file")
		return
	}
	d, err := parse(data)
	if err != nil {
		x.fail("servers are configured", fmt.Sprintf("%s: %v", path, err), "mend the file")
		return
	}
	all, err := d.chosen(x.Place.Servers)
	if err == nil && len(all) == 0 {
		err = errors.New("no server that is started by a command")
	}
	if err != nil {
		x.fail("servers are configured", fmt.Sprintf("%s: %v", path, err), "name a file that has one with --file")
		return
	}
	x.pass("servers are configured", "%d in %s", len(all), path)
	served := map[string]bool{}
	for _, s := range all {
		what := "server " + s.name
		at := s.proxied()
		if at == 0 {
			x.fail(what, "started without riffle", x.install())
			continue
		}
		if _, err := exec.LookPath(s.line[at]); err != nil && !strings.ContainsRune(s.line[at], '$') {
			x.fail(what, err.Error(), "install the server, or give its absolute path")
			continue
		}
		x.pass(what, "started through %s", s.line[0])
		if program := s.line[0]; !served[program] && x.program(program) {
			served[program] = true
			x.proxy(program)
		}
	}
}

// proxy has a program stand before a server that gives one answer, and looks at what the
// client gets.
func (x *Exam) proxy(program string) {
	const what = "a sample is shortened"
	text := sampleText()
	answer, err := encode(map[string]any{"jsonrpc": "2.0", "id": 1, "result": map[string]any{
		"content": []any{map[string]any{"type": "text", "text": text}},
	}})
	var f *os.File
	if err == nil {
		f, err = os.CreateTemp("", "riffle-doctor-*.json")
	}
	if err == nil {
		defer os.Remove(f.Name())
		_, err = f.Write(append(answer, '\n'))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		x.fail(what, err.Error(), "make room in the folder of temporary files")
		return
	}
	line := fmt.Sprintf(`%s mcp -- sh -c 'read -r call; cat "$0"' %s`, shellQuote(program), shellQuote(f.Name()))
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sample","arguments":{}}}` + "\n"
	out, took, err := x.shell(line, []byte(call))
	if err != nil {
		x.fail(what, err.Error(), "run the command of a server by hand")
		return
	}
	short := gjson.GetBytes(out, "result.content.0.text").String()
	if short == "" || len(short) >= len(text) {
		x.fail(what, "no change", "riffle mcp --verbose says why; the configuration may ask for more tokens")
		return
	}
	x.pass(what, "%d bytes to %d, in %s", len(text), len(short), took.Round(time.Millisecond))
	x.original(program, short, text)
}
