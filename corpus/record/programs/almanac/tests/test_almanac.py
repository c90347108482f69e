import unittest

from almanac import beds, frost, sowing


class Frost(unittest.TestCase):
    def test_spring_comes_later_uphill(self):
        self.assertLess(frost.last_frost(100), frost.last_frost(600))

    def test_beans_die_first(self):
        self.assertEqual(["tomato", "bean"], frost.losses(["kale", "bean", "tomato"], 1))


class Beds(unittest.TestCase):
    def test_soil_rests(self):
        bed = beds.Bed(1, 4.0, {})
        bed.plant(2023, "kale")
        self.assertFalse(bed.rested(2026, "cabbage"))
        self.assertTrue(bed.rested(2026, "leek"))

    def test_rotation(self):
        a, b = beds.Bed(1, 4.0, {2025: ["pea"]}), beds.Bed(2, 3.0, {2025: ["kale"]})
        plan, left = beds.rotate([a, b], 2026, ["cabbage", "kale"])
        self.assertEqual(1, plan["cabbage"].number)
        self.assertEqual(["kale"], left)


class Sowing(unittest.TestCase):
    def test_leeks_before_beans(self):
        self.assertLess(sowing.day("leek"), sowing.day("bean"))


if __name__ == "__main__":
    unittest.main()
