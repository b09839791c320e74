package com.ex;
import org.testng.*;
import org.testng.annotations.*;
public class CartTest {
  @Test public void totals() {}
  @Test public void discounts() { Assert.assertEquals(3, 4); }
  @Test(dependsOnMethods = "discounts") public void after() {}
  @Test(enabled = false) public void off() {}
  @Test public void skips() { throw new SkipException("no net"); }
  @DataProvider public Object[][] numbers() { return new Object[][] {{1}, {2}}; }
  @Test(dataProvider = "numbers") public void small(int n) { Assert.assertTrue(n < 2); }
}
