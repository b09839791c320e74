package com.ex;
import org.junit.jupiter.api.*;
class HooksTest {
  @BeforeAll static void all() { throw new RuntimeException("no database"); }
  @Test void one() {}
  @Test void two() {}
}
