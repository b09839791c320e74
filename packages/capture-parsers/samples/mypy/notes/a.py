def f(x):
    y: int = "a"
    return x
z = 1
reveal_type(z)
