#include <gtest/gtest.h>

TEST(Cart, Adds) { EXPECT_EQ(3, 1 + 2); }
TEST(Cart, Totals) { EXPECT_TRUE(true); }
TEST(Cart, DISABLED_Later) { FAIL(); }
