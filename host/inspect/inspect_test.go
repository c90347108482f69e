package inspect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const paragraph = "The reader keeps one buffer for each open file and gives it back when the file is closed.\n" +
	"A buffer that is still in use when the limit is reached waits until another one is free.\n\n"

func TestKindOf(t *testing.T) {
	for _, c := range []struct{ name, content, command, want string }{
		{"nothing", " \n", "", kindText},

		{"an object", `{"a": [1, -2.5e3, true, null, "x\"y"]}`, "", kindJSON},
		{"an array behind blank lines", "\n\n [\n  {\"a\": 1}\n]\n", "", kindJSON},
		{"one document a line", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "", kindJSON},
		{"documents without anything between", `{"a":1}{"b":[2]}[3]`, "", kindJSON},
		{"a document that is cut off", `{"items": [{"id": 1, "name": "on`, "", kindJSON},
		{"a number that is cut off", `[1, 2, 3.`, "", kindJSON},
		{"open brackets only", strings.Repeat("[", 1000), "", kindJSON},
		{"comments and trailing commas", "{\n  // path\n  \"a\": [1, 2,], /* b */\n}\n", "", kindJSON},
		{"a few words behind a document", `{"a": "` + strings.Repeat("x", 400) + "\"}\nDone in 3s\n", "", kindJSON},
		{"records of which one is broken", "{\"a\":1}\n{\"a\":2}\n{\"a\":oops\n" + strings.Repeat("{\"a\":3}\n", 30), "", kindJSON},
		{"a level in brackets is no array", "[INFO] Building\n[INFO] Done\n", "", kindLog},
		{"a date in brackets is no array", "[2024-05-01 10:00:00] start\n[2024-05-01 10:00:01] stop\n", "", kindLog},
		{"a count in brackets is no array", "[1/20] compile a.c\n[2/20] compile b.c\n", "", kindLog},
		{"numbered lines are no arrays", "[1] main thread\n[2] worker thread\n", "", kindLog},
		{"a template is no object", "{{ range .Items }}\n{{ .Name }}\n{{ end }}\n", "", kindLog},
		{"a block of code is no object", "{\n  int a = 1;\n  return a;\n}\n", "", kindLog},
		{"a dictionary of Python is no object", "{'a': 1, 'b': None}\n", "", kindLog},
		{"records before a long trace", "{\"level\":30,\"msg\":\"up\"}\n{\"level\":30,\"msg\":\"ready\"}\n" + strings.Repeat("    at run (server.js:10:5)\n", 40), "", kindLog},

		{"a page", "<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>y</p></body></html>", "", kindHTML},
		{"a page behind response headers", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><h1>Hi</h1><p>there</p></body></html>", "curl -i x", kindHTML},
		{"XHTML", "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">\n<html><body><p>a</p></body></html>", "", kindHTML},
		{"a fragment", "<div class=\"a\"><h2>x</h2><ul><li>1</li><li>2</li></ul></div>", "", kindHTML},
		{"other markup", "<?xml version=\"1.0\"?>\n<testsuite tests=\"2\"><testcase name=\"a\"/><testcase name=\"b\"/></testsuite>", "", kindLog},
		{"a log that quotes a page", "10:00:01 GET /\n10:00:02 body: <html><body><p>502</p></body></html>\n10:00:03 retry\n", "", kindLog},

		{"Markdown", "# Buffers\n\n" + paragraph + "## Limits\n\n" + paragraph + "- one\n- two\n\n" + paragraph, "", kindText},
		{"Markdown of many headings", strings.Repeat("## Entry\n\nShort.\n\n", 8), "", kindText},
		{"a manual page", "NAME\n       buf - keeps buffers\n\nDESCRIPTION\n       " + strings.ReplaceAll(paragraph, "\nA", "\n       A") + "SEE ALSO\n       cat(1)\n", "", kindText},
		{"paragraphs", strings.Repeat(paragraph, 6), "", kindText},
		{"a paragraph on one line", strings.Repeat(strings.TrimSpace(strings.ReplaceAll(paragraph, "\n", " "))+" ", 8), "", kindText},
		{"Japanese", strings.Repeat("# 見出し\n\nこの関数は、入力を読み取り、結果を返します。\n続きの文です。\n\n", 6), "", kindText},

		{"a log", strings.Repeat("2024-05-01T10:00:00Z INFO the server has started and is waiting for new connections\n\n", 20), "", kindLog},
		{"a diff", "diff --git a/x.md b/x.md\n--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n " + paragraph + "@@ -9,3 +9,3 @@\n " + paragraph, "", kindLog},
		{"commits", strings.Repeat("commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A <a@b.c>\n\n    "+strings.ReplaceAll(paragraph, "\nA", "\n    A"), 5), "", kindLog},
		{"test output", "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.01s)\n    b_test.go:9: got 1, want 2\nFAIL\n", "", kindLog},
		{"a table", strings.Repeat("web-1   Running   0   3d\n", 10), "", kindLog},
		{"code with comments", strings.Repeat("# add the two numbers and give the sum back to the one who asked\ndef add(a, b):\n    return a + b\n\n", 10), "", kindLog},
		{"a trace", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:5 +0x1d\nexit status 2\n", "", kindLog},

		{"hits in prose are lines", strings.Repeat(paragraph, 6), "grep -rn buffer docs", kindLog},
		{"hits in prose behind other commands", strings.Repeat(paragraph, 6), "cd docs && grep -rn buffer . | head", kindLog},
		{"a document by its command", paragraph + strings.Repeat("    run --fast;\n", 10), "cat docs/README.md", kindText},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Inspect([]byte(c.content), "bash", c.command).Kind)
		})
	}
}

