require 'minitest/autorun'

class TestCart < Minitest::Test
  def test_adds
    assert_equal 3, 1 + 2
  end

  def test_totals
    assert_in_delta 0.3, 0.1 + 0.2
  end
end
