#!/usr/bin/env python3
"""Writes the cases of ../../testreport: reports that go test -json, gotestsum,
node --test, pytest and mocha write of small test suites that this script makes,
with the facts that a shorter text must keep. Facts are named here, with the
tests, and not changed to suit a ranking. Needs these tools; mocha and
mocha-junit-reporter are taken from the folder that MOCHA names."""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def save(folder, name, ext, command, text, facts, questions=(), home=None):
    if home:
        text = text.replace(str(home), "/srv/ferry")
    place = ROOT / "testreport"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{name}.{ext}").write_text(text, newline="")
    case = {"kind": "testreport", "tool": "bash", "command": command, "facts": [], "questions": [dict(q=q, answer=a) for q, a in questions]}
    for n, (fact, weight, why) in enumerate(facts, 1):
        assert fact in text, (name, fact)
        case["facts"].append({"id": f"f{n}", "text": fact, "weight": weight, "why": why})
    (place / f"{name}.facts.json").write_text(json.dumps(case, indent=2, ensure_ascii=False) + "\n")


def run(home, *args, **env):
    done = subprocess.run(args, cwd=home, env={**os.environ, "GOFLAGS": "", "GOWORK": "off", "NO_COLOR": "1", **env}, capture_output=True, text=True)
    return done.stdout, done.stderr


def put(home, name, text):
    p = pathlib.Path(home) / name
    p.parent.mkdir(parents=True, exist_ok=True)
    p.write_text(text)


def suite(f):
    def wrapped():
        with tempfile.TemporaryDirectory() as d:
            f(pathlib.Path(os.path.realpath(d)))
    return wrapped


def go_tests(home, package, tests, subtests=4, talk=2, extra="", imports='"testing"'):
    """A package of passing tests that print what they do, and some more."""
    out = [f"package {package}", "", f"import ({imports})", ""]
    for k in range(tests):
        out += [f"func Test{package.title()}{k:02d}(t *testing.T) {{", f"\tfor i := range {subtests} {{", '\t\tt.Run("case"+string(rune(\'a\'+i)), func(t *testing.T) {', f"\t\t\tfor j := range {talk} {{", f'\t\t\t\tt.Logf("{package} step %d of %d, error budget untouched", j, {talk})', "\t\t\t}", "\t\t})", "\t}", "}", ""]
    put(home, f"{package}/{package}_test.go", "\n".join(out) + extra)


@suite
def case_tides(home):
    """A failing subtest inside many that pass, and one that is skipped."""
    put(home, "go.mod", "module ferry.test/tides\n\ngo 1.24\n")
    go_tests(home, "moon", 18)
    go_tests(home, "tide", 14, extra='''
func TestTable(t *testing.T) {
	for _, c := range []struct{ name string; got, want int }{{"neap", 3, 3}, {"spring", 41, 47}, {"slack", 0, 0}} {
		t.Run(c.name, func(t *testing.T) {
			t.Log("station Vik, gauge 7")
			if c.got != c.want {
				t.Errorf("height of %s = %d cm, want %d cm", c.name, c.got, c.want)
			}
		})
	}
}

func TestOpenSea(t *testing.T) { t.Skip("needs the buoy at 61.2N") }
''')
    go_tests(home, "wind", 16)
    text, _ = run(home, "go", "test", "-json", "-count=1", "./...")
    save("corpus", "tides", "jsonl", "go test -json ./...", text, [
        ("height of spring = 41 cm, want 47 cm", 3, "what is wrong: both sides"), ("tide_test.go:", 2, "where"), ("TestTable/spring", 3, "which test"), ("station Vik, gauge 7", 2, "what the failing test said"),
        ("needs the buoy at 61.2N", 2, "why a test was skipped"), ("TestOpenSea", 1, "which one"), ("ferry.test/tides/tide", 2, "which package"), ("ferry.test/tides/wind", 1, "a package that passed"),
    ], home=home)


