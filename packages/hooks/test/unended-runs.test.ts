import { hostRun } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { CLI, cli, project, QUICK, start } from './kit.js';

test('U15: a client that reports no end of a call is told as that, with a command that records the run itself', () => {
  const repo = project(QUICK);
  const it = start(repo);
  repo.write(...QUICK.fixed);
  repo.commit('change');
  // The client asks before the call, and is silent after it.
  const { events, send } = it;
  const input = { command: QUICK.test, description: 'a command' };
  expect(send(events.preToolUse('Bash', input, 'toolu_1')).status).toBe(0);
  hostRun(QUICK.test, { cwd: repo.root, environment: repo.environment, events });
  const { refused } = it.bash('git push origin HEAD');
  expect(refused).toContain('nothing has reported its end');
  const command = /Run `([^`]+)`/.exec(refused ?? '')?.[1] ?? '';
  expect(command).toMatch(/flow-hooks exec -- /);
  const typed = command.replace(/^(npx )?flow-hooks/, `node ${CLI}`);
  expect(send(events.preToolUse('Bash', { ...input, command: typed }, 'toolu_2')).status).toBe(0);
  hostRun(typed, { cwd: repo.root, environment: repo.environment, events });
  expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
});

test('U15: a run that was recorded after one without an end is told as itself', () => {
  const repo = project(QUICK);
  const it = start(repo);
  repo.write(...QUICK.fixed);
  it.send(it.events.preToolUse('Bash', { command: QUICK.test, description: 'a command' }, 'toolu_1'));
  expect(it.bash(QUICK.test).exit).toBe(0);
  repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
  repo.commit('change');
  const { refused } = it.bash('git push origin HEAD');
  expect(refused).toContain('PUSH_STALE');
  expect(refused).not.toContain('exec');
  expect(cli(repo, ['exec', '-q', '--', ...QUICK.test.split(' ')]).status).toBe(0);
  expect(it.bash('git push -q origin HEAD').refused).toBeNull();
});