func TestInspectMeasures(t *testing.T) {
	for _, c := range []struct {
		content string
		want    Verdict
	}{
		{"", Verdict{Kind: kindText}},
		{"a\nb", Verdict{kindLog, 3, 3, 2}},
		{"a\nb\n", Verdict{kindLog, 4, 4, 2}},
		{"日本\r\n", Verdict{kindLog, 8, 4, 1}},
	} {
		assert.Equal(t, c.want, Inspect([]byte(c.content), "", ""), "%q", c.content)
	}
}

// The time of each would show as a test that does not end.
func TestInspectIsLinear(t *testing.T) {
	for _, unit := range []string{"a", "[", "{", "<", "<p", "{\"a\":", "\n", "# a\n\n", "```\n", "1,", "\"", "/*", "[//", "<html", "。"} {
		v := Inspect([]byte(strings.Repeat(unit, 1<<21/len(unit))), "", "")
		assert.NotEmpty(t, v.Kind)
	}
}

func FuzzInspect(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,{"b":null}]}`, "<html><p>x", "# A\n\ntext\n", "[INFO] x", "[1,2", "{\"a\":1}\n{\"a\""} {
		f.Add([]byte(s), "cat x.md")
	}
	f.Fuzz(func(t *testing.T, b []byte, command string) {
		v := Inspect(b, "bash", command)
		require.Contains(t, []string{kindJSON, kindHTML, kindLog, kindText}, v.Kind)
		require.Equal(t, utf8.RuneCount(b), v.Chars)
		require.Equal(t, v, Inspect(b, "bash", command))
	})
}

func BenchmarkClean(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"plain", "2024-05-01T10:00:00Z INFO request done in 12 ms\n"},
		{"coloured", "\x1b[32m2024-05-01T10:00:00Z\x1b[0m INFO request done in 12 ms\n"},
		{"redrawn", " 10%|#         | 1/10\r 50%|#####     | 5/10\r100%|##########| 10/10\n"},
	} {
		raw := []byte(strings.Repeat(c.unit, 1<<20/len(c.unit)))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				Clean(raw)
			}
		})
	}
}
