import { expect, test } from 'vitest';
import { startedBy } from './started-file.js';

test.each([
  ['./test.sh --all', []],
  ['make test', []],
  ['sh gradlew test', ['./gradlew']],
  ['bash -euo pipefail ci/test.sh', ['ci/test.sh']],
  ["sh -c 'make'", []],
  ['timeout 60 ./test.sh', ['./test.sh']],
  ['env CI=1 sh -e test.sh', ['sh', './test.sh']],
  ['php bin/phpunit', ['bin/phpunit']],
  ['php artisan test', ['./artisan']],
  ['python3 -u run.py', ['./run.py']],
  ['python3 -m pytest', []],
  ['node --test', []],
  ['bun test', []],
  ['bun run.ts', ['./run.ts']],
])('U3 the files that start a named command: %s', (command, files) => {
  expect(startedBy(command.split(' ')).slice(1)).toEqual(files);
});
