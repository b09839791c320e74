package com.ex;
import org.junit.jupiter.api.*;
class OtherTest { @Test void fine() {} }
