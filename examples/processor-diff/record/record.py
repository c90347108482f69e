#!/usr/bin/env python3
"""Writes the cases of ../corpus and ../unseen: what git and diff print of small
repositories that this script makes, with the facts that a shorter text must keep.
Facts are named here, with the changes, and not changed to suit a ranking."""

import json
import os
import pathlib
import random
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WHO = {"GIT_AUTHOR_NAME": "Ida", "GIT_AUTHOR_EMAIL": "ida@ferry.test", "GIT_COMMITTER_NAME": "Ida", "GIT_COMMITTER_EMAIL": "ida@ferry.test", "GIT_AUTHOR_DATE": "2026-03-01T10:00:00Z", "GIT_COMMITTER_DATE": "2026-03-01T10:00:00Z", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "LC_ALL": "C", "TZ": "UTC"}


def save(folder, name, command, text, facts, questions=()):
    place = ROOT / folder / "diff"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.diff").write_text(text, newline="")
    case = {"kind": "diff", "tool": "bash", "command": command, "facts": [], "questions": [dict(q=q, answer=a) for q, a in questions]}
    for n, (fact, weight, why) in enumerate(facts, 1):
        assert fact in text, (name, fact)
        case["facts"].append({"id": f"f{n}", "text": fact, "weight": weight, "why": why})
    (place / f"{name}.facts.json").write_text(json.dumps(case, indent=2, ensure_ascii=False) + "\n")


class Repo:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.git("init", "-q", "-b", "main")

    def git(self, *args, ok=(0,)):
        run = subprocess.run(["git", *args], cwd=self.path, env={**os.environ, **WHO}, capture_output=True, text=True)
        assert run.returncode in ok, (args, run.stderr)
        return run.stdout

    def put(self, name, text):
        p = self.path / name
        p.parent.mkdir(parents=True, exist_ok=True)
        p.write_bytes(text) if isinstance(text, bytes) else p.write_text(text)

    def swap(self, name, old, new):
        text = (self.path / name).read_text()
        assert old in text, (name, old)
        self.put(name, text.replace(old, new, 1))

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)


def repo(f):
    def run():
        with tempfile.TemporaryDirectory() as d:
            f(Repo(d))
    run.case = True
    return run


NOUNS = ["berth", "buoy", "cargo", "crane", "ferry", "gauge", "harbour", "lock", "manifest", "pilot", "quay", "ticket", "tide", "tug"]
VERBS = ["load", "check", "move", "count", "clear", "assign", "release", "measure", "print", "merge"]


def python_module(r, functions=6):
    out = ['"""Parts of the harbour."""', "", "import logging", "import os", "", "log = logging.getLogger(__name__)", ""]
    for k in range(functions):
        n, v = r.choice(NOUNS), r.choice(VERBS)
        out += ["", f"def {v}_{n}_{k}({n}, limit={r.randint(2, 90)}):", f"    # every {n} is seen once", f"    total = {r.randint(0, 9)}",
                f"    for item in {n}.items():", f"        if item.weight > limit:", f"            log.info('skipping %s', item)", "            continue",
                f"        total += item.weight * {r.randint(2, 9)}", f"    return total", ""]
    return "\n".join(out)


def go_file(r, package, functions=6):
    out = [f"package {package}", "", 'import "fmt"', ""]
    for k in range(functions):
        n, v = r.choice(NOUNS), r.choice(VERBS)
        out += [f"// {v.title()}{n.title()}{k} walks over all of them.", f"func {v.title()}{n.title()}{k}(in []int, limit int) (int, error) {{", "\ttotal := 0", "\tfor _, x := range in {",
                f"\t\tif x > limit {{", f'\t\t\treturn 0, fmt.Errorf("{package}: %d is over %d", x, limit)', "\t\t}", f"\t\ttotal += x * {r.randint(2, 9)}", "\t}", "\treturn total, nil", "}", ""]
    return "\n".join(out)


