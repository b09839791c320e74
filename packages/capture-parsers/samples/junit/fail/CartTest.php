<?php
use PHPUnit\Framework\TestCase;
final class CartTest extends TestCase {
  public function testTotals(): void { $this->assertSame(1, 1); }
  public function testDiscounts(): void { $this->assertSame(3, 4, 'a < b & "c"'); }
  public function testRaises(): void { throw new RuntimeException('boom ]]> <testcase name="fake"/>'); }
  public function testShips(): void { $this->markTestSkipped('no net'); }
}
