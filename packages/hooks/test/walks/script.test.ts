import { walks } from './walk.js';

const script = (more: string) =>
  `#!/bin/sh\n# Asks what the sum is.\nset -e\n${more}node -e "$(cat total.js); check()"\n`;
const source = (sum: string) =>
  `const total = (a, b) => ${sum};\nfunction check() { if (total(1, 2) !== 3) throw new Error('total(1, 2) is ' + total(1, 2)); }\n`;

walks({
  name: "U2 U3 U8 the project's own script, no package.json, the package installed globally",
  way: 'global',
  files: {
    'test.sh': script(''),
    'total.js': source('a + b'),
    'flow.config.yaml': 'suites: [{ root: ., command: ./test.sh }]\n',
  },
  executable: ['test.sh'],
  test: './test.sh',
  broken: ['total.js', source('a - b')],
  fixed: ['total.js', source('b + a')],
  runner: ['test.sh', script('echo asking\n')],
});
