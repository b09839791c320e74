package com.ex;

public class Price {
  public static int plus(int a, int b) {
    return a - b;
  }
}