def lockfile(r, n, bump):
    packages = {}
    for k in range(n):
        name = f"node_modules/{r.choice(NOUNS)}-{r.choice(VERBS)}-{k}"
        v = f"{r.randint(1, 9)}.{r.randint(0, 9)}.{r.randint(0, 9) + bump}"
        packages[name] = {"version": v, "resolved": f"https://registry.npm.test/{name[13:]}/-/{name[13:]}-{v}.tgz", "integrity": f"sha512-{r.getrandbits(200):050x}=="}
    return json.dumps({"name": "ferry", "lockfileVersion": 3, "packages": packages}, indent=2) + "\n"


@repo
def case_rename(g):
    """Forty files move and take a new import; three of them change what they do."""
    r = random.Random(31)
    for k in range(40):
        g.put(f"legacy/util/part_{k:02d}.py", python_module(r).replace("import os", "from legacy.util import base"))
    g.put("assets/map.png", bytes(range(256)) * 8)
    g.put("bin/sail", "#!/bin/sh\nset -eu\nexec python3 -m ferry\n")
    os.chmod(g.path / "bin/sail", 0o755)
    g.commit("before")
    for k in range(40):
        (g.path / "ferry").mkdir(exist_ok=True)
        g.git("mv", f"legacy/util/part_{k:02d}.py", f"ferry/part_{k:02d}.py")
        g.swap(f"ferry/part_{k:02d}.py", "from legacy.util import base", "from ferry import base")
    g.swap("ferry/part_17.py", "if item.weight > limit:", "if item.weight >= limit and not os.environ.get('FERRY_NO_LIMIT'):")
    g.swap("ferry/part_29.py", "            continue\n", "            raise SystemExit(7)\n")
    g.put("assets/map.png", bytes(range(255, -1, -1)) * 8)
    os.chmod(g.path / "bin/sail", 0o644)
    g.commit("move")
    save("corpus", "rename", "git show -M --format=", g.git("show", "-M", "--format=", "HEAD"), [
        ("FERRY_NO_LIMIT", 3, "a switch that turns the limit off, among renames"), ("rename to ferry/part_17.py", 2, "where that is"), ("-        if item.weight > limit:", 2, "what stood there"),
        ("raise SystemExit(7)", 3, "a loop that now ends the program"), ("part_29.py", 2, "where that is"), ("new mode 100644", 2, "a program that can no longer be run"),
        ("Binary files a/assets/map.png and b/assets/map.png differ", 2, "the map was replaced"), ("+from ferry import base", 1, "what all of them change"),
    ])


@repo
def case_lock(g):
    """A dependency update: a lock file, and one change of the configuration behind it."""
    r = random.Random(32)
    g.put("package-lock.json", lockfile(r, 220, 0))
    g.put("package.json", '{\n  "name": "ferry",\n  "engines": {\n    "node": ">=18"\n  },\n  "dependencies": {\n    "tide-check-7": "^3.1.0"\n  },\n  "scripts": {\n    "test": "node --test"\n  }\n}\n')
    g.put("dist/app.min.js", ";".join(f"var a{k}={k}" for k in range(3000)) + "\n")
    g.put("src/server.js", "const limit = 100;\n" + "\n".join(f"function part{k}(req) {{\n  return req.{NOUNS[k % 14]};\n}}\n" for k in range(30)) + "const session = { secure: true, maxAge: 3600 };\nmodule.exports = { session, limit };\n")
    g.commit("before")
    g.put("package-lock.json", lockfile(random.Random(32), 220, 1))
    g.swap("package.json", '"^3.1.0"', '"^4.0.0"')
    g.swap("package.json", '"node --test"', '"node --test || true"')
    g.put("dist/app.min.js", ";".join(f"var b{k}={k}" for k in range(3000)) + "\n")
    g.swap("src/server.js", "secure: true", "secure: false")
    g.commit("update")
    save("corpus", "lock", "git diff HEAD~1", g.git("diff", "HEAD~1"), [
        ("secure: false", 3, "the cookie is no longer secure, behind a lock file"), ("diff --git a/src/server.js b/src/server.js", 2, "where"), ("secure: true", 2, "what it was"),
        ('"tide-check-7": "^4.0.0"', 3, "the update that was wanted"), ('"node --test || true"', 3, "tests that can no longer fail"), ("diff --git a/package-lock.json b/package-lock.json", 1, "the lock file changed"),
        ("diff --git a/dist/app.min.js b/dist/app.min.js", 1, "the built file changed"),
    ])


