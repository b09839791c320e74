package com.ex;
import org.testng.annotations.*;
public class SetupTest {
  @BeforeClass public void all() { throw new RuntimeException("no database"); }
  @Test public void one() {}
}
