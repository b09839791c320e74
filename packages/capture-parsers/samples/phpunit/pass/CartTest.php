<?php
use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testAdds(): void { $this->assertSame(3, 1 + 2); }
    public function testTotals(): void { $this->assertTrue(true); }
}
