defmodule ShopTest do
  use ExUnit.Case

  test "adds" do
    assert undefined_here == 3
  end
end
