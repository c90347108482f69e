package shapes

const (
	kindJSON = "json"
	kindHTML = "html"
	kindLog  = "log"
	kindText = "text"
)

const javaTrace = `<java> ERROR <pkg>.<cls> <message>\n<pkg>.<exc>: <words>\n\tat <pkg>.<cls>.<verb>(<cls>.java:<n>)\n\tat org.springframework.web.Filter.doFilter(Filter.java:<n>)\n\t... <n> more\nCaused by: java.io.<exc>: <words>`

// table is all shapes. The templates are filled by fill.go.
var table = []Shape{
	{Name: "log4j", Kind: kindLog, Line: "6* <java> <level> <pkg>.<cls> <message>\n<java> <level>  <pkg>.<cls> <message>\n" + javaTrace},
	{Name: "logback", Kind: kindLog, Line: "6* <time>.<100..999> [main] <level> <pkg>.<cls> -- <message>\n<time>.<100..999> [worker-<n>] <level>  <pkg>.<cls> - <message>"},
	{Name: "maven", Kind: kindLog, Head: "[INFO] Scanning for projects...\n", Tail: "[INFO] BUILD <SUCCESS|FAILURE>\n", Line: `
4* <stamp> [INFO] <pkg>.<cls> <message>
[INFO] --- maven-<word>-plugin:<n>.<n>:<word> (default-<word>) @ <word> ---
[ERROR] /srv/<file>:[<n>,<n>] cannot find symbol
[ERROR] Tests run: <n>, Failures: <n>, Errors: <n>, Skipped: 0, Time elapsed: <float> s <<< FAILURE! - in <pkg>.<cls>Test
[WARNING] <message>`},
	{Name: "klog", Kind: kindLog, Line: "6* I<klog>   <1000..9999> <word>.go:<n>] <message>\nE<klog>   <1000..9999> <word>.go:<n>] \"<words>\" err=\"<message>\"\nW<klog>       1 <word>.go:<n>] <message>"},
	{Name: "logrus", Kind: kindLog, Line: `5* time="<iso>" level=<lvl> msg="<message>" <key>=<n> <key>=<word>` + "\n<level>[<0000..9999>] <message>    <key>=<n>"},
	{Name: "zap", Kind: kindLog, Line: `4* {"level":"<lvl>","ts":<epoch>.<100..999>,"caller":"<word>/<word>.go:<n>","msg":"<words>","<key>":"<word>","ms":<ms>}` + "\n" + `{"level":"error","ts":<epoch>,"msg":"<any>","error":"<words>: exit status <n>","stacktrace":"main.<verb>\\n\\t/srv/<word>.go:<n>"}`},
	{Name: "nginx", Kind: kindLog, Line: `6* <ip> - - [<clf>] "GET /<word>/<big>?<key>=<word> HTTP/1.1" <status> <big> "-" "<words>/<n>.0 (<word>; <word>)" <float>` + "\n" + `<stamp> [error] <n>#<n>: *<big> connect() failed (111: Connection refused) while connecting to upstream, client: <ip>, request: "GET /<word> HTTP/1.1"`},
	{Name: "journald", Kind: kindLog, Line: "5* <syslog> host-<1..4> <word>[<big>]: <message>\n<syslog> host-1 kernel: [<big>.<100000..999999>] <words>\n<syslog> host-2 <word>[<big>]: <han><han><han>"},
	{Name: "syslog", Kind: kindLog, Line: "4* <<13..190>>1 <iso> host <word> <big> ID<n> [id@<big> <key>=\"<word>\"] <message>\n<syslog> <word> <word>[<n>]: <message>"},
	{Name: "plain-log", Kind: kindLog, Line: "4* <message>\n<time> <message>\n<date> <time> INFO worker <n> took <ms> ms\n[<level>] <message>\n\n  <words>"},
	{Name: "gotest", Kind: kindLog, Tail: "FAIL\nexit status <1..137>\nFAIL\texample.com/<word>\t<float>s\n", Line: `
4* --- PASS: Test<cls>/<word>_<i> (<float>s)
=== RUN   Test<cls>/<word>_<i>
--- FAIL: Test<cls>_<i> (0.<n>s)\n    <word>_test.go:<n>: got <float>, want <float>\n        <message>
panic: runtime error: index out of range [<n>] with length <n>\n\ngoroutine <n> [running]:\nmain.<verb>(0x<hex>)\n\t/srv/<file>:<n> +0x<abbrev>
ok  	example.com/<word>/<word>	<float>s`},
	{Name: "pytest", Kind: kindLog, Head: "============================= test session starts ==============================\ncollected <big> items\n\n", Tail: "=========================== short test summary info ============================\nFAILED tests/test_<word>.py::test_<word>[<n>-<words>] - <exc>: <words>\n==== <n> failed, <n> passed in <float>s ====\n", Line: `
4* tests/test_<word>.py::test_<word>_<i> PASSED [ <1..99>%]
tests/test_<word>.py ......F....s...x [ <1..99>%]
_______ test_<word>_<i> _______\n\n    def test_<word>():\n>       assert <word>(<n>) == <n>\nE       assert <n> == <n>\nE        +  where <n> = <word>(<n>)\n\ntests/test_<word>.py:<n>: AssertionError
E   <exc>: <message>`},
	{Name: "jest", Kind: kindLog, Tail: "Tests:       <n> failed, <n> passed, <n> total\nTime:        <float> s\n", Line: `
4* PASS src/<word>/<word>.test.ts (<float> s)
  ✓ <words> (<n> ms)
FAIL src/<word>.test.ts\n  ● <words> › <words>\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: <n>\n    Received: "<words>"\n\n      <n> |   const <word> = <word>(<n>);\n    > <n> |   expect(<word>).toBe(<n>);\n         |            ^\n\n      at Object.<anonymous> (src/<word>.test.ts:<n>:<n>)`},
	{Name: "cargo", Kind: kindLog, Tail: "test result: FAILED. <n> passed; <n> failed; 0 ignored\nerror: test failed, to rerun pass `--lib`\n", Line: `
3* test <word>::tests::<word>_<i> ... ok
test <word>::tests::<word>_<i> ... FAILED
   Compiling <word> v<n>.<n>.<n> (/srv/<word>)
error[E<1000..9999>]: mismatched types\n  --> src/<word>.rs:<n>:<n>\n   |\n<n> |     let <word>: u32 = "<words>";\n   |               ---   ^^^^ expected ` + "`u32`, found `&str`" + `\n   |
thread '<word>::tests::<word>' panicked at src/<word>.rs:<n>:<n>:\nassertion failed: <word> == <n>`},
	{Name: "gcc", Kind: kindLog, Tail: "make: *** [Makefile:<n>: all] Error <1..2>\n", Line: `
3* gcc -O2 -Wall -I./include -c <word>/<word>.c -o build/<word>_<i>.o
<word>/<word>.c:<n>:<n>: warning: unused variable ‘<word>’ [-Wunused-variable]\n   <n> |   int <word> = <n>;\n      |       ^~~~~~
<word>/<word>.c:<n>:<n>: error: expected ‘;’ before ‘return’
/usr/bin/ld: <word>.o: undefined reference to ` + "`<word>_<word>'"},
	{Name: "tsc", Kind: kindLog, Line: "3* src/<word>/<word>.ts(<n>,<n>): error TS<1000..9999>: Property '<word>' does not exist on type '<cls>'.\nsrc/<word>.ts:<n>:<n> - error TS<1000..9999>: <message>"},
	{Name: "npm", Kind: kindLog, Tail: "<n> packages are looking for funding\n", Line: "3* npm WARN deprecated <word>-<word>@<n>.<n>.<n>: <words>\nadded <big> packages in <n>s\nnpm ERR! code E<1000..9999>\nnpm ERR! <message>"},
	{Name: "diff", Kind: kindLog, Line: `
diff --git a/<file> b/<file>\nindex <abbrev>..<abbrev> 100644\n--- a/<file>\n+++ b/<file>\n@@ -<n>,<n> +<n>,<n> @@ func <word>() {\n <words>\n-	return <word>(<n>, "<words>")\n+	return <word>(<n>, "<words>")\n 	}
2* -	<word> := <word>(<n>)\n+	<word>, err := <word>(<n>)
2*  	<words>
@@ -<n>,<n> +<n>,<n> @@\n-<message>\n+<message>`},
	{Name: "traceback", Kind: kindLog, Line: `
Traceback (most recent call last):\n  File "/srv/<word>.py", line <n>, in <word>\n    return <word>(<word>, <n>)\n  File "/usr/lib/python3/<word>.py", line <n>, in <word>\n    raise <exc>(<word>)\n<exc>: <message>
Exception in thread "main" <pkg>.<exc>: <words>\n\tat <pkg>.<cls>.<verb>(<cls>.java:<n>)\nCaused by: <exc>: <words>\n\t... <n> more
Error: <message>\n    at <word> (/srv/<word>.js:<n>:<n>)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
3* <stamp> <level> <message>`},
	{Name: "csv", Kind: kindLog, Head: "id,name,price,count,city,date\n", Line: "8* <row>\n<1000..9999>,\"<word>, <word>\",<float>,,<word>,<date>\n<1000..9999>,<n>\" <word>,<float>,<n>,<any>,<date>"},
	{Name: "csv-long", Kind: kindLog, Head: "id,name,text,city,date\n", Line: "4* <1000..9999>,<word>,<words> <words> <words>,<word>,<date>\n<1000..9999>,<word>,\"<long>\",<word>,<date>\n<1000..9999>,<n>\" <word>,<words>,<word>,<date>"},
	{Name: "tsv", Kind: kindLog, Head: "id\tname\tvalue\tnote\n", Line: "6* <i>\t<word>\t<float>\t<words>\n<i>\t\t\t<any>"},
	{Name: "pipes", Kind: kindLog, Head: "| id | name | state | note |\n|---|---|---|---|\n", Line: "6* | <i> | <word> | <verb> | <words> |\n| <i> | <any> | | <message> |"},
	{Name: "aligned", Kind: kindLog, Head: "NAME            STATE      AGE    IP\n", Line: "5* <word>-<1000..9999>    Running    <n>d     <ip>\n<word>-<hex>   Error      <n>h     <ip>\n<word>-<hex>   CrashLoopBackOff <n>m <none|unknown>"},
	{Name: "psql", Kind: kindLog, Head: " id |   name   | total \n----+----------+-------\n", Tail: "(<n> rows)\n\n", Line: "4*  <10..99> | <word>   | <float>\n <10..99> |          |      "},
	{Name: "ls", Kind: kindLog, Head: "total <big>\n", Line: "5* -rw-r--r--  1 root root <big> Mar  <1..9> <1..9>:<10..59> <word>-<n>.log\ndrwxr-xr-x 12 <word> staff <n> Jan <10..28>  2025 <any>\nlrwxrwxrwx  1 root root <n> Mar 12 10:<10..59> <word> -> ../<word>/<hex>"},
	{Name: "kubectl", Kind: kindLog, Head: "Name:         <word>-<hex>\nNamespace:    default\nLabels:       app=<word>\nStatus:       Pending\n", Line: "2*   Warning  FailedScheduling  <n>m (x<n> over <n>h)  default-scheduler  0/<n> nodes are available: <words>\n  Normal   Pulled  <n>s  kubelet  Container image \"<word>:<n>.<n>\" already present\n    <cls>:  <word>/<word>@sha256:<sha>\nEvents:\\n  Type     Reason  Age  From  Message"},
	{Name: "docker", Kind: kindLog, Line: "3* #<n> [<word> <n>/<n>] RUN <word> <words>\n#<n> <float> <message>\n#<n> DONE <float>s\n<abbrev><abbrev>: Downloading [====>      ]  <float>MB/<float>MB\nERROR: failed to solve: process \"/bin/sh -c <words>\" did not complete successfully: exit code: <1..137>"},
	{Name: "yaml", Kind: kindLog, Head: "apiVersion: v1\nkind: <cls>\nmetadata:\n  name: <word>\nspec:\n", Line: "3*   - name: <word>\\n    image: <word>/<word>:<n>.<n>\\n    args: [\"--<key>=<n>\", \"<words>\"]\n    env:\\n      - name: <key>\\n        value: \"<message>\"\n  # <words>\n  <key>: <any>"},
	{Name: "env", Kind: kindLog, Line: "4* <HOME|PATH|LANG|TERM>=<path>\n<key>_<i>=<message>\nLS_COLORS=rs=0:di=01;<n>:ln=01;<n>:mh=00:pi=40;<n>:so=01;<n>:*.<word>=01;<n>:*.<word>=01;<n>"},
	{Name: "rg", Kind: kindLog, Line: "<file>\\n<n>:<words>\\n<n>:	<word>(<n>, \"<words>\")\\n\n<file>\\n<n>-<words>\\n<n>:<message>\\n--\\n<n>:<words>\\n"},
	{Name: "grep", Kind: kindLog, Line: "5* <file>:<n>:	<word> := <word>(<n>) // <words>\n<file>:<n>:<message>\n<file>-<n>-<words>\n--"},
	{Name: "gitlog", Kind: kindLog, Line: "commit <sha>\\nAuthor: <cls> <word> <<word>@example.com>\\nDate:   <git>\\n\\n    <words>\\n\\n    <para>\\n\n<abbrev> (origin/<word>, <any>) <words>\n<abbrev> <message>\ncommit <abbrev> (HEAD -> <any>)\\nAuthor: <any>\\nDate:   <git>\\n\\n    <message>\\n"},
	{Name: "oneline", Kind: kindLog, Line: "4* <abbrev> <words>\n<abbrev> <any>\n<abbrev> fix: <message> (#<n>)"},
	{Name: "snapshot", Kind: kindLog, Head: "- Page URL: https://example.com/<word>\n- Page Title: <words>\n- Page Snapshot:\n", Line: `
2*   - link "<words>" [ref=e<i>] [cursor=pointer]:\n    - /url: /<word>/<n>
2*   - listitem [ref=e<i>]: <any>
  - paragraph [ref=e<i>]: <para>
  - text:<any>
  - button "<words>" [disabled] [ref=e<i>]
  - generic [ref=e<i>]:\n    - heading "<any>" [level=2] [ref=e<i>]\n    - text: <message>`},
	{Name: "go", Kind: kindLog, Head: "package <word>\n\nimport \"fmt\"\n\n", Line: "2* // <verb> is <words>.\\nfunc <verb><cls>(<word> int) (string, error) {\\n\\tif <word> > <n> {\\n\\t\\treturn \"\", fmt.Errorf(\"<words>: %w\", err)\\n\\t}\\n\\treturn \"<any>\", nil\\n}\\n\nvar <word><n> = []string{\"<words>\", \"<words>\"}\nconst <word><n> = <big> // <words>"},
	{Name: "python", Kind: kindLog, Line: "class <cls>:\\n    \"\"\"<sentence>\"\"\"\\n    def <verb>(self, <word>=<n>):\\n        for <word> in range(<n>):\\n            raise <exc>(\"<words>\")\\n\n<word> = {\"<key>\": <n>, \"<key>\": \"<words>\"}  # <words>"},
	{Name: "words", Kind: kindLog, Line: "<word>\n<n>\n<han>\n<thai>\n<hex>"},
	{Name: "one-line", Kind: kindLog, Sep: " ", Line: "3* <message>\n<long>\n<json>\n<n>,<n>;<hex>"},
	{Name: "minified", Kind: kindLog, Sep: ";", Line: "4* var <word><n>=function(<word>){return <word>.<word>(<n>,\"<words>\")}\n<word>[<n>]=\"<hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex><hex>\""},
	{Name: "scripts", Kind: kindLog, Line: "2* <stamp> <level> <han>\n<stamp> <ar> <ar> <ar> <n>\n<thai><thai><thai>\n<ru> <ru>: <han>，<n> <han>\n<any>"},

	{Name: "array", Kind: kindJSON, Head: "[\n", Sep: ",\n", Tail: "\n]\n", Line: `4* {"id": <i>, "name": "<word> <word>", "state": "<verb>", "price": <float>, "tags": ["<word>", "<word>"]}` + "\n" + `{"id": <i>, "name": "<any>", "error": {"code": <n>, "message": "<words>: exit status <n>"}, "tags": []}`},
	{Name: "nested", Kind: kindJSON, Head: `{"page": {"size": <n>, "next": null}, "<key>": "<any>", "items": [`, Sep: ", ", Tail: `], "warnings": ["<words>"]}`, Line: "<json>\n" + `2* {"id": "<uuid>", "lines": [{"sku": "A-<n>", "count": <n>}, {"sku": "<word>", "count": <n>}], "note": "<words>"}`},
	{Name: "map", Kind: kindJSON, Head: `{"total": <n>`, Tail: "}\n", Sep: "\n", Line: `3* , "<word>-<i>": {"state": "<verb>", "ms": <ms>, "log": "<words>\\n<words>"}` + "\n" + `, "<any>": <json>`},
	{Name: "ndjson", Kind: kindJSON, Line: `4* {"ts": "<iso>", "level": "<lvl>", "msg": "<words>", "seg": <n>, "host": "node-<n>"}` + "\n<json>\n" + `{"level": "error", "err": "<words>\\n\\tat <word>.<verb>(<word>.go:<n>)"}`},
	{Name: "records", Kind: kindJSON, Head: `{"count": <n>, "next": "https://example.com/<word>?page=<n>", "results": [`, Sep: ",", Tail: "]}", Line: `{"id":<i>,"text":"<para>","author":{"name":"<word> <word>","id":<big>},"at":"<iso>","body":"<any> & <b><words></b>"}`},
	{Name: "numbers", Kind: kindJSON, Head: `{"name": "<word>", "values": [`, Sep: ", ", Tail: `], "unit": "ms"}`, Line: "6* <float>\n<big>\nnull"},
	{Name: "mcp", Kind: kindJSON, Head: `{"content":[`, Sep: ",", Tail: `],"isError":false}`, Line: `{"type":"text","text":"<words>\\n<words>: <n>\\n\\n<para>"}` + "\n" + `{"type":"text","text":"{\"id\": <n>, \"<key>\": \"<words>\", \"rows\": [{\"<key>\": <n>}, {\"<key>\": <n>}]}"}`},

	{Name: "page", Kind: kindHTML, Head: "<!DOCTYPE html>\n<html><head><title><words></title><style>p { margin: 0 }</style></head><body>\n<nav><a href=\"/<word>\"><word></a> <a href=\"/<word>\"><word></a></nav><main><h1><words></h1>\n", Tail: "</main><footer><words></footer></body></html>\n", Line: `
4* <p><para></p>
<h2><words></h2>
<p><words> <em><word></em><b><n></b>&amp;<any></p>
<ul><li><words></li><li><any></li></ul>
<pre>$ <word> --<key> <n>\n<message></pre>
<div class="<word>"><span><word></span>: <code><path></code></div>
<script>var <word> = <n>;</script><!-- <words> -->`},
	{Name: "table", Kind: kindHTML, Head: "<html><body><h1><words></h1>\n<table><tr><th>Service</th><th>State</th><th>Since</th></tr>\n", Tail: "</table></body></html>\n", Line: "4* <tr><td><word>-<n></td><td><up|down></td><td><date> <word></td></tr>\n<tr><td colspan=2><any></td><td></td></tr>\n<tr><td><a href='/<n>'><words></a><br><n></td><td>&nbsp;</td><td><message></td></tr>"},
	{Name: "list", Kind: kindHTML, Head: "<html><body><ol>\n", Tail: "</ol></body></html>\n", Line: "3* <li><a href=\"/<word>/<n>\"><words></a> <span class=meta><n> points by <word></span></li>\n<li><para>"},
	{Name: "form", Kind: kindHTML, Head: "<html><body><form>\n", Tail: "</form></body></html>\n", Line: "<label for=f<n>><words></label><input name=<key> value=\"<any>\" type=text>\n<select name=<key>><option><word><option selected><word></select>\n<textarea><para></textarea>\n<dl><dt><word><dd><words></dl>"},

	{Name: "markdown", Kind: kindText, Head: "# <words>\n\n<para>\n\n", Line: "3* <para>\\n\n## <sentence>\\n\\n<para>\\n\n- `--<key> <n>` <words>\\n- <any>: <sentence>\\n\n```\\n<word> --<key> <n> <path>\\n```\\n\n1. <sentence>\\n2. [<words>](https://example.com/<word>)\\n\n> <para>\\n\n| <word> | <word> |\\n|---|---|\\n| <n> | <any> |\\n"},
	{Name: "prose", Kind: kindText, Line: "3* <para> <para>\\n\n<para>\\n<para>\\n"},
	{Name: "prose-scripts", Kind: kindText, Line: "<han>，<han>。<han>：“<han>”。<han>、<han>。\\n\n<ar> <ar> <ar> <ar> <n> <ar>. <ar> <ar> <ar>\\n\n<thai><thai> <thai><thai>\\n\n<ru> <ru> <ru>, <ru> <ru>. <para>\\n"},
	{Name: "man", Kind: kindText, Head: "<cls>(1)\n\nNAME\n       <word> - <words>\n\nOPTIONS\n", Line: "       -<a|b|c>, --<key>=<word>\\n              <sentence>\\n\n       <para>\\n\n<key>\\n  <sentence>"},
}
