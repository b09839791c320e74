def test_before():
    pass


def test_interrupted():
    raise KeyboardInterrupt


def test_never():
    pass
