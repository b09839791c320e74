package com.ex;
import org.junit.*;
public class FlakyTest {
  static int n, m;
  @Test public void flaky() { Assert.assertTrue("try " + n, ++n > 1); }
  @Test public void never() { Assert.fail("never"); }
  @Test public void fine() {}
}
