import pytest


def test_add():
    assert 1 + 1 == 2


class TestMultiply:
    def test_positive(self):
        assert 2 * 3 == 6

    @pytest.mark.parametrize("value", ["1-2", "x y", "a[b]c", "PASSED  [ 50%]"])
    def test_many(self, value):
        assert value


@pytest.mark.skip(reason="needs (network) PASSED")
def test_skipped():
    pass
