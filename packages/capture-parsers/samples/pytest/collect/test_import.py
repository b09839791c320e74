import not_a_module_xyz


def test_never():
    pass
