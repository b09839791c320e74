import { failing } from '../../scripts/shared.mjs';

/** PHPUnit's JUnit XML below its text; the truth is what its own text says of the sample. */
const write = 'phpunit --log-junit out.xml .; cat out.xml';
const phpunit = { runner: 'phpunit', names: 'all' };
const passing = {
  'CalcTest::testAdds': 'pass',
  'CalcTest::testEven with data set "two"': 'pass',
  'CalcTest::testEven with data set #0': 'pass',
};
const failed = {
  'CartTest::testTotals': 'pass',
  'CartTest::testDiscounts': 'fail',
  'CartTest::testRaises': 'fail',
  'CartTest::testShips': 'skip',
};

export default {
  version: 'phpunit --version',
  cases: [
    { name: 'phpunit-pass', project: 'pass', ...phpunit, outcome: 'passed', truth: passing, command: write },
    {
      name: 'phpunit-fail',
      project: 'fail',
      ...phpunit,
      ...failing,
      decoys: ['fake'],
      truth: failed,
      command: write,
      counts: { passed: 1, failed: 1, errors: 1, skipped: 1 },
    },
    {
      name: 'phpunit-cut',
      project: 'pass',
      ...phpunit,
      outcome: 'unknown',
      truth: passing,
      names: 'none',
      counts: {},
      command: `phpunit --log-junit out.xml . >/dev/null; cat out.xml | head -12`,
    },
  ],
};
