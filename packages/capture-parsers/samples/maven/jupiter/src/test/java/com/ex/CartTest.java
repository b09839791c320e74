package com.ex;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;
import static org.junit.jupiter.api.Assertions.*;
@DisplayName("A cart")
class CartTest {
  @Test void totals() {}
  @Test @DisplayName("gives 10 % off :-)") void discounts() { assertEquals(3, 4, "sum"); }
  @Test void raises() { throw new IllegalStateException("boom\nsecond line"); }
  @Disabled("bug 12") @Test void ships() {}
  @Test void assumed() { Assumptions.assumeTrue(false, "no net"); }
  @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void small(int n) { assertTrue(n < 2); }
  @ParameterizedTest(name = "[{index}] {0} is odd") @CsvSource({"1", "2"}) void odd(int n) { assertEquals(1, n % 2); }
  @RepeatedTest(2) void again() {}
  @TestFactory Stream<DynamicTest> dynamic() { return Stream.of("x", "y").map(s -> DynamicTest.dynamicTest("dyn " + s, () -> assertEquals("x", s))); }
  @Test void all() { assertAll("group", () -> assertEquals(1, 2), () -> assertEquals(3, 4)); }
  @Nested @DisplayName("when empty") class Empty {
    @Test void isEmpty() {}
    @Test void fails() { fail("nested"); }
    @Nested class Deep { @Test void fails() { fail("deep"); } }
  }
}
