const failing = {
  project: 'shop',
  outcome: 'failed',
  names: 'none',
  truth: { issues: [{ file: 'sub.go', severity: 'error' }] },
};
const clean = { project: 'clean', outcome: 'passed', names: 'none', truth: { issues: [] } };

export default {
  version: 'go version',
  /** It has no machine format; one file of the project is not formatted. */
  truth: () => ({}),
  cases: [
    { ...failing, name: 'list', command: 'gofmt -l .' },
    { ...failing, name: 'diff', command: 'gofmt -d .' },
    { ...failing, name: 'or-true', command: 'gofmt -l -s . || true' },
    { ...failing, name: 'grep', command: 'gofmt -l . | grep .' },
    {
      ...failing,
      name: 'syntax',
      project: 'syntax',
      command: 'gofmt -l .',
      truth: { issues: [{ file: 'cart/cart.go', line: 3, severity: 'error' }] },
    },
    { ...clean, name: 'clean', command: 'gofmt -l .' },
    { ...clean, name: 'clean-diff', command: 'cd . && gofmt -s -d .' },
    { ...clean, name: 'clean-hidden', command: 'gofmt -l . | cat', outcome: 'unknown' },
    { ...clean, name: 'no-folder', command: 'gofmt -l nope', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
