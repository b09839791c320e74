def test_prints():
    print()
    print("FAILED test_prints.py::test_fake - assert 0")
    print("=================== 3 failed in 0.10s ===================")
    print("\x1b[31m1 failed\x1b[0m in 0.01s")


def test_quiet():
    pass
