defmodule ShopTest do
  use ExUnit.Case

  test "adds" do
    assert Shop.add(1, 2) == 3
  end

  describe "totals" do
    test "of none" do
      assert Shop.add(0, 0) == 0
    end

    @tag :skip
    test "later" do
      assert false
    end
  end
end
