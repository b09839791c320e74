package com.ex;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;
@DisplayName("A calculator")
class CalcTest {
  @Test @DisplayName("adds two numbers") void adds() {}
  @Disabled @Test void later() {}
  @ParameterizedTest @ValueSource(strings = {"a", "b"}) void each(String s) {}
  @Nested class WhenBig { @Test void stillAdds() {} }
}
