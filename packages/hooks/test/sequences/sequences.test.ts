import { events, hookHere, runHook } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { HOOK, project, QUICK, start } from '../kit.js';
import { sequencesIn } from './suite.js';

// A sample: `npx -y pnpm@12 sequences` plays hundreds.
describe('D98 whatever an agent does', () =>
  sequencesIn({ 'node:test': { all: 7, honest: 3, processes: 2 }, pytest: { all: 4, honest: 2 } }, 'check'));

test.each(['git push -q origin HEAD', 'ls', 'git status', ''])(
  'D98 an event is answered within this process as by one of its own: `%s`',
  (command) => {
    const repo = project(QUICK);
    repo.write(...QUICK.fixed);
    repo.commit('work');
    start(repo);
    const build = events('11111111-1111-4111-8111-111111111111', repo.root, { home: repo.home });
    const event = build.preToolUse('Bash', command === '' ? {} : { command }, 'toolu_1');
    const { durationMs: _there, ...there } = runHook(HOOK, event, { environment: repo.environment, cwd: repo.root });
    const { durationMs: _here, ...here } = hookHere(HOOK)(event, repo.environment, repo.root);
    expect(here).toEqual(there);
    expect(here.stdout.includes('PUSH_UNTESTED')).toBe(command.includes('push'));
  },
);
