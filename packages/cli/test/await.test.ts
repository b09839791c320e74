import { existsSync, readFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { agent, hookHere } from '@flow/test-kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';
import { tasksConfig } from './tasks-workflow.js';

const HOOK = FLOW_HOOKS.replace('flow-hooks.cjs', 'hook.cjs');
const answer = hookHere(HOOK);

const CONFIG = tasksConfig().replace('                  - { check: command, command: sh verify.sh, on: item }\n', '');

function led(tasks: readonly string[] = ['A']): TempRepo {
  const repo = repository({ files: { 'flow.config.yaml': CONFIG, 'a.txt': 'a\n', 'package.json': '{"name":"x"}\n' } });
  expect(flow(repo, ['start', 'tasks'])).toMatchObject({ stderr: '', status: 0 });
  const lines = tasks.map((id) => `- [ ] ${id}: Task ${id}\n  - Files: \`${id.toLowerCase()}.txt\`\n`);
  repo.write('develop/feature/login/tasks.md', `# Tasks\n\n## Tasks\n\n${lines.join('')}`);
  repo.commit('tasks');
  return repo;
}

const agentIn = (repo: TempRepo) => agent({ hook: HOOK, repo, answer });
const stop = (repo: TempRepo) => {
  const one = agentIn(repo);
  return one.send(one.events.stop());
};

interface Seen {
  waiting: string | null;
  awaits?: { id: string; what: string; check: string | null; checks: number; since: number; until: number }[];
  items: { id: string; state: string; reason?: string; severity?: string }[];
}
const statusOf = (repo: TempRepo) => json(repo, ['status']).data as Seen;
const itemOf = (repo: TempRepo, id: string) => statusOf(repo).items.find((one) => one.id === id)!;
const journal = (repo: TempRepo) => readFileSync(repo.path('.git/flow/journal.jsonl'), 'utf8');

const CHECK = ['--check', 'test -e ready'];

// The end of a turn is judged within a few seconds, or not at all: what is loaded for the first time is loaded before.
beforeAll(() => {
  agentIn(led()).start();
});

describe('M49 M52 M55 flow await', () => {
  test('M49 M55 says what to do, how to check, how to say that it is there and how to go on; lets the agent stop until it is there', () => {
    const repo = led();
    expect(stop(repo).status).toBe(2);
    const begun = flow(repo, ['await', 'the staging database', ...CHECK, '--timeout', '2h']);
    expect(begun).toMatchObject({ status: 0, stderr: '' });
    expect(begun.stdout).toMatch(
      /Wait w1: the staging database \(since \S+Z, until \S+Z\)\n.*To check: `flow await` runs `test -e ready`.*\n.*once the check passes, or a person runs `flow await w1 --done.*\n.*To go on: .*`flow next`/,
    );
    expect(statusOf(repo)).toMatchObject({
      waiting: 'outside',
      awaits: [{ id: 'w1', check: 'test -e ready', checks: 0 }],
    });
    expect(flow(repo, ['status']).stdout).toContain('Wait w1: the staging database');
    expect(flow(repo, ['next']).stdout).toContain('To check: `flow await` runs `test -e ready`');
    expect(json(repo, ['next']).data).toMatchObject({ awaits: [{ id: 'w1' }] });
    const allowed = stop(repo);
    expect(allowed.status).toBe(0);
    expect(allowed.json).toMatchObject({ systemMessage: expect.stringContaining('To check: `flow await`') });
    // Looked at and not there: counted, and still waited for.
    expect(json(repo, ['await'])).toMatchObject({ status: 1, data: { passed: [], awaits: [{ id: 'w1', checks: 1 }] } });
    // The same wait again is the same wait.
    expect(flow(repo, ['await', 'the staging database', ...CHECK]).stdout).toContain('Waited for already');
    repo.write('ready', '');
    expect(json(repo, ['await'])).toMatchObject({ status: 0, data: { passed: ['w1'], awaits: [] } });
    expect(statusOf(repo)).toMatchObject({ waiting: null });
    expect(stop(repo).status).toBe(2);
    expect(flow(repo, ['await']).stdout).toBe('Nothing is waited for.\n');
  });

  test('M49 its exit code 0 only ends the wait: no receipt, no gate, no person, and what is there already is not waited for', () => {
    const repo = led();
    repo.write('package.json', '{"name":"x","scripts":{"test":"node --test"}}\n');
    repo.write('a.test.js', "require('node:test')('a', () => {});\n");
    const one = agentIn(repo);
    one.start();
    const before = journal(repo).split('\n').length;
    const run = one.bash(`node ${FLOW} await 'green tests' --check 'node --test a.test.js'`);
    expect([run.refused, run.exit]).toEqual([null, 0]);
    expect(run.output).toContain('nothing has to be waited for');
    expect(existsSync(repo.path('.git/flow/receipts'))).toBe(false);
    expect(journal(repo).split('\n').length).toBe(before);
    expect(statusOf(repo)).not.toHaveProperty('awaits');
    // It has no terminal and reads nothing: whoever asks for a person finds none.
    const asks = 'sh -c \'test -t 0 || test -t 1 || { read x; test -n "$x"; } || : 2>/dev/null < /dev/tty\'';
    expect(json(repo, ['await', 'a person', '--check', asks])).toMatchObject({
      status: 0,
      data: { status: { waiting: 'outside' } },
    });
    // A command of ours would record by itself.
    for (const check of ['flow submit complete --item A', `node ${FLOW} advance`, 'npx flow-hooks exec -- npm test'])
      expect(json(repo, ['await', 'x', '--check', check])).toMatchObject({
        status: 1,
        error: { code: 'CHECK_IS_FLOW' },
      });
  });

  test('M49 the check is judged by every guard as the agent’s own call, when it is given and each time it runs', () => {
    const repo = led();
    repo.write('package.json', '{"name":"x","scripts":{"test":"node --test"}}\n');
    repo.write('a.test.js', "require('node:test')('a', () => {});\n");
    repo.commit('a test');
    const one = agentIn(repo);
    one.start();
    // The hook reads the line in the line; so does the program, whoever starts it.
    for (const check of ['git push origin HEAD', 'rm -rf .git/flow', 'echo {} > .git/flow/journal.jsonl'])
      expect(one.bash(`flow await x --check '${check}'`).refused, check).not.toBeNull();
    expect(one.bash(`flow await x --check='git push'`).refused).toContain('PUSH');
    expect(one.tool('Bash', { command: "flow await 'do not git push' --timeout 1h" }).refused).toBeNull();
    expect(json(repo, ['await', 'x', '--check', 'git push origin HEAD'])).toMatchObject({
      ...{ status: 1, error: { code: 'CHECK_REFUSED', message: expect.stringContaining('PUSH') } },
    });
    expect(statusOf(repo)).not.toHaveProperty('awaits');
    // What is allowed when it is given and refused later is not run then: the script has changed meanwhile.
    repo.write('look.sh', 'test -e ready\n');
    expect(json(repo, ['await', 'x', '--check', 'sh look.sh']).status).toBe(0);
    repo.write('look.sh', 'touch ran; git push origin HEAD\n');
    expect(json(repo, ['await'])).toMatchObject({ status: 1, error: { code: 'CHECK_REFUSED' } });
    expect(existsSync(repo.path('ran'))).toBe(false);
    expect(statusOf(repo).waiting).toBe('outside');
  });

  test('M49 it has the agent’s environment and a deadline; one that cannot start is told at once', () => {
    const repo = led();
    const environment = { READY: 'yes' };
    expect(json(repo, ['await', 'x', '--check', 'test "$READY" = yes'], { environment }).status).toBe(0);
    expect(statusOf(repo)).not.toHaveProperty('awaits');
    expect(json(repo, ['await', 'x', '--check', 'no-such-program-here'])).toMatchObject({
      ...{ status: 1, error: { code: 'CHECK_NOT_STARTED' } },
    });
    for (const timeout of ['soon', '0s', '15d', '-1h', '1e9s'])
      expect(json(repo, ['await', 'x', ...CHECK, '--timeout', timeout])).toMatchObject({
        status: 2,
        error: { code: 'USAGE' },
      });
    expect(json(repo, ['await', '  ', ...CHECK])).toMatchObject({ status: 2, error: { code: 'REASON_MISSING' } });
  });

  test('M52 behind its time a wait lets nobody stop, and whoever waited goes on without it', async () => {
    const repo = led();
    expect(json(repo, ['await', 'x', ...CHECK, '--timeout', '1s']).status).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(statusOf(repo)).toMatchObject({ waiting: null, awaits: [{ isOver: true }] });
    expect(stop(repo).status).toBe(2);
    expect(json(repo, ['await', 'w1', '--drop', 'another way'])).toMatchObject({ status: 0 });
    expect(statusOf(repo)).not.toHaveProperty('awaits');
    expect(json(repo, ['await', '--drop', 'again'])).toMatchObject({ status: 1, error: { code: 'AWAIT_UNKNOWN' } });
  });

  test('M49 with --watch it looks again and again, and says how often', async () => {
    const repo = led();
    expect(json(repo, ['await', 'x', '--check', 'echo look >> looks; test $(wc -l < looks) -ge 4']).status).toBe(0);
    expect(json(repo, ['await', 'w1', '--watch', '0.2'])).toMatchObject({ status: 0, data: { passed: ['w1'] } });
    expect(readFileSync(repo.path('looks'), 'utf8')).toBe('look\n'.repeat(4));
    expect(journal(repo)).toContain('"times":3');
  });
});

describe('R16 an item that waits for something outside', () => {
  test('R16 M34 is not begun again until its check passes, while the others go on', () => {
    const repo = led(['A', 'B']);
    expect(json(repo, ['await', 'the sandbox', ...CHECK, '--item', 'A'])).toMatchObject({ status: 0 });
    expect(itemOf(repo, 'A')).toMatchObject({ state: 'blocked', reason: 'the sandbox' });
    // B is there to be worked on.
    expect(statusOf(repo).waiting).toBeNull();
    expect(json(repo, ['item', 'begin', 'A'])).toMatchObject({ status: 1, error: { remedy: 'flow await' } });
    expect(json(repo, ['item', 'open', 'A'])).toMatchObject({ status: 1, error: { code: 'ITEM_AWAITS' } });
    expect(json(repo, ['await', 'w1', '--drop', 'bored'])).toMatchObject({ status: 1, error: { code: 'ITEM_AWAITS' } });
    expect(itemOf(repo, 'A').state).toBe('blocked');
    expect(flow(repo, ['item', 'block', 'B', '--reason', 'no key', '--severity', 'critical']).status).toBe(0);
    expect(itemOf(repo, 'B')).toMatchObject({ state: 'blocked', reason: 'no key', severity: 'critical' });
    expect(flow(repo, ['item']).stdout).toContain('(critical: no key)');
    // Everything is stuck, and a person is asked, as B has no check.
    expect(statusOf(repo).waiting).toBe('person');
    expect(json(repo, ['item', 'open', 'B']).status).toBe(0);
    repo.write('ready', '');
    expect(json(repo, ['await'])).toMatchObject({ status: 0, data: { passed: ['w1'] } });
    expect(itemOf(repo, 'A').state).toBe('ready');
    expect(json(repo, ['item', 'begin', 'A']).status).toBe(0);
  });

  test('R16 where all that is left waits for something outside, the run does, and the agent may stop', () => {
    const repo = led(['A']);
    expect(stop(repo).status).toBe(2);
    expect(json(repo, ['await', 'the sandbox', ...CHECK, '--item', 'A']).status).toBe(0);
    expect(statusOf(repo).waiting).toBe('outside');
    expect(stop(repo).status).toBe(0);
  });

  test.skipIf(!HAS_SCRIPT)('R16 R17 M49 or a person speaks: --done, item open; pause says who', async () => {
    const repo = led(['A', 'B']);
    for (const item of ['A', 'B']) expect(json(repo, ['await', `key of ${item}`, '--item', item]).status).toBe(0);
    expect(json(repo, ['await', 'w1', '--done', 'sent'])).toMatchObject({ status: 1, error: { code: 'NO_TERMINAL' } });
    expect(await atTerminal(repo, ['await', 'w1', '--done', 'sent'], { program: FLOW })).toMatchObject({ status: 0 });
    expect(itemOf(repo, 'A').state).toBe('ready');
    expect(await atTerminal(repo, ['item', 'open', 'B'], { program: FLOW })).toMatchObject({ status: 0 });
    expect(itemOf(repo, 'B').state).toBe('ready');
    expect(statusOf(repo)).not.toHaveProperty('awaits');
    const one = agentIn(repo);
    one.start();
    one.send(one.events.userPromptSubmit('go on'));
    expect(await atTerminal(repo, ['pause', 'lunch'], { program: FLOW })).toMatchObject({ status: 0 });
    // At the next event that looks at the run, whichever it is.
    expect(one.write('b.txt', 'b\n').told.join('\n')).toMatch(/Paused by .+: lunch/);
    expect(flow(repo, ['next']).stdout).toMatch(/^Paused by .+: lunch\n/);
    expect(stop(repo).status).toBe(0);
    one.start();
    expect(stop(repo).status).toBe(0);
  });
});
