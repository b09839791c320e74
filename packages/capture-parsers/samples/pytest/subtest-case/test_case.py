import unittest


class CartTest(unittest.TestCase):
    def test_prices(self):
        for price in (1, 2, 3):
            with self.subTest("is odd", price=price):
                self.assertEqual(price % 2, 1)

    def test_empty(self):
        pass
