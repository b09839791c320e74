use Test::More tests => 3;
ok(1, 'first');
exit 0;
