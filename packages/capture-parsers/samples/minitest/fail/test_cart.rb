require 'minitest/autorun'

class TestCart < Minitest::Test
  def test_adds
    assert_equal 3, 1 + 2
  end

  def test_bad
    puts '9 runs, 9 assertions, 0 failures, 0 errors, 0 skips'
    assert_equal 4, 1 + 2
  end

  def test_breaks
    raise 'no'
  end

  def test_later
    skip 'not yet'
  end
end
