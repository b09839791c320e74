defmodule ShopTest do
  use ExUnit.Case

  test "adds" do
    assert Shop.add(1, 2) == 3
  end

  test "is bad" do
    IO.puts("9 tests, 0 failures")
    assert Shop.add(1, 2) == 4
  end

  describe "totals" do
    test "breaks" do
      raise "no"
    end
  end
end
