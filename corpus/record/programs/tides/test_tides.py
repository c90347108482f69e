import unittest

import tides

LINES = """
# Harbour of Sandwick, first week
1 00:12 L 61
1 06:24 H 402
1 12:35 L 48
1 18:47 H 415
2 01:02 L 44
2 07:13 H 421
2 13:24 L 40
2 19:36 H 428
""".splitlines()


def numbered(name, cases):
    """A class decorator that makes a test of each case."""
    def add(cls):
        for i, case in enumerate(cases):
            def test(self, case=case):
                getattr(self, name)(*case)
            test.__doc__ = None
            setattr(cls, "test_%s_%02d" % (name.removeprefix("check_"), i), test)
        return cls
    return add


@numbered("check_time", [("%d %02d:%02d" % (d, h, 7 * h % 60), (d - 1) * 1440 + h * 60 + 7 * h % 60)
                         for d in (1, 2, 3) for h in range(0, 24, 2)])
class ParseTimeTest(unittest.TestCase):
    def check_time(self, text, want):
        self.assertEqual(tides.parse_time(text), want)


@numbered("check_height", [(m, 40, 430) for m in range(20, 2500, 60)])
class HeightTest(unittest.TestCase):
    def check_height(self, minute, low, high):
        height = tides.read(LINES).height(minute)
        self.assertGreaterEqual(height, low)
        self.assertLessEqual(height, high)

    def test_outside_the_table(self):
        self.assertIsNone(tides.read(LINES).height(5000))


@numbered("check_next", [(m,) for m in range(0, 2400, 75)])
class NextWaterTest(unittest.TestCase):
    def check_next(self, minute):
        water = tides.read(LINES).next(minute)
        self.assertGreater(water.minute, minute)

    def test_last_water_has_none_after_it(self):
        self.assertIsNone(tides.read(LINES).next(2616))


class ReadErrorTest(unittest.TestCase):
    def test_error_carries_the_line(self):
        with self.assertRaises(tides.TableError) as caught:
            tides.read(["1 00:12 L 61", "1 06:24 X 402"])
        self.assertEqual(caught.exception.line, 2)

    def test_clock_with_a_letter(self):
        table = tides.read(LINES[:6] + ["2 24:00h H 400"])
        self.assertEqual(len(table.waters), 5)

    def test_time_going_back_is_an_error(self):
        with self.assertRaises(tides.TableError):
            tides.read(["1 06:24 H 402", "1 00:12 L 61"])


@numbered("check_window", [(s, d) for s in (-50, 0, 60) for d in range(80, 260, 20)])
class WindowTest(unittest.TestCase):
    def check_window(self, sill, draught):
        for begin, end in tides.read(LINES).windows(sill, draught):
            self.assertLess(begin, end)

    def test_exactly_enough_water_is_enough(self):
        flat = tides.Table([tides.Water(0, 200, True), tides.Water(10, 200, False)])
        self.assertEqual(flat.windows(sill=0, draught=170), [(0, 11)])


if __name__ == "__main__":
    unittest.main()
