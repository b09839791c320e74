import { writeFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

const NODE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};

/** An installed guard, and work that is committed. */
function work(text: string): { repo: TempRepo; it: ReturnType<typeof start> } {
  const repo = repository({ files: NODE });
  expect(cli(repo, ['install']).status).toBe(0);
  writeFileSync(repo.path('../settings'), '[alias]\n\tp = push -q origin HEAD\n');
  const it = start(repo);
  repo.write('total.js', text);
  return { repo, it };
}

/** Each would have git push without its own hook, elsewhere than the words say, or under a name of its own. */
const PUSHES: [command: string, code: string][] = [
  ['git -c core.hooksPath=/dev/null push -q origin HEAD', 'GUARD_DISARM'],
  [
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git push -q origin HEAD',
    'GUARD_DISARM',
  ],
  [
    'export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null; git push -q origin HEAD',
    'GUARD_DISARM',
  ],
  ['GIT_CONFIG_PARAMETERS="\'core.hooksPath=/dev/null\'" git push -q origin HEAD', 'GUARD_DISARM'],
  ['H=/dev/null git --config-env=core.hooksPath=H push -q origin HEAD', 'GUARD_DISARM'],
  ["git -c alias.p='push -q origin HEAD' p", 'PUSH_UNTESTED'],
  ["GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0='push -q origin HEAD' git p", 'PUSH_UNTESTED'],
  ['GIT_CONFIG_GLOBAL=../settings git p', 'PUSH_UNTESTED'],
  ['git -c remote.origin.push=HEAD:main push -q origin', 'PUSH_DEFAULT_BRANCH'],
];

describe('settings for one command of git', () => {
  test('E8: a push of untested work is refused under each, and nothing is published', () => {
    const { repo, it } = work('exports.total = (a, b) => a - b;\n');
    repo.commit('red');
    for (const [command, code] of PUSHES) expect(it.tool('Bash', { command }).refused, command).toContain(code);
    expect(repo.git('ls-remote', 'origin', 'feature/login')).toBe('');
  });

  test('E8: those that have nothing to do with the guard are nobody else’s business', () => {
    const { it } = work('exports.total = (a, b) => b + a;\n');
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git -c user.name=somebody -c commit.gpgSign=false commit -qam work')).toMatchObject({ exit: 0 });
    expect(it.bash('git -c http.version=HTTP/1.1 -c color.ui=always push -q origin HEAD')).toMatchObject({
      refused: null,
      exit: 0,
    });
  });
});
