import os


def test_one():
    assert 1 + 1 == 2


def test_two():
    assert not os.environ.get("PY_FAILS")
