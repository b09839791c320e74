import unittest


class TestShop(unittest.TestCase):
    def test_fine(self):
        self.assertEqual(1, 1)

    def test_bad(self):
        self.assertEqual(1, 2)

    @unittest.skip("later")
    def test_skipped(self):
        pass


class TestBroken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_never(self):
        pass
