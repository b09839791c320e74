runs = []


def test_second_time():
    runs.append(1)
    assert len(runs) == 2


def test_fine():
    pass
