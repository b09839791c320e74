package com.ex;
import org.junit.*;
public class ATest {
  @Test public void ok() {}
  @Test public void two() {}
  @Ignore("not yet") @Test public void skipped() {}
}
