package com.ex;
import org.junit.*;
public class ATest { @Test public void ok() {} }
