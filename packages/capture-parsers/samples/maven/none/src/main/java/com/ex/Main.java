package com.ex; public class Main {}
