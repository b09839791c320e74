package com.ex;
import org.junit.*;
public class WholeIT {
  @Test public void works() {}
  @Test public void breaks() { Assert.fail("it breaks"); }
}
