use Test::More tests => 4;
ok(1, 'adds');
ok(1, 'has a # sign');
SKIP: { skip 'no net', 1; ok(0, 'fetches'); }
TODO: { local $TODO = 'later'; ok(0, 'ships'); }
