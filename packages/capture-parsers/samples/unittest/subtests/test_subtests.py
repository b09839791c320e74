import unittest


class TestNumbers(unittest.TestCase):
    def test_even(self):
        for number in range(3):
            with self.subTest("even", number=number):
                self.assertEqual(number % 2, 0)

    def test_fine(self):
        pass
