"""Answers as a CGI program does, with Python's own page for what goes wrong."""
import cgitb
import os
import sys

cgitb.enable(display=1, format="html", context=7)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from almanac import beds, frost, sowing  # noqa: E402


def season(garden, height):
    crops = sorted({c for bed in garden for year in bed.history.values() for c in year})
    plan, left = beds.rotate(garden, 2026, crops)
    return [week(plan, number, height) for number in range(1, 53)]


def week(plan, number, height):
    todo = []
    for crop, bed in plan.items():
        when = sowing.day(crop, height)
        if when // 7 == number:
            todo.append((crop, bed.number, bed.yields(crop, price_of(crop, number))))
    return todo


def price_of(crop, number):
    table = {"kale": 2.4, "pea": 0.9, "leek": 3.1, "carrot": 4.0, "bean": 1.6}
    return table[crop] * (1 - frost.chance(number * 7))


garden = [
    beds.Bed(1, 4.2, {2024: ["kale"], 2025: ["pea"]}),
    beds.Bed(2, 6.0, {2023: ["carrot"], 2025: ["leek", "onion"]}),
    beds.Bed(7, 3.5, {2022: ["potato"], 2025: ["bean"]}),
    beds.Bed(11, 5.0, {2020: ["radish"]}),
    beds.Bed(12, 4.8, {}),
    beds.Bed(13, 2.2, {2024: ["tomato"]}),
]
print("<h1>Season</h1>")
for line in season(garden, 210):
    print("<p>%s</p>" % line)
