import pytest


@pytest.fixture
def broken():
    raise RuntimeError("fixture exploded")


@pytest.fixture
def late():
    yield
    raise ValueError("teardown exploded")


def test_good():
    pass


def test_bad():
    print("=========== 7 passed in 0.01s ===========")
    print("7 passed in 0.01s")
    assert {"a": 1} == {"a": 2}


def test_setup(broken):
    pass


def test_teardown(late):
    pass


@pytest.mark.parametrize("value", ["a - b", "x::y", "ok"])
def test_ids(value):
    assert value == "ok"


@pytest.mark.xfail
def test_expected():
    assert False


@pytest.mark.xfail
def test_surprise():
    pass


@pytest.mark.xfail(strict=True)
def test_strict():
    pass


@pytest.mark.skip
def test_skipped():
    pass