@repo
def case_merge(g):
    """A merge whose conflicts were solved by hand, as git show prints it."""
    r = random.Random(33)
    for k in range(12):
        g.put(f"port/{NOUNS[k]}.go", go_file(random.Random(100 + k), "port", 10))
    g.commit("base")
    g.git("checkout", "-q", "-b", "night")
    for k in range(12):
        name = f"port/{NOUNS[k]}.go"
        text = (g.path / name).read_text().replace("total := 0", "total := 1").replace("x > limit", "x > limit+1")
        g.put(name, text)
    g.commit("night: start at one")
    g.git("checkout", "-q", "main")
    for k in range(12):
        name = f"port/{NOUNS[k]}.go"
        text = (g.path / name).read_text().replace("total := 0", "total := len(in)").replace("x > limit", "x >= limit")
        g.put(name, text)
    g.commit("main: count all")
    g.git("merge", "-q", "night", ok=(1,))
    for k in range(12):
        name = f"port/{NOUNS[k]}.go"
        text = (g.path / name).read_text()
        out, side = [], ""
        for line in text.split("\n"):
            if line[:7] in ("<<<<<<<", "=======", ">>>>>>>"):
                side = {"<": "ours", "=": "theirs", ">": ""}[line[0]]
                continue
            if side == "theirs" and k != 7:
                continue
            out.append(line.replace("len(in)", "len(in) + 1") if side == "ours" else line)
        g.put(name, "\n".join(out))
    g.swap("port/lock.go", "return total, nil", "return total + 1000, nil // both sides had lost this")
    g.git("add", "-A")
    g.git("commit", "-q", "-m", "Merge branch night: totals begin behind the count")
    del r
    save("corpus", "merge", "git show --cc", g.git("show", "--cc", "HEAD"), [
        ("Merge branch night: totals begin behind the count", 2, "what the merge wants"), ("diff --cc port/lock.go", 2, "the file with more than a choice of sides"),
        ("return total + 1000, nil // both sides had lost this", 3, "a line that neither side had"), ("diff --cc port/berth.go", 1, "a file that was merged"),
        ("total := len(in) + 1", 2, "how most conflicts were solved"), ("Merge:", 1, "that it is a merge"), ("total := 1", 2, "what the other side had"),
    ])


@repo
def case_show(g):
    """One commit with its statistics: documents, tests, and a change of an interface."""
    r = random.Random(34)
    for k in range(14):
        g.put(f"port/{NOUNS[k]}.go", go_file(random.Random(200 + k), "port", 8))
        g.put(f"port/{NOUNS[k]}_test.go", go_file(random.Random(300 + k), "port", 8))
    g.put("docs/guide.md", "# Guide\n\n" + "\n\n".join(f"The {r.choice(NOUNS)} is {r.choice(VERBS)}ed before the {r.choice(NOUNS)}." for _ in range(120)) + "\n")
    g.put("db/schema.sql", "create table tickets (id int primary key, seat int, paid_by text not null, price numeric);\n")
    g.commit("before")
    for k in range(14):
        for name in (f"port/{NOUNS[k]}.go", f"port/{NOUNS[k]}_test.go"):
            g.put(name, (g.path / name).read_text().replace("walks over all of them", "visits each of them once").replace("(in []int, limit int)", "(in []int, limit int, dry bool)" if k == 5 else "(in []int, limit int)"))
    g.put("docs/guide.md", (g.path / "docs/guide.md").read_text().replace("before", "after"))
    g.swap("db/schema.sql", "paid_by text not null, ", "")
    g.put("db/migrate/0042_drop.sql", "alter table tickets drop column paid_by;\n")
    g.swap("port/quay.go", "\treturn total, nil", "\tif total == 0 {\n\t\tpanic(\"port: empty quay\")\n\t}\n\treturn total, nil")
    g.commit("port: visit each of them once\n\nThe walk saw some of them twice. Tickets forget who paid.")
    save("corpus", "show", "git show --stat -p", g.git("show", "--stat", "-p", "HEAD"), [
        ("port: visit each of them once", 2, "the subject"), ("Tickets forget who paid.", 2, "what the message says beside it"), ("31 files changed", 2, "how much it is"),
        ("alter table tickets drop column paid_by;", 3, "data that is lost"), ("paid_by text not null", 2, "the column that goes"), ("limit int, dry bool)", 3, "an interface that changes"),
        ('panic("port: empty quay")', 3, "a new way to end"), ("diff --git a/port/quay.go b/port/quay.go", 2, "where"), ("visits each of them once", 1, "what most of it is"),
    ])


