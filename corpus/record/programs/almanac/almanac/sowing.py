"""When to sow."""
from almanac import frost

WEEKS = {"tomato": -8, "cabbage": -6, "leek": -10, "kale": -2, "pea": -6, "bean": 1, "carrot": -3, "onion": -5, "radish": -6, "potato": -2}


def day(crop, height=120):
    """The day of the year on which to sow a crop, counted from the last frost."""
    last = frost.last_frost(height)
    if last is None:
        raise ValueError("no day is safe at %d m; move downhill" % height)
    return last + 7 * WEEKS[crop]


def calendar(crops, height=120):
    """All crops by the day on which they are sown."""
    days = {}
    for crop in crops:
        days.setdefault(day(crop, height), []).append(crop)
    return [(d, sorted(days[d])) for d in sorted(days)]


def late(crop, today, height=120):
    """Days that a crop is late, or 0."""
    return max(0, today - day(crop, height))
