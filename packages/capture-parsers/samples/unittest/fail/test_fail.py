import unittest


class TestShop(unittest.TestCase):
    def test_fine(self):
        pass

    def test_bad(self):
        """Is wrong."""
        self.assertEqual(1, 2)

    def test_broken(self):
        raise ValueError("OK")

    @unittest.expectedFailure
    def test_surprise(self):
        pass


class TestNoClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_never(self):
        pass