@suite
def case_panic(home):
    """A test that panics in the middle of a run, in one of four packages."""
    put(home, "go.mod", "module ferry.test/locks\n\ngo 1.24\n")
    for p in ("chamber", "valve", "lamp"):
        go_tests(home, p, 15)
    go_tests(home, "gate", 10, imports='"testing"; "fmt"', extra='''
type gate struct{ angle []int }

func (g *gate) open(to int) int { return g.angle[to] }

func TestOpenWide(t *testing.T) {
	fmt.Println("gate motor 4 warm")
	g := &gate{angle: make([]int, 3)}
	g.open(9)
}
''')
    text, _ = run(home, "go", "test", "-json", "-count=1", "./...")
    save("corpus", "locks", "jsonl", "go test -json ./...", text, [
        ("index out of range [9] with length 3", 3, "why it panics"), ("TestOpenWide", 3, "which test"), ("gate motor 4 warm", 2, "what it printed"), ("(*gate).open", 2, "the function that panics"),
        ("gate/gate_test.go:", 2, "where"), ("ferry.test/locks/gate", 2, "which package"), ("ferry.test/locks/valve", 1, "a package that passed"),
    ], home=home)


@suite
def case_build(home):
    """A package that does not build beside one whose test fails."""
    put(home, "go.mod", "module ferry.test/yard\n\ngo 1.24\n")
    go_tests(home, "mast", 24)
    go_tests(home, "sail", 24, extra='''
func TestReef(t *testing.T) {
	t.Errorf("reefs at 12 m/s: got %q, want %q", []string{"main"}, []string{"main", "jib"})
}
''')
    put(home, "hull/hull.go", "package hull\n\nfunc Length() int { return width * 3 }\n")
    put(home, "hull/hull_test.go", "package hull\n\nimport \"testing\"\n\nfunc TestLength(t *testing.T) { Length() }\n")
    text, _ = run(home, "go", "test", "-json", "-count=1", "./...")
    save("corpus", "yard", "jsonl", "go test -json ./...", text, [
        ("undefined: width", 3, "why a package does not build"), ("hull/hull.go:3", 3, "where"), ("ferry.test/yard/hull", 2, "which package"), ("[build failed]", 2, "what became of it"),
        ("TestReef", 3, "the test that fails"), ("reefs at 12 m/s: got", 3, "what is wrong"), ("sail_test.go:", 2, "where"), ("ferry.test/yard/mast", 1, "a package that passed"),
    ], home=home)


NODE_HEAD = "import { describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n"


def node_suite(name, n, extra=""):
    body = "\n".join(f"  it('{name} keeps order {k} when an error is retried', () => {{ assert.ok({k} + 1); }});" for k in range(n))
    return f"{NODE_HEAD}\ndescribe('{name}', () => {{\n{body}\n{extra}\n}});\n"


@suite
def case_node(home):
    """node's JUnit of nested suites: one assertion fails, one hook throws."""
    put(home, "map.test.mjs", node_suite("map", 60))
    put(home, "route.test.mjs", node_suite("route", 50, """
  describe('from Moss', () => {
    describe('at night', () => {
      it('avoids the shoal', () => { assert.deepEqual({ leg: 3, depth: 2.5 }, { leg: 3, depth: 9 }); });
      it('sees the lamp', { skip: 'lamp 12 is out' }, () => {});
      it('waits for the pilot', { todo: true }, () => {});
    });
  });"""))
    put(home, "store.test.mjs", node_suite("store", 60, """
  it('opens the ledger', async () => { throw new TypeError('ledger page 77 is torn'); });"""))
    text, _ = run(home, "node", "--test", "--test-reporter=junit")
    save("corpus", "routes", "xml", "node --test --test-reporter=junit", text, [
        ("avoids the shoal", 3, "the test that fails"), ("depth: 2.5", 3, "what was"), ("depth: 9", 3, "what was wanted"), ("route.test.mjs:", 2, "where"), ("from Moss", 1, "in which suite"),
        ("opens the ledger", 3, "the test that throws"), ("ledger page 77 is torn", 3, "what it says"), ("lamp 12 is out", 2, "why one is skipped"),
    ], home=home)


