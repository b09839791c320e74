import pytest


@pytest.mark.skip(reason="not today")
def test_only():
    pass
