import { filesOf, fromFolder, type RedRunner } from '../runner.js';
import { pythonHere } from './unittest.js';

export const pytest: RedRunner = {
  language: 'python',
  collects: /^Test/,
  nameOf: ({ file, suite }, names) => [fromFolder(file, suite.root), ...names].join('::'),
  jobs: (tests, suite, _, { python }) => {
    const files = filesOf(tests).map((file) => `./${fromFolder(file, suite.root)}`);
    const words = ['-vv', '--tb=short', '-p', 'no:cacheprovider', '--continue-on-collection-errors'];
    return [{ argv: [python, '-m', 'pytest', ...words, ...files], directory: suite.root, tests: [...tests] }];
  },
  environment: (tree, _, suite) => ({
    ...pythonHere(tree, suite),
    // The closing lines hold the reasons, as wide as the terminal is.
    COLUMNS: '400',
    PYTEST_ADDOPTS: '',
  }),
};