@suite
def case_pytest(home):
    """pytest's JUnit: a failed comparison, an error in a fixture, an xfail, output."""
    for m in ("berths", "cranes", "pilots"):
        tests = "\n\n".join(f"@pytest.mark.parametrize('n', range(8))\ndef test_{m}_{k}(n):\n    assert n >= 0" for k in range(10))
        put(home, f"test_{m}.py", "import pytest\n\n\n" + tests + "\n")
    put(home, "test_cargo.py", '''import logging
import sys

import pytest


@pytest.fixture
def scale():
    raise ConnectionError("scale 3 does not answer on /dev/ttyS4")


def weigh(parts):
    return {"boxes": len(parts), "tons": sum(parts)}


def test_light():
    assert weigh([1])["boxes"] == 1


def test_manifest():
    print("reading manifest M-2208")
    logging.getLogger("cargo").warning("box 14 has no seal")
    assert weigh([4, 5, 6]) == {"boxes": 3, "tons": 16}


def test_scale(scale):
    pass


@pytest.mark.skip(reason="crane 6 is locked")
def test_lift():
    pass


@pytest.mark.xfail(reason="rounding, ticket 3171")
def test_round():
    assert round(2.5) == 3
''')
    run(home, "/usr/bin/python3", "-m", "pytest", "-q", "--junitxml=report.xml", "-p", "no:cacheprovider", "-o", "junit_logging=all")
    save("corpus", "cargo", "xml", "cat report.xml", (home / "report.xml").read_text(), [
        ("test_manifest", 3, "the test that fails"), ("'tons': 15", 3, "what was"), ("'tons': 16", 3, "what was wanted"), ("test_cargo.py:", 2, "where"), ("reading manifest M-2208", 2, "what it printed"), ("box 14 has no seal", 2, "what it logged"),
        ("scale 3 does not answer on /dev/ttyS4", 3, "why a fixture fails"), ("test_scale", 2, "for which test"), ("crane 6 is locked", 2, "why one is skipped"), ("rounding, ticket 3171", 1, "why one may fail"),
        ('failures="1"', 2, "how many fail"),
    ], home=home)


@suite
def case_gotestsum(home):
    """gotestsum's JUnit of three packages, one test slow."""
    put(home, "go.mod", "module ferry.test/lamps\n\ngo 1.24\n")
    go_tests(home, "beacon", 20)
    go_tests(home, "bulb", 20, imports='"testing"; "time"', extra='''
func TestWarmUp(t *testing.T) { time.Sleep(1300 * time.Millisecond) }

func TestColour(t *testing.T) {
	want, got := "white\\nred\\ngreen\\n", "white\\nred\\n"
	if got != want {
		t.Fatalf("sectors differ:\\n--- want\\n%s+++ got\\n%s", want, got)
	}
}
''')
    go_tests(home, "switchboard", 20)
    run(home, "gotestsum", "--junitfile", "report.xml", "--", "-count=1", "./...")
    save("corpus", "lamps", "xml", "cat report.xml", (home / "report.xml").read_text(), [
        ("TestColour", 3, "the test that fails"), ("sectors differ:", 3, "what is wrong"), ("green", 2, "the side that lacks"), ("bulb_test.go:", 2, "where"), ("TestWarmUp", 2, "the slow test"), ("ferry.test/lamps/bulb", 2, "in which package"),
        ('failures="1"', 2, "how many fail"), (re.search(r'name="TestWarmUp" time="([^"]*)"', (home / "report.xml").read_text())[1], 1, "how slow"),
    ], home=home)


@suite
def case_race(home):
    """A data race in a package of many tests, with another failure before it."""
    put(home, "go.mod", "module ferry.test/bells\n\ngo 1.24\n")
    go_tests(home, "tower", 20)
    put(home, "rope/rope.go", "package rope\n\ntype Rope struct{ pulls int }\n\nfunc (r *Rope) Pull() { r.pulls++ }\n")
    go_tests(home, "rope", 16, imports='"testing"; "sync"', extra='''
func TestRing(t *testing.T) {
	var r Rope
	var w sync.WaitGroup
	for range 2 {
		w.Go(func() {
			for range 1000 {
				r.Pull()
			}
		})
	}
	w.Wait()
	if r.pulls < 0 {
		t.Error("never")
	}
}
''')
    text, _ = run(home, "go", "test", "-race", "-json", "-count=1", "./...", CGO_ENABLED="1")
    save("corpus", "bells", "jsonl", "go test -race -json ./...", text, [
        ("WARNING: DATA RACE", 3, "what is wrong"), ("rope/rope.go:5", 3, "where"), ("(*Rope).Pull()", 2, "in which function"), ("Previous write at", 2, "that both write"), ("race detected during execution of test", 2, "why the test fails"), ("--- FAIL: TestRing", 3, "which test"),
        ("ferry.test/bells/rope", 2, "which package"), ("rope_test.go:", 1, "who calls it"),
    ], home=home)


# Cases that were not looked at while the processor was written.


