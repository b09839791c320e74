package com.ex;
import java.util.*;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
@RunWith(Parameterized.class)
public class ParamTest {
  @Parameters(name = "{index}: n={0}") public static Collection<Object[]> data() { return Arrays.asList(new Object[][] {{1}, {2}, {3}}); }
  private final int n;
  public ParamTest(int n) { this.n = n; }
  @Test public void small() { Assert.assertTrue("n is " + n, n < 2); }
}
