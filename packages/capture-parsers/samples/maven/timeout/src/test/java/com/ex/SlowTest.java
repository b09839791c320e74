package com.ex;
import org.junit.*;
public class SlowTest { @Test public void sleeps() throws Exception { Thread.sleep(20000); } }
