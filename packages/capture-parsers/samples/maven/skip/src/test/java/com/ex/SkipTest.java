package com.ex;
import org.junit.*;
public class SkipTest {
  @Ignore @Test public void one() {}
  @Ignore("why") @Test public void two() {}
}
