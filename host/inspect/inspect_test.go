package inspect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

const paragraph = "The reader keeps one buffer for each open file and gives it back when the file is closed.\n" +
	"A buffer that is still in use when the limit is reached waits until another one is free.\n\n"

func TestKindOf(t *testing.T) {
	for _, c := range []struct{ name, content, command, want string }{
		{"nothing", " \n", "", sdk.KindText},

		{"an object", `{"a": [1, -2.5e3, true, null, "x\"y"]}`, "", sdk.KindJSON},
		{"an array behind blank lines", "\n\n [\n  {\"a\": 1}\n]\n", "", sdk.KindJSON},
		{"one document a line", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", "", sdk.KindJSON},
		{"documents without anything between", `{"a":1}{"b":[2]}[3]`, "", sdk.KindJSON},
		{"a document that is cut off", `{"items": [{"id": 1, "name": "on`, "", sdk.KindJSON},
		{"a number that is cut off", `[1, 2, 3.`, "", sdk.KindJSON},
		{"open brackets only", strings.Repeat("[", 1000), "", sdk.KindJSON},
		{"comments and trailing commas", "{\n  // path\n  \"a\": [1, 2,], /* b */\n}\n", "", sdk.KindJSON},
		{"a few words behind a document", `{"a": "` + strings.Repeat("x", 400) + "\"}\nDone in 3s\n", "", sdk.KindJSON},
		{"a warning before a document", "npm warn config old\n\n{\"a\": [" + strings.Repeat("{\"b\": 1},\n", 40) + "{}]}\n", "", sdk.KindJSON},
		{"response headers before a document", "HTTP/2 200\ncontent-type: application/json\n\n{\"a\": [" + strings.Repeat("{\"b\": 1},\n", 80) + "{}]}\n", "curl -i x", sdk.KindJSON},
		{"a document among the lines of a log", "starting\n{\"a\": 1, \"b\": 2, \"c\": 3}\n" + strings.Repeat("waiting for the next one\n", 40), "", sdk.KindLog},
		{"records of which one is broken", "{\"a\":1}\n{\"a\":2}\n{\"a\":oops\n" + strings.Repeat("{\"a\":3}\n", 30), "", sdk.KindJSON},
		{"a level in brackets is no array", "[INFO] Building\n[INFO] Done\n", "", sdk.KindLog},
		{"a date in brackets is no array", "[2024-05-01 10:00:00] start\n[2024-05-01 10:00:01] stop\n", "", sdk.KindLog},
		{"a count in brackets is no array", "[1/20] compile a.c\n[2/20] compile b.c\n", "", sdk.KindLog},
		{"numbered lines are no arrays", "[1] main thread\n[2] worker thread\n", "", sdk.KindLog},
		{"a template is no object", "{{ range .Items }}\n{{ .Name }}\n{{ end }}\n", "", sdk.KindLog},
		{"a block of code is no object", "{\n  int a = 1;\n  return a;\n}\n", "", sdk.KindLog},
		{"a dictionary of Python is no object", "{'a': 1, 'b': None}\n", "", sdk.KindLog},
		{"records before a long trace", "{\"level\":30,\"msg\":\"up\"}\n{\"level\":30,\"msg\":\"ready\"}\n" + strings.Repeat("    at run (server.js:10:5)\n", 40), "", sdk.KindLog},

		{"a page", "<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>y</p></body></html>", "", sdk.KindHTML},
		{"a page behind response headers", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body><h1>Hi</h1><p>there</p></body></html>", "curl -i x", sdk.KindHTML},
		{"XHTML", "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\">\n<html><body><p>a</p></body></html>", "", sdk.KindHTML},
		{"a fragment", "<div class=\"a\"><h2>x</h2><ul><li>1</li><li>2</li></ul></div>", "", sdk.KindHTML},
		{"a page that failed and began again", "<h1>Season</h1>\n<!--: x\nContent-Type: text/html\n\n<body> -->\n<body><table><tr><td><b>KeyError</b></td></tr></table>\n", "", sdk.KindHTML},
		{"other markup", "<?xml version=\"1.0\"?>\n<testsuite tests=\"2\"><testcase name=\"a\"/><testcase name=\"b\"/></testsuite>", "", sdk.KindLog},
		{"a log that quotes a page", "10:00:01 GET /\n10:00:02 body: <html><body><p>502</p></body></html>\n10:00:03 retry\n", "", sdk.KindLog},

		{"Markdown", "# Buffers\n\n" + paragraph + "## Limits\n\n" + paragraph + "- one\n- two\n\n" + paragraph, "", sdk.KindText},
		{"Markdown of many headings", strings.Repeat("## Entry\n\nShort.\n\n", 8), "", sdk.KindText},
		{"a manual page", "NAME\n       buf - keeps buffers\n\nDESCRIPTION\n       " + strings.ReplaceAll(paragraph, "\nA", "\n       A") + "SEE ALSO\n       cat(1)\n", "", sdk.KindText},
		{"paragraphs", strings.Repeat(paragraph, 6), "", sdk.KindText},
		{"a paragraph on one line", strings.Repeat(strings.TrimSpace(strings.ReplaceAll(paragraph, "\n", " "))+" ", 8), "", sdk.KindText},
		{"Japanese", strings.Repeat("# 見出し\n\nこの関数は、入力を読み取り、結果を返します。\n続きの文です。\n\n", 6), "", sdk.KindText},

		{"Chinese paragraphs of one line each", strings.Repeat("值班员在二十二点三十分巡视，看到三号面板的灯是绿的。\n\n", 8), "", sdk.KindText},
		{"Japanese without headings", strings.Repeat("一 当直の仕事\n\nこの手引きは、夜の当直をひとりで務める人のために書かれています。\n\n", 6), "", sdk.KindText},
		{"Markdown with more code than words", "# Use\n\nCall it so:\n\n```js\n" + strings.Repeat("const a = call({ b: 1 });\n", 30) + "```\n\n## More\n\nIt gives back what it was given, and closes the file that was open.\n", "", sdk.KindText},
		{"a changelog whose headings bear dates", strings.Repeat("## 7.2.3 (2026-11-23)\n\n- Plan can be filtered by quay.\n- Fees are right.\n\n", 8), "", sdk.KindText},
		{"a changelog of underlined versions", strings.Repeat("1.2.3 / 2014-11-23\n==================\n\n  * Fix the size of the window\n  * Use less memory for lists\n\n", 8), "", sdk.KindText},
		{"a licence of wrapped paragraphs with years", strings.Repeat("Copyright (C) 1999-2004 The authors\n\nPermission is given to any person who has a copy of this work to use it,\nto change it and to give it to others without any limit, provided that the\nlines above and this paragraph stand in each copy.\n\n", 4), "", sdk.KindText},
		{"letters", strings.Repeat("From a@b.c Mon Jun  8 09:00:00 2026\nFrom: A <a@b.c>\nTo: list@b.c\nDate: Mon, 8 Jun 2026 09:00:00 +0200\nSubject: Counting\n\nThe gate at the quay counts the tickets of all who go on board today.\nChildren have none, and so the number on the list of the ship is too low.\nI have counted those of last Sunday by hand and found 37 that were missing.\n\n-- \nA\n\n", 4), "", sdk.KindText},
		{"a page of help", "Usage: sort [OPTION]... [FILE]...\nWrite it sorted.\n\nOrdering:\n  -b, --ignore-blanks  ignore leading blanks\n  -f, --ignore-case    fold lower case\n  -g                   compare numbers\n      --random-sort    shuffle\n      --debug          tell\n\nSee: sort(1)\n", "", sdk.KindText},
		{"a page of help with commands alone", "usage: git <command>\n\nstart a working area\n   clone     Clone a repository\n   init      Create an empty one\n   add       Add file contents\n   mv        Move a file\n   restore   Restore working tree\n", "", sdk.KindText},
		{"the documentation of a package", "package api // import \"x.org/api\"\n\nPackage api answers.\n\nFUNCTIONS\n\n" + strings.Repeat("func New(log *Logger) *Server\n    New returns a server that records in j. The stacks go to out line by\n    line, between the lines of the log that the caller gave.\n\n", 5) + "TYPES\n\n" + strings.Repeat("type Parcel struct {\n\tID string\n}\n    Parcel is what the service knows of a parcel that is under way.\n\n", 3), "", sdk.KindText},
		{"a page of help by its command", strings.Repeat("stop running jobs\n  -x stop them\n", 8), "tool --help 2>&1", sdk.KindText},

		{"a log", strings.Repeat("2024-05-01T10:00:00Z INFO the server has started and is waiting for new connections\n\n", 20), "", sdk.KindLog},
		{"a diff", "diff --git a/x.md b/x.md\n--- a/x.md\n+++ b/x.md\n@@ -1,3 +1,3 @@\n " + paragraph + "@@ -9,3 +9,3 @@\n " + paragraph, "", sdk.KindLog},
		{"commits", strings.Repeat("commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A <a@b.c>\n\n    "+strings.ReplaceAll(paragraph, "\nA", "\n    A"), 5), "", sdk.KindLog},
		{"test output", "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n--- FAIL: TestB (0.01s)\n    b_test.go:9: got 1, want 2\nFAIL\n", "", sdk.KindLog},
		{"a table", strings.Repeat("web-1   Running   0   3d\n", 10), "", sdk.KindLog},
		{"code with comments", strings.Repeat("# add the two numbers and give the sum back to the one who asked\ndef add(a, b):\n    return a + b\n\n", 10), "", sdk.KindLog},
		{"rows of a listing in words", strings.Repeat("ii  libfoo  1.2-3  amd64   shared library for the use of foo in programs of all kinds\n", 30), "", sdk.KindLog},
		{"subjects of commits", strings.Repeat("0a1b2c3 docs: say what a plugin may and may not do when it is asked\nff00aa1 bench: the table names what was lost in each of the cases\n", 30), "", sdk.KindLog},
		{"hits with the lines around them", strings.Repeat("docs/a.md-11-The reader keeps one buffer for each open file and gives it\ndocs/a.md:12:back when the file is closed, so that the buffer can be used by\ndocs/a.md-13-others that wait for it.\n--\n", 10), "", sdk.KindLog},
		{"messages of a linter", strings.Repeat("src/a.py:12:3: the function is too complex and should be split into parts that do less.\n\n", 12), "", sdk.KindLog},
		{"a script of long commands", strings.Repeat("# make the key of the server, which is signed below\nopenssl req \\\n  -new \\\n  -key x.pem \\\n  -out y.pem \\\n  -days 30\n\n", 8), "", sdk.KindLog},
		{"code with documentation", strings.Repeat("def add(a, b):\n    \"\"\"Give back the sum of both.\n\n    The numbers are added from the left to the right, and what does not\n    fit into the result is left out of it.\n    \"\"\"\n    total = a + b\n    if total > LIMIT:\n        raise ValueError(total)\n    log(total)\n    self.total = total\n    return total\n\n", 6), "", sdk.KindLog},
		{"a table between bars", strings.Repeat("| web-1 | Running | 3d |\n", 10), "", sdk.KindLog},
		{"years and numbers in columns are no dates", strings.Repeat("1999-2004  12  80\n", 10), "", sdk.KindLog},
		{"a trace", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:5 +0x1d\nexit status 2\n", "", sdk.KindLog},

		{"hits in prose are lines", strings.Repeat(paragraph, 6), "grep -rn buffer docs", sdk.KindLog},
		{"hits in prose behind other commands", strings.Repeat(paragraph, 6), "cd docs && grep -rn buffer . | head", sdk.KindLog},
		{"a document by its command", paragraph + strings.Repeat("    run --fast;\n", 10), "cat docs/README.md", sdk.KindText},
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
		{"", Verdict{Kind: sdk.KindText}},
		{"a\nb", Verdict{sdk.KindLog, 3, 3, 2}},
		{"a\nb\n", Verdict{sdk.KindLog, 4, 4, 2}},
		{"日本\r\n", Verdict{sdk.KindLog, 8, 4, 1}},
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
		require.Contains(t, []string{sdk.KindJSON, sdk.KindHTML, sdk.KindLog, sdk.KindText}, v.Kind)
		require.Equal(t, len(b), v.Bytes)
		require.Equal(t, utf8.RuneCount(b), v.Chars)
		require.Equal(t, v, Inspect(b, "bash", command))
	})
}
