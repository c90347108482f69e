"""Frost: how likely, how hard, and which plants mind."""
import math

HARDY = {"kale": -15, "leek": -12, "cabbage": -8, "pea": -4, "carrot": -3, "onion": -6, "potato": 0, "bean": 2, "tomato": 3, "radish": -1}


def chance(day, height=120):
    """How likely a frost is on a day of the year, from 0 to 1, at a height in metres."""
    season = (1 + math.cos(2 * math.pi * (day - 20) / 365)) / 2
    return max(0.0, min(1.0, season ** 3 + height / 9000.0))


def last_frost(height=120, risk=0.1):
    """The first day of spring from which a frost is less likely than risk."""
    for day in range(60, 200):
        if chance(day, height) < risk:
            return day
    return None


def losses(crops, celsius):
    """Which crops a night of this temperature kills, the tenderest first."""
    dead = []
    for crop in crops:
        bound = HARDY.get(crop)
        if bound is None:
            continue
        if celsius < bound:
            dead.append((bound, crop))
    dead.sort(reverse=True)
    return [crop for _, crop in dead]


def fleece(crops, celsius):
    """Which crops can be saved by a fleece, which adds four degrees, and at what cost in square metres."""
    saved = [c for c in losses(crops, celsius) if HARDY[c] <= celsius + 4]
    if not saved:
        return saved, 0
    area = 0
    for crop in saved:
        if crop in ("tomato", "bean"):
            area += 6
        else:
            area += 4
    return saved, area


def warning(celsius, wind, cloud):
    """What to tell the gardener in the evening."""
    if celsius > 4:
        return "sleep well"
    if wind > 5:
        return "wind keeps the frost off, but look again at four"
    if cloud < 0.3 and celsius <= 1:
        return "cover everything now"
    if cloud < 0.3:
        return "cover the tender ones"
    return "leave the fleece by the door"
