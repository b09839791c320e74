import path from 'node:path';
import { filesOf, fromFolder, type RedRunner } from '../runner.js';

export const vitest: RedRunner = {
  language: 'javascript',
  nameOf({ file, suite }, names) {
    const inner = fromFolder(file, suite.root);
    // It would be read as an option.
    return inner.startsWith('-') ? undefined : [inner, ...names].join(' > ');
  },
  jobs: (tests, suite, _, tools) => {
    const files = filesOf(tests).map((file) => fromFolder(file, suite.root));
    const words = ['run', '--reporter=json', `--outputFile=${tools.reportFile}`, ...files];
    return [{ argv: [tools.installed('vitest'), ...words], directory: suite.root, tests: [...tests] }];
  },
};

export const jest: RedRunner = {
  ...vitest,
  jobs: (tests, suite, _, { installed, reportFile }) => {
    const files = filesOf(tests).map((file) => fromFolder(file, suite.root));
    // What it keeps of files belongs to the throwaway tree and goes with it.
    const apart = [
      '--json',
      `--outputFile=${reportFile}`,
      '--cacheDirectory',
      path.join(path.dirname(reportFile), 'jest'),
    ];
    const argv = [installed('jest'), ...apart, '--coverage=false', '--runTestsByPath', ...files];
    return [{ argv, directory: suite.root, tests: [...tests] }];
  },
};
