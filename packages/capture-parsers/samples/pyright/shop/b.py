x: int = "a"  # type: ignore[foo]
def g(a): return a
class A:
  def m(self) -> int: return ""
