package com.ex;
import org.junit.*;
import org.junit.runners.MethodSorters;
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class CrashTest {
  @Test public void a() {}
  @Test public void b() { System.exit(3); }
  @Test public void c() {}
}
