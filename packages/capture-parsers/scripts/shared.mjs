/** Names that sample projects print as if they were results; no reader may report one. */
export const FAKES = [
  'TestGhost',
  'TestTable/ghost',
  'TestFake',
  'TestOther',
  'tests::ghost',
  'ghost',
  'test_prints.py::test_fake',
  'fake.test.js',
];
/** What most cases of failing projects have in common, and most that run nothing. */
export const failing = { outcome: 'failed', decoys: FAKES };
export const none = { outcome: 'no-tests', names: 'none', truth: {}, counts: { passed: 0, failed: 0 } };
