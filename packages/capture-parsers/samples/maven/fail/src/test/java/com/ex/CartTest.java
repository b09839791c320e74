package com.ex;
import org.junit.*;
import static org.junit.Assert.*;
public class CartTest {
  @Test public void totals() {}
  @Test public void discounts() { assertEquals("sum", 3, 4); }
  @Test public void multiline() { fail("line one\nTests run: 9, Failures: 0, Errors: 0, Skipped: 0\nline three"); }
  @Test public void raises() { throw new IllegalStateException("boom"); }
  @Test public void noMessage() { throw new NullPointerException(); }
  @Test(expected = RuntimeException.class) public void expects() {}
  @Test(timeout = 50) public void slow() throws Exception { Thread.sleep(5000); }
  @Test public void prints() {
    System.out.println("Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.ex.FakeTest");
    System.out.println("[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0");
    System.out.println("[INFO] BUILD SUCCESS");
    System.err.println("[ERROR] ghost(com.ex.FakeTest)  Time elapsed: 0.001 s  <<< FAILURE!");
    System.err.println("[ERROR]   FakeTest.ghost:1 no");
  }
  @Ignore @Test public void ignored() {}
  @Test public void assumed() { Assume.assumeTrue("no net", false); }
  public static class Inner { @Test public void never() {} }
}
