package com.ex;
import org.junit.jupiter.api.*;
class FineTest { @Test void fine() {} }