@suite
def case_slow(home):
    """A test that outlives the time for its package, with another's failure before."""
    put(home, "go.mod", "module ferry.test/tugs\n\ngo 1.24\n")
    go_tests(home, "rope", 24)
    go_tests(home, "tug", 14, imports='"testing"; "time"', extra='''
func TestBollard(t *testing.T) {
	t.Log("winch at 80 %")
	if pull := 41.5; pull < 60 {
		t.Errorf("bollard pull %.1f t, want at least 60 t", pull)
	}
}

func TestTow(t *testing.T) { time.Sleep(time.Hour) }
''')
    text, _ = run(home, "go", "test", "-json", "-count=1", "-timeout=3s", "./...")
    save("unseen", "tugs", "jsonl", "go test -json -timeout=3s ./...", text, [
        ("bollard pull 41.5 t, want at least 60 t", 3, "the failure before"), ("TestBollard", 3, "its test"), ("winch at 80 %", 1, "what it said"), ("test timed out after 3s", 3, "why the run ended"), ("TestTow", 3, "the test that hangs"),
        ("tug_test.go:", 2, "where"), ("ferry.test/tugs/tug", 2, "which package"),
    ], home=home)


@suite
def case_many(home):
    """Thirty failures of one cause and one of another."""
    put(home, "go.mod", "module ferry.test/fares\n\ngo 1.24\n")
    go_tests(home, "zone", 12)
    go_tests(home, "fare", 6, imports='"testing"; "fmt"', extra='''
func TestPrices(t *testing.T) {
	for i := range 30 {
		t.Run(fmt.Sprintf("zone%02d", i), func(t *testing.T) { t.Errorf("dial tcp 127.0.0.1:%d: connect: connection refused", 5400+i%2) })
	}
}

func TestRebate(t *testing.T) {
	t.Cleanup(func() { t.Log("rebate table R-19 unloaded") })
	t.Fatalf("rebate for children = %.2f, want %.2f", 0.25, 0.5)
}
''')
    text, _ = run(home, "go", "test", "-json", "-count=1", "./...")
    save("unseen", "fares", "jsonl", "go test -json ./...", text, [
        ("rebate for children = 0.25, want 0.50", 3, "the failure of another kind"), ("TestRebate", 3, "its test"), ("connect: connection refused", 3, "the failure of thirty"), ("TestPrices", 2, "their test"), ("rebate table R-19 unloaded", 1, "what it said"),
        ("fare_test.go:", 2, "where"), ("ferry.test/fares/fare", 2, "which package"), ("ferry.test/fares/zone", 1, "a package that passed"),
    ], home=home)


@suite
def case_errors(home):
    """pytest's JUnit of a module that cannot be imported beside long tracebacks."""
    for m in ("nets", "floats"):
        tests = "\n\n".join(f"@pytest.mark.parametrize('n', range(9))\ndef test_{m}_{k}(n):\n    print('checking', n)\n    assert n < 99" for k in range(12))
        put(home, f"test_{m}.py", "import pytest\n\n\n" + tests + "\n")
    put(home, "test_catch.py", "from catchlib import haul\n\n\ndef test_haul():\n    assert haul()\n")
    put(home, "test_price.py", '''def deep(n, fish):
    if n == 0:
        raise KeyError(f"no price for {fish} in week 9")
    return deep(n - 1, fish)


def test_cod():
    assert deep(6, "cod")


def test_words():
    assert "fresh cod from Lofoten\\nlanded on Monday\\n" == "fresh cod from Lofoten\\nlanded on Sunday\\n"


def test_slow():
    import time

    time.sleep(1.25)
''')
    run(home, "/usr/bin/python3", "-m", "pytest", "-q", "--continue-on-collection-errors", "--junitxml=report.xml", "-p", "no:cacheprovider", "-o", "junit_logging=all")
    save("unseen", "catch", "xml", "cat report.xml", (home / "report.xml").read_text(), [
        ("No module named 'catchlib'", 3, "why a module cannot be read"), ("test_catch.py:", 2, "where"), ("no price for cod in week 9", 3, "why a test fails"), ("test_cod", 3, "which"), ("test_words", 3, "another"), ("landed on Monday", 2, "one side"), ("landed on Sunday", 2, "the other"),
        ("test_slow", 1, "the slow one"), ('errors="1"', 2, "how many could not run"),
    ], home=home)


