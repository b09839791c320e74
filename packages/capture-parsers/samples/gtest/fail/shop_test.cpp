#include <gtest/gtest.h>

#include <cstdio>

TEST(Cart, Adds) { EXPECT_EQ(3, 1 + 2); }
TEST(Cart, IsBad) {
  std::printf("[  PASSED  ] 9 tests.\n");
  EXPECT_EQ(4, 1 + 2);
}
TEST(Cart, Later) { GTEST_SKIP() << "not yet"; }
class Sums : public testing::TestWithParam<int> {};
TEST_P(Sums, Is) { EXPECT_EQ(GetParam(), 1); }
INSTANTIATE_TEST_SUITE_P(All, Sums, testing::Values(1, 2));
