package com.ex;
import org.junit.*;
public class BTest {
  @Test public void b() {}
}
