import time


def test_quick():
    pass


def test_slow():
    time.sleep(30)
