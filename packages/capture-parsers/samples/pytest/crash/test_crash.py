import os
import signal


def test_before():
    pass


def test_dies():
    os.kill(os.getpid(), signal.SIGSEGV)


def test_never():
    pass
