package com.ex

import org.junit.Assert.assertEquals
import org.junit.Ignore
import org.junit.Test

class CartTest {
    @Test
    fun addsPrices() = assertEquals(3, Cart.total(1, 2))

    @Test
    fun `adds a price twice`() {
        assertEquals(4, Cart.total(2, 2))
    }

    @Test
    fun `adds nothing to a price`() {
        assertEquals(3, Cart.total(3, 0))
    }

    @Test
    fun `refuses what is no price`() {
        error("expected:5 here")
    }

    @Ignore
    @Test
    fun later() {
    }
}