@repo
def case_tree(g):
    """diff -ru of two folders, with files that only one of them has."""
    for side in ("old", "new"):
        for k in range(60):
            text = "".join(f"{w}.{r}={random.Random(k * 100 + j).randint(1, 900)}\n" for j, (w, r) in enumerate((w, r) for w in NOUNS for r in ("limit", "retry", "port")))
            text = text.replace("ferry.port=", "ferry.address=0.0.0.0:" if side == "new" else "ferry.port=")
            if side == "new" and k == 33:
                text = text.replace("lock.retry=", "lock.retry=-").replace("tug.limit=", "tug.limit=9")
            g.put(f"{side}/site-{k:02d}.conf", text)
    g.put("old/keys/night.pub", "ssh-ed25519 AAAA night\n")
    g.put("new/keys/guest.pub", "ssh-ed25519 AAAA guest\n")
    run = subprocess.run(["diff", "-ru", "old", "new"], cwd=g.path, capture_output=True, text=True)
    text = "\n".join(line.split("\t")[0] + "\t2026-03-01 10:00:00.000000000 +0000" if line[:4] in ("--- ", "+++ ") else line for line in run.stdout.split("\n"))
    minus = next(line for line in text.split("\n") if line.startswith("+lock.retry=-"))
    tug = next(line for line in text.split("\n") if line.startswith("+tug.limit=9"))
    save("corpus", "tree", "diff -ru old new", text, [
        (minus, 3, "a retry below zero, in one site of sixty"), (tug, 3, "a limit ten times as high, there too"), ("+++ new/site-33.conf", 2, "which site"),
        ("Only in new/keys: guest.pub", 3, "a key that came"), ("Only in old/keys: night.pub", 3, "a key that went"), ("+ferry.address=0.0.0.0:", 2, "what all sites change"), ("-ferry.port=", 1, "what it was"),
    ])


