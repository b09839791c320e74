package com.ex;
import org.junit.*;
public class CartTest { @Test public void ok() {} }
