def test_first():
    pass


def test_second():
    pass
