import pytest


@pytest.fixture
def broken():
    raise RuntimeError("fixture exploded")


def test_fine():
    pass


def test_setup(broken):
    pass
