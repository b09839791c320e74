package com.ex;
import org.junit.*;
public class CartTest {
  @Test public void ok() { Missing.call(); }
  @Test public void syntax() { int x = "no"; }
}
