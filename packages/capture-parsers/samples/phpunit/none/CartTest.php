<?php
final class CartTest extends PHPUnit\Framework\TestCase {}
