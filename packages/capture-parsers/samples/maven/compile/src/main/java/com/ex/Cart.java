package com.ex;
public class Cart {
  int total() { return missing; }
  String name() { return 3; }
}
