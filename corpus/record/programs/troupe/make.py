"""Writes a node_modules folder as an installer would leave it: make.py FOLDER.

The packages are the props of a puppet theatre. One is missing, one is of a
version that nobody asked for, one belongs to nobody and two stand there twice.
"""
import json
import os
import sys

base = sys.argv[1]
STEMS = ["curtain", "lantern", "puppet", "string", "stage", "voice", "cloud", "drum", "mask", "ladder", "moon", "forest"]
PARTS = ["core", "parts", "paint", "store", "test", "view"]


def write(folder, meta):
    path = os.path.join(base, folder)
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "package.json"), "w") as f:
        json.dump(meta, f, indent=2)


names = [f"@troupe/{s}-{p}" for p in PARTS for s in STEMS]
versions = {n: f"{1 + i % 4}.{i % 9}.{i * 5 % 13}" for i, n in enumerate(names)}
needs = {n: {} for n in names}
for i, n in enumerate(names):
    for j in (2 * i + 14, 2 * i + 15, 3 * i + 17):
        if j < len(names):
            needs[n][names[j]] = "^" + versions[names[j]]
root = {n: "^" + versions[n] for n in names[:14]}
# What went wrong over the years.
needs["@troupe/cloud-core"]["@troupe/moon-parts"] = "^9.0.0"
needs["@troupe/mask-parts"]["@troupe/rain"] = "~2.1.0"
needs["@troupe/voice-core"]["@troupe/drum-view"] = "^1.0.0"
for n in names:
    meta = {"name": n, "version": versions[n], "license": "MIT", "dependencies": needs[n]}
    if n == "@troupe/puppet-parts":
        meta["peerDependencies"] = {"@troupe/string-core": ">=7"}
    if n == "@troupe/lantern-parts":
        meta["optionalDependencies"] = {"@troupe/candle": "^0.4.0"}
    write("node_modules/" + n, meta)
write("node_modules/@troupe/voice-core/node_modules/@troupe/drum-view", {"name": "@troupe/drum-view", "version": "1.9.3", "license": "MIT"})
write("node_modules/left-glove", {"name": "left-glove", "version": "0.0.1-found"})
write(".", {"name": "troupe", "version": "12.4.0", "private": True, "dependencies": root})
