use Test::More;
ok(1, 'adds');
is(3, 4, 'subtracts');
print "ok 9 - fake\n";
subtest 'cart' => sub { ok(1, 'totals'); ok(0, 'empties'); done_testing; };
done_testing;