@repo
def case_words(g):
    """Code that moves from one file to another, with one condition turned."""
    r = random.Random(36)
    body = python_module(r, 30)
    g.put("harbour/all.py", body)
    g.put("harbour/small.py", "import os\n")
    g.put("README.md", "# Harbour\n\nRun `make`.\n")
    g.commit("before")
    cut = body.index("\ndef ", len(body) // 2)
    tail = body[cut:].replace("if item.weight > limit:", "if item.weight < limit:", 1).replace("log.info('skipping %s', item)", "log.info('skipping %s', item)", 1)
    g.put("harbour/all.py", body[:cut] + "\n")
    g.put("harbour/heavy.py", body[: body.index("log =")] + "log = logging.getLogger(__name__)\n" + tail + "\n\ndef main():\n    os.system(os.environ['HARBOUR_HOOK'])\n")
    g.put("README.md", "# Harbour\n\nRun `make`. Security: hooks run as root.\n")
    (g.path / "harbour/small.py").unlink()
    g.commit("split")
    save("corpus", "split", "git diff HEAD~1 HEAD", g.git("diff", "HEAD~1", "HEAD"), [
        ("if item.weight < limit:", 3, "a condition that was turned while its code moved"), ("os.system(os.environ['HARBOUR_HOOK'])", 3, "a shell command from the environment"),
        ("Security: hooks run as root.", 2, "what the document says of it"), ("diff --git a/harbour/heavy.py b/harbour/heavy.py", 2, "where the code went"), ("deleted file mode 100644", 1, "a file that went"),
        ("diff --git a/harbour/all.py b/harbour/all.py", 2, "where it came from"),
    ])


def history(folder, name, commit, facts):
    """A commit of the repository that this folder is part of."""
    run = subprocess.run(["git", "show", "--format=%s%n%n%b", "--stat", "-p", commit], cwd=ROOT, capture_output=True, text=True, check=True)
    save(folder, name, "git show --stat -p", run.stdout, facts)


def case_kinds():
    history("corpus", "kinds", "b16cac2", [
        ("sdk: a processor may declare kinds of its own", 2, "the subject"), ("+type Matcher interface {", 3, "a new interface of the SDK"), ("diff --git a/sdk/match.go b/sdk/match.go", 2, "where"),
        ("+const MaxSample = 4096", 2, "a limit of it"), ("+func CheckInfo(i Info) error", 2, "a new check"), ("+func HostKind(kind string) bool", 2, "a new name of the SDK"), ("21 files changed", 1, "how much it is"),
        ("diff --git a/sdk/proto/riffle/plugin/v1/plugin.pb.go b/sdk/proto/riffle/plugin/v1/plugin.pb.go", 1, "that generated code changed"), ("+func MagicFits(magic string, content []byte) bool", 2, "another new name"),
    ])


def case_store():
    history("corpus", "store", "22ffa18", [
        ("a save that fails costs its own text", 2, "the subject"), ("store   Store // nil: nothing can be stored, or storing this text failed", 3, "what carries the fix"), ("+func (p *Pipeline) newRun(in Input) *run {", 2, "a new way to begin"),
        ("-func scaled(n int, scale float64) int {", 2, "a function that went"), ("diff --git a/host/pipeline/retain.go b/host/pipeline/retain.go", 2, "where the fix acts"), ("TestASaveThatFailsOnceCostsOnlyItsOwnText", 2, "the test of it"), ("math.Ceil(float64(n) * r.scale)", 1, "a sum that is done otherwise"),
    ])


# Cases that were not looked at while the processor was written.


@repo
def case_history(g):
    """git log -p of eight commits."""
    for k in range(10):
        g.put(f"port/{NOUNS[k]}.go", go_file(random.Random(400 + k), "port", 6))
    g.put("config/limits.yaml", "berths: 12\ntugs: 4\nspeed: 6\nalarm: on\n")
    g.commit("port: begin")
    for k in range(8):
        name = f"port/{NOUNS[k]}.go"
        g.put(name, (g.path / name).read_text().replace("walks over", "goes through"))
        if k == 4:
            g.swap("config/limits.yaml", "alarm: on", "alarm: off")
        if k == 6:
            g.swap(name, "x > limit", "x > limit && limit > 0")
        g.commit(f"port: words of {NOUNS[k]}" + ("\n\nThe alarm disturbed the night shift." if k == 4 else ""))
    save("unseen", "history", "git log -p -8", g.git("log", "-p", "-8"), [
        ("alarm: off", 3, "the alarm is off"), ("diff --git a/config/limits.yaml b/config/limits.yaml", 2, "where"), ("The alarm disturbed the night shift.", 3, "why"), ("alarm: on", 1, "what it was"),
        ("x > limit && limit > 0", 3, "a limit of nothing now lets all pass"), ("diff --git a/port/harbour.go b/port/harbour.go", 2, "where"), ("port: words of harbour", 1, "under which name it came"),
    ])


@repo
def case_format(g):
    """A new code style for all files, and one change of what the code does."""
    for k in range(24):
        g.put(f"src/{NOUNS[k % 14]}{k}.py", python_module(random.Random(500 + k), 8))
    g.commit("before")
    for k in range(24):
        name = f"src/{NOUNS[k % 14]}{k}.py"
        g.put(name, (g.path / name).read_text().replace("'skipping %s'", '"skipping %s"').replace("total += item", "total = total + item"))
    g.swap("src/gauge19.py", 'log.info("skipping %s", item)', "pass")
    g.swap("src/cargo16.py", "return total", "return max(total, 0)")
    g.commit("style")
    save("unseen", "style", "git diff HEAD~1", g.git("diff", "HEAD~1"), [
        ("+            pass", 3, "a message that is no longer logged"), ("diff --git a/src/gauge19.py b/src/gauge19.py", 2, "where"), ("return max(total, 0)", 3, "a total that can no longer be negative"),
        ("diff --git a/src/cargo16.py b/src/cargo16.py", 2, "where"), ('"skipping %s"', 1, "what most of it is"), ("total = total + item", 1, "the other half of it"),
    ])


@repo
def case_fleet(g):
    """The configuration of eighty ships; one gets another address."""
    for k in range(80):
        g.put(f"fleet/ship-{k:02d}.yaml", f"name: ship-{k:02d}\nimage: registry.ferry.test/bridge:4.1.{k % 3}\nreplicas: 2\nheartbeat: 30s\nreport: https://collect.ferry.test/v1\n")
    g.commit("before")
    for k in range(80):
        g.swap(f"fleet/ship-{k:02d}.yaml", f"4.1.{k % 3}", "4.2.0")
    g.swap("fleet/ship-47.yaml", "collect.ferry.test", "collect.fery.test")
    g.swap("fleet/ship-61.yaml", "replicas: 2", "replicas: 0")
    g.swap("fleet/ship-12.yaml", "4.2.0", "4.2.0-rc3")
    g.commit("bridge 4.2.0")
    save("unseen", "fleet", "git diff HEAD~1 -- fleet", g.git("diff", "HEAD~1"), [
        ("https://collect.fery.test/v1", 3, "a wrong address"), ("b/fleet/ship-47.yaml", 2, "on which ship"), ("replicas: 0", 3, "a ship without a bridge"), ("b/fleet/ship-61.yaml", 2, "which ship"),
        ("4.2.0-rc3", 3, "a version that is not released"), ("b/fleet/ship-12.yaml", 2, "on which ship"), ("bridge:4.2.0\n", 1, "what all of them get"),
    ])


@repo
def case_generated(g):
    """Generated code of a message with a new field, and what uses it."""
    def generated(fields):
        out = ["// Code generated by protoc-gen-go. DO NOT EDIT.", "package pb", ""]
        for f in fields:
            out += [f"func (x *Ticket) Get{f}() string {{", "\tif x != nil {", f"\t\treturn x.{f}", "\t}", '\treturn ""', "}", "", f"var file_{f.lower()}_raw = []byte{{{', '.join(hex(b) for b in random.Random(f).randbytes(60))}}}", ""]
        return "\n".join(out)
    fields = [f"{n.title()}{v.title()}" for n in NOUNS for v in VERBS[:4]]
    g.put("pb/ticket.pb.go", generated(fields))
    g.put("ticket.proto", "message Ticket {\n  string id = 1;\n  string seat = 2;\n  string note = 3;\n}\n")
    g.put("store/store.go", go_file(random.Random(61), "store", 12))
    g.put("store/store_test.go", go_file(random.Random(62), "store", 12))
    g.commit("before")
    g.put("pb/ticket.pb.go", generated([f + "V2" for f in fields]))
    g.put("ticket.proto", "message Ticket {\n  string id = 1;\n  string seat = 2;\n  bytes photo = 3;\n}\n")
    g.swap("store/store.go", "total := 0", "total := limit / 10")
    g.put("store/store_test.go", (g.path / "store/store_test.go").read_text().replace("x > limit", "x > limit*2"))
    g.commit("photo")
    save("unseen", "generated", "git show", g.git("show", "HEAD"), [
        ("+  bytes photo = 3;", 3, "a field whose number is used again for another type"), ("-  string note = 3;", 3, "the field that it had"), ("diff --git a/ticket.proto b/ticket.proto", 2, "where"),
        ("total := limit / 10", 3, "totals begin elsewhere"), ("diff --git a/store/store.go b/store/store.go", 2, "where"), ("diff --git a/pb/ticket.pb.go b/pb/ticket.pb.go", 1, "that the generated file changed"), ("x > limit*2", 1, "what the tests allow now"),
    ])


@repo
def case_binary(g):
    """Pictures and data that come and go around one script that changes its rights."""
    for k in range(30):
        g.put(f"media/shot-{k:02d}.bin", bytes([0, k]) * 300)
        g.put(f"data/day-{k:02d}.csv", "".join(f"2026-03-{k % 28 + 1:02d},{h},{random.Random(k * 30 + h).randint(1, 99)}\n" for h in range(24)))
    g.put("deploy.sh", "#!/bin/sh\nset -eu\n" + "".join(f"scp data/day-{k:02d}.csv ferry.test:/srv/\n" for k in range(30)) + "rm -f /srv/lock\n")
    g.commit("before")
    for k in range(30):
        g.put(f"media/shot-{k:02d}.bin", bytes([1, k]) * 300)
        g.put(f"data/day-{k:02d}.csv", "".join(f"2026-03-{k % 28 + 1:02d},{h},{random.Random(k * 37 + h).randint(1, 99) if k != 13 or h != 9 else 'null'}\n" for h in range(24)))
    (g.path / "media/shot-07.bin").unlink()
    os.chmod(g.path / "deploy.sh", 0o755)
    g.swap("deploy.sh", "rm -f /srv/lock", "rm -rf /srv/$LOCK")
    g.git("mv", "media/shot-11.bin", "media/cover.bin")
    g.commit("data")
    save("unseen", "data", "git diff -M HEAD~1", g.git("diff", "-M", "HEAD~1"), [
        ("rm -rf /srv/$LOCK", 3, "a command that may remove everything"), ("diff --git a/deploy.sh b/deploy.sh", 2, "where"), ("new mode 100755", 2, "the script can be run now"), (",9,null", 3, "a value that is missing"),
        ("b/data/day-13.csv", 2, "in which file"), ("deleted file mode 100644", 1, "a picture that went"), ("media/cover.bin", 2, "a picture that has a new name"),
    ])


@repo
def case_octopus(g):
    """A merge of a revert, as git diff prints it while the conflict stands."""
    for k in range(8):
        g.put(f"lib/{NOUNS[k]}.py", python_module(random.Random(700 + k), 9))
    g.commit("base")
    g.git("checkout", "-q", "-b", "side")
    for k in range(8):
        g.put(f"lib/{NOUNS[k]}.py", (g.path / f"lib/{NOUNS[k]}.py").read_text().replace("if item.weight > limit:", "if item.weight > limit * 2:"))
    g.commit("side")
    g.git("checkout", "-q", "main")
    for k in range(8):
        g.put(f"lib/{NOUNS[k]}.py", (g.path / f"lib/{NOUNS[k]}.py").read_text().replace("if item.weight > limit:", "if item.weight > limit + 5:" if k != 5 else "if item.weight > limit or item.poison:"))
    g.commit("main")
    g.git("merge", "-q", "side", ok=(1,))
    save("unseen", "conflict", "git diff", g.git("diff"), [
        ("limit or item.poison:", 3, "the side that must not be lost"), ("diff --cc lib/gauge.py", 2, "where"), ("if item.weight > limit * 2:", 2, "what the other side wants"), ("if item.weight > limit + 5:", 2, "what this side wants elsewhere"),
        ("<<<<<<< HEAD", 1, "that the conflict stands"), (">>>>>>> side", 1, "with which branch"),
    ])


def case_routes():
    history("unseen", "routes", "df7c148", [
        ("a plugin's own kinds are told before the inspector's", 2, "the subject"), ("func (c Config) Route(tool, command, kind string) (processor string, ok bool)", 3, "a function with another signature"), ("-func (c Config) Route(tool, command string)", 2, "what it was"),
        ("+type Sniffer struct {", 3, "a new type"), ("+func (r *run) sniff(ctx context.Context) string {", 2, "the new step"), ("diff --git a/host/pipeline/route.go b/host/pipeline/route.go", 2, "where"), ("+func (r *run) kindFor(name string) string {", 1, "another"),
    ])


def case_counter():
    history("unseen", "counter", "38ebff3", [
        ("budgets and gates are counted by the project's own exact counter", 2, "the subject"), ("+type Counter struct{ exact sdk.Estimator }", 3, "what the counter is now"), ("-type Counter struct {", 2, "that it was another"), ("diff --git a/bench/score/counter.go b/bench/score/counter.go", 2, "where"),
        ("-func pieceEnd(s string) int {", 1, "a function that went"), ("-const maxPiece = 2048", 1, "a limit that went"), ("TestCountIsThatOfTheReference", 1, "the new test"),
    ])


if __name__ == "__main__":
    for name, f in list(globals().items()):
        if name.startswith("case_"):
            f()
