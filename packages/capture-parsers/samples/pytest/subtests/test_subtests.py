def test_mixed(subtests):
    for number in range(3):
        with subtests.test(msg="is even", number=number):
            assert number % 2 == 0


def test_fine(subtests):
    with subtests.test("only"):
        pass


def test_plain():
    pass
