import os


def test_three():
    assert not os.environ.get("B_FAILS")
