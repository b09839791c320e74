<?php
use PHPUnit\Framework\TestCase;
final class CalcTest extends TestCase {
  public function testAdds(): void { $this->assertSame(2, 1 + 1); }
  /** @dataProvider numbers */
  public function testEven(int $n): void { $this->assertSame(0, $n % 2); }
  public static function numbers(): array { return ['two' => [2], [4]]; }
}
