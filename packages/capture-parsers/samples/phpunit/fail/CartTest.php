<?php
use PHPUnit\Framework\TestCase;

final class CartTest extends TestCase
{
    public function testAdds(): void { $this->assertSame(3, 1 + 2); }
    public function testBad(): void { echo "OK (9 tests, 9 assertions)\n"; $this->assertSame(4, 1 + 2); }
    public function testBreaks(): void { throw new RuntimeException('no'); }
    public function testLater(): void { $this->markTestSkipped('not yet'); }
    public function testRisky(): void { }
    /** @dataProvider sums */
    public function testSums(int $a, int $b): void { $this->assertSame($b, $a); }
    public static function sums(): array { return ['same' => [1, 1], 'other' => [1, 2]]; }
}
