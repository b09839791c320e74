import { folderOf, fromFolder, groupBy, type RedRunner } from '../runner.js';

/** `go` runs one package a command: what does not build in one must not hide the others. */
export const go: RedRunner = {
  language: 'go',
  nameOf({ file, suite, marker }, names) {
    const module = /^module\s+"?([^\s"]+)/m.exec(marker)?.[1];
    if (!module) return undefined;
    const folder = folderOf(fromFolder(file, suite.root));
    return `${folder === '.' ? module : `${module}/${folder}`}.${names[0]}`;
  },
  jobs: (tests, suite) =>
    groupBy(tests, ({ file }) => folderOf(fromFolder(file, suite.root))).map(([folder, some]) => {
      const whole = some.some((test) => test.path === null);
      const chosen = [...new Set(some.map((test) => test.path?.[0]))].join('|');
      const run = whole ? [] : ['-run', `^(${chosen})$`];
      const unit = folder === '.' ? '.' : `./${folder}`;
      return { argv: ['go', 'test', '-json', '-count=1', ...run, unit], directory: suite.root, tests: some };
    }),
};
