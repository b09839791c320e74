import unittest


@unittest.skip("not today")
class TestSkip(unittest.TestCase):
    def test_skipped(self):
        pass
