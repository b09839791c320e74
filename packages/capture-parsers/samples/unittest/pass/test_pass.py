import unittest


class TestShop(unittest.TestCase):
    def test_add(self):
        self.assertEqual(1 + 1, 2)

    def test_described(self):
        """Adds up to nothing."""

    def test_subtests(self):
        for number in range(2):
            with self.subTest(number=number):
                pass

    @unittest.skip("not (yet) ok")
    def test_skipped(self):
        pass

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()
