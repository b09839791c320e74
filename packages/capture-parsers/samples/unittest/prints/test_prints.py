import sys
import unittest


class TestPrints(unittest.TestCase):
    def test_prints(self):
        print("test_fake (test_prints.TestGhost.test_fake) ... ok")
        sys.stderr.write("Ran 5 tests in 0.001s\n\nOK\n")

    def test_bad(self):
        self.fail("wrong")
