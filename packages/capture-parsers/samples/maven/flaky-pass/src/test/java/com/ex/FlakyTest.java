package com.ex;
import org.junit.*;
public class FlakyTest {
  static int n;
  @Test public void flaky() { Assert.assertTrue("try " + n, ++n > 1); }
  @Test public void fine() {}
}
