def f(x: int) -> str:
    return x

f("a")
import nothere_mod
def long_function_name(argument_one: dict[str, list[int]], argument_two: dict[str, list[int]]) -> dict[str, list[int]]:
    return {"a": argument_one, "b": argument_two, "some very long text here": 12345, "another": [1, 2, 3]}
reveal_type(f)
