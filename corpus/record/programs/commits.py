"""Prints the history of the repository in the working folder as one JSON array."""
import json
import subprocess

FIELDS = ["commit", "tree", "parents", "author", "email", "date", "subject", "body"]
out = subprocess.run(
    ["git", "log", "--numstat", "--format=%x1e%H%x1f%T%x1f%P%x1f%an%x1f%ae%x1f%aI%x1f%s%x1f%b%x1f"],
    check=True, capture_output=True, text=True).stdout
commits = []
for record in out.split("\x1e")[1:]:
    *head, stat = record.split("\x1f")
    commit = dict(zip(FIELDS, head))
    commit["parents"] = commit["parents"].split()
    commit["body"] = commit["body"].strip() or None
    commit["files"] = []
    for line in stat.strip().splitlines():
        added, removed, path = line.split("\t")
        commit["files"].append({"path": path, "added": int(added), "removed": int(removed)})
    commits.append(commit)
print(json.dumps(commits, indent=1, ensure_ascii=False))
