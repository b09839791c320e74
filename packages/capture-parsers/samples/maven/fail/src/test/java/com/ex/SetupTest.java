package com.ex;
import org.junit.*;
public class SetupTest {
  @BeforeClass public static void all() { throw new RuntimeException("no database"); }
  @Test public void one() {}
  @Test public void two() {}
}
