use Test::More tests => 3;
ok(1, 'first');
BAIL_OUT('no database');
