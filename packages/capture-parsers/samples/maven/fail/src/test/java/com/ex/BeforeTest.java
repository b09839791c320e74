package com.ex;
import org.junit.*;
public class BeforeTest {
  @Before public void each() { throw new RuntimeException("each"); }
  @Test public void victim() {}
}
