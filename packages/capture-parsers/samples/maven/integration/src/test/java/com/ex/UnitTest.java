package com.ex;
import org.junit.*;
public class UnitTest { @Test public void unit() {} }
