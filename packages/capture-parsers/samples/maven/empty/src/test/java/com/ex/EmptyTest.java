package com.ex; public class EmptyTest {}
