package com.ex;
import org.junit.jupiter.api.*;
class EachTest {
  @BeforeEach void each() { throw new RuntimeException("each"); }
  @Test void victim() {}
}