@suite
def case_mocha(home):
    """mocha's JUnit: nested suites, a failed comparison of objects, a timeout."""
    put(home, "test/deck.js", '''const assert = require('assert');
describe('deck', () => {
  for (let i = 0; i < 80; i++) it('carries car ' + i + ' without error', () => {});
  describe('ramp', () => {
    it('lifts at low water', () => { assert.deepStrictEqual({ angle: 11, locked: false }, { angle: 11, locked: true }); });
    it('answers the bridge', function (done) { this.timeout(40); });
    it.skip('melts ice');
  });
  for (let i = 0; i < 60; i++) it('lets go of car ' + i, () => {});
});
describe('engine', () => { for (let i = 0; i < 70; i++) it('turns at ' + i * 10 + ' rpm', () => {}); });
''')
    modules = pathlib.Path(os.environ["MOCHA"]) / "node_modules"
    run(home, str(modules / ".bin/mocha"), "--reporter", str(modules / "mocha-junit-reporter"), "--reporter-options", "mochaFile=report.xml")
    save("unseen", "deck", "xml", "cat report.xml", (home / "report.xml").read_text().replace(str(modules), "/srv/ferry/node_modules"), [
        ("lifts at low water", 3, "the test that fails"), ("locked: false", 3, "what was"), ("locked: true", 3, "what was wanted"), ("test/deck.js:", 2, "where"), ("answers the bridge", 3, "the test that does not end"), ("Timeout of 40ms exceeded", 3, "how long it was given"),
        ('failures="2"', 2, "how many fail"),
    ], home=home)


@suite
def case_hidden(home):
    """gotestsum's JUnit where a package fails though all of its tests pass."""
    put(home, "go.mod", "module ferry.test/crew\n\ngo 1.24\n")
    go_tests(home, "cook", 22)
    go_tests(home, "mate", 12, imports='"testing"; "os"; "fmt"', extra='''
func TestMain(m *testing.M) {
	code := m.Run()
	fmt.Println("leak: 2 berths of the crew are still taken")
	if code == 0 {
		os.Exit(4)
	}
}

func TestWatch(t *testing.T) { t.Skipf("no watch before %s", "06:00") }
''')
    go_tests(home, "pilot", 22)
    run(home, "gotestsum", "--junitfile", "report.xml", "--", "-count=1", "./...")
    text = (home / "report.xml").read_text()
    save("unseen", "crew", "xml", "cat report.xml", text, [
        ("leak: 2 berths of the crew are still taken", 3, "what the package says at its end"), ("ferry.test/crew/mate", 3, "which package fails"), ("no watch before 06:00", 2, "why one is skipped"), ("TestWatch", 1, "which"), ('failures="1"', 1, "how many fail"),
    ], home=home)


@suite
def case_suites(home):
    """node's JUnit of a hook that fails and a promise that is refused."""
    put(home, "ice.test.mjs", node_suite("ice", 70))
    put(home, "bell.test.mjs", NODE_HEAD.replace("describe, it", "describe, it, before") + """
describe('bell', () => {
  before(() => { throw new RangeError('clapper swings 400 degrees'); });
  it('rings at noon', () => {});
  it('rings in fog', () => {});
});
describe('horn', () => {
  for (let i = 0; i < 40; i++) it('sounds ' + i, () => {});
  it('is heard ashore', async () => { await assert.rejects(Promise.resolve(7), /too loud/); });
  it('names the ship', () => { assert.equal('Borgund II', 'Borgund III'); });
});
""")
    text, _ = run(home, "node", "--test", "--test-reporter=junit")
    save("unseen", "bells-junit", "xml", "node --test --test-reporter=junit", text, [
        ("test did not finish before its parent and was cancelled", 2, "what a hook that fails does to its tests"), ("rings at noon", 2, "one of them"), ("is heard ashore", 3, "a test that fails"), ("Missing expected rejection", 3, "why"), ("names the ship", 3, "another"),
        ("Borgund III", 3, "what was wanted"), ("Borgund II&apos;" if "Borgund II&apos;" in text else "Borgund II", 2, "what was"), ("bell.test.mjs:", 2, "where"),
    ], home=home)


if __name__ == "__main__":
    for name, f in list(globals().items()):
        if name.startswith("case_") and (len(sys.argv) < 2 or name[5:] in sys.argv[1:]):
            f()
