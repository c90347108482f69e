"""Merges entries into manifest.json: manifest.py CORPUS (case|tool NAME VALUE STATUS)..."""
import hashlib
import json
import os
import sys

corpus, args = sys.argv[1], sys.argv[2:]
path = os.path.join(corpus, "manifest.json")
tools, cases = {}, {}
if os.path.exists(path):
    with open(path, encoding="utf-8") as f:
        old = json.load(f)
    tools = old["tools"]
    cases = {c["file"]: c for c in old["cases"]}
for i in range(0, len(args), 4):
    what, name, value, status = args[i : i + 4]
    if what == "tool":
        tools[name] = value
        continue
    with open(os.path.join(corpus, name), "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    cases[name] = {"file": name, "command": value, "exitStatus": int(status), "sha256": digest}
cases = {n: c for n, c in cases.items() if os.path.exists(os.path.join(corpus, n))}


def line(value):
    return json.dumps(value, ensure_ascii=False)


# One case a line, sorted by name: two people who add cases then seldom touch the same line.
with open(path + ".new", "w", encoding="utf-8") as f:
    f.write('{\n  "tools": {\n')
    f.write(",\n".join(f"    {line(n)}: {line(tools[n])}" for n in sorted(tools)))
    f.write('\n  },\n  "cases": [\n')
    f.write(",\n".join("    " + line(cases[n]) for n in sorted(cases)))
    f.write("\n  ]\n}\n")
os.replace(path + ".new", path)
