"""Writes the changelog of the berth planner; small entries are derived, the rest is told."""
areas = ["plan", "gateway", "map", "gauges", "export", "pilots", "fees", "search", "lamps", "archive"]
small = [
    "the list of {0} is sorted by name where two have the same time",
    "the page of {0} loads in half the time on old telephones",
    "a spelling mistake in the help for {0}",
    "the column for {0} keeps its width when the window is made smaller",
    "{0} can be filtered by quay",
    "the error text for {0} names the field that is meant",
    "a test of {0} no longer fails in the last week of a year",
    "{0} remembers the last choice of each user",
]
told = {
    "7.0.0": """### Removed

- The old import from spreadsheets. It read the first sheet only and took empty cells for zero.

### Changed

- Ships are known by their IMO number and no longer by name. **Before the upgrade, run `berthctl ships merge`**, or ships with two spellings are two ships for ever.
""",
    "6.8.2": """### Fixed

- Fees of visits across the end of summer time were one hour too low. This affects visits in the night to 25 October of the last four years; `berthctl fees recount --dst` lists them and changes nothing without `--apply`.
""",
    "6.6.0": """### Changed

- The planner listens on port 7410 instead of 741, so that it need not start as the administrator. Firewalls have to be changed first.
- A berth without a depth is refused. It used to be taken as infinitely deep.
""",
    "6.5.3": """### Security

- A pilot's session could be continued by whoever had its number in an exported calendar. All sessions end with this upgrade. Found by a pilot, who asked not to be named; 14 calendars had been shared in public.
""",
    "6.5.0": """### Deprecated

- `GET /visits?all=1`. It will be gone in 7.0. Use `GET /visits` with a cursor; the answer holds at most 500.
""",
    "6.3.1": """### Fixed

- Withdrawn. The package had been built from the wrong branch: it contains the half-finished tug planner, which sends real orders. Whoever installed it between 14:10 and 15:25 on the day of its release has to go to 6.3.2 at once and to look for orders signed `tugplan`.
""",
    "6.1.0": """### Changed

- Times in the export are in UTC and end with `Z`. Programs that read the first 16 characters and take them for local time will be wrong by one or two hours and will not notice.
""",
    "5.9.4": """### Fixed

- The archive dropped remarks of more than 4,000 bytes without a word. They cannot be got back. 212 remarks are affected; their numbers are in `archive-lost.txt`, which the upgrade writes.
""",
}
versions = []
for major, minors in ((7, range(2, -1, -1)), (6, range(8, -1, -1)), (5, range(9, 4, -1))):
    for minor in minors:
        for patch in range(3 if (major + minor) % 2 else 4, -1, -1):
            versions.append(f"{major}.{minor}.{patch}")
print("# Changelog of the berth planner\n\nNewest first. A version is installed on all sites within a week unless it says otherwise.\n")
day = 0
for n, v in enumerate(versions):
    day += 5 + n * 7 % 17
    months = 2026 * 12 + 10 - day // 28
    print(f"## {v} ({months // 12}-{months % 12 + 1:02d}-{1 + (27 - day % 28):02d})\n")
    if v in told:
        print(told[v])
    lines = [small[(n * 3 + k) % len(small)].format(areas[(n * 7 + k * 3) % len(areas)]) for k in range(2 + n % 4)]
    if v not in told or n % 2:
        print("### Small things\n")
        for line in lines:
            print(f"- {line[0].upper()}{line[1:]}.")
        print()
