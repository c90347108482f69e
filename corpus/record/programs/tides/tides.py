"""Tide tables for small harbours.

A table is read from a text file with one line for each high or low water, and
answers which water comes next, how much water stands over a sill, and when a
boat of a given draught may pass.

Heights are in centimetres over chart datum, times in minutes since midnight of
the first day of the table. Between two waters the height is interpolated with a
cosine, which is what a harbour master does with a ruler and a paper table, and
which is wrong by up to a tenth of the range near the turn.

The reader is strict: a line that it cannot read ends the reading with a
TableError that carries the line's number, for a tide table with a hole in it has
put boats on the ground before.
"""

import math


class TableError(Exception):
    """A line of a tide table cannot be read. Has the attribute line, from 1."""

    def __init__(self, line, message):
        super().__init__("line %d: %s" % (line, message))
        self.line = line


class Water:
    """One high or low water.

    Attributes are minute, the time in minutes since the first midnight, height
    in centimetres over chart datum, and high, which is true for a high water.
    """

    def __init__(self, minute, height, high):
        self.minute = minute
        self.height = height
        self.high = high

    def __repr__(self):
        return "Water(%d, %d, %s)" % (self.minute, self.height, "high" if self.high else "low")


def parse_time(text):
    """Turn "2 06:41" (day and time) into minutes since the first midnight."""
    day, clock = text.split(" ", 1)
    hours, minutes = clock.split(":")
    return (int(day) - 1) * 1440 + int(hours) * 60 + int(minutes)


def parse_line(number, text):
    """Read one line, such as "1 06:41 H 382", and return a Water.

    Raises TableError with the given line number where the line is not of that
    form. The cause of the trouble is kept as the exception's context.
    """
    try:
        day, clock, kind, height = text.split()
        minute = parse_time(day + " " + clock)
        return Water(minute, int(height), {"H": True, "L": False}[kind])
    except KeyError as e:
        raise TableError(number, "kind %s is neither H nor L" % e) from e
    except ValueError:
        raise TableError(number, "cannot read %r" % text)


def read(lines):
    """Read a table from an iterable of lines. Empty lines and those that begin
    with # are skipped. The waters must follow each other in time."""
    waters = []
    for number, text in enumerate(lines, 1):
        text = text.strip()
        if not text or text.startswith("#"):
            continue
        water = parse_line(number, text)
        if waters and water.minute <= waters[-1].minute:
            raise TableError(number, "goes back in time")
        waters.append(water)
    return Table(waters)


class Table:
    """The waters of some days, in the order of time."""

    def __init__(self, waters):
        self.waters = list(waters)

    def next(self, minute, high=None):
        """The first water after a minute, or None. With high true or false only
        waters of that sort count."""
        for water in self.waters:
            if water.minute > minute and high in (None, water.high):
                return water
        return None

    def height(self, minute):
        """The height of the water at a minute, or None outside the table."""
        for before, after in zip(self.waters, self.waters[1:]):
            if before.minute <= minute <= after.minute:
                part = (minute - before.minute) / (after.minute - before.minute)
                swing = (1 - math.cos(math.pi * part)) / 2
                return before.height + (after.height - before.height) * swing
        return None

    def windows(self, sill, draught, margin=30):
        """Spans of minutes in which a boat may pass a sill.

        A boat of the given draught, in centimetres, passes where the water over
        the sill is at least draught + margin. Spans are half open.
        """
        spans, begin = [], None
        for minute in range(self.waters[0].minute, self.waters[-1].minute + 1):
            deep = self.height(minute) - sill > draught + margin
            if deep and begin is None:
                begin = minute
            if not deep and begin is not None:
                spans.append((begin, minute))
                begin = None
        if begin is not None:
            spans.append((begin, self.waters[-1].minute + 1))
        return spans
