import { agent, hookHere, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { FLOW_HOOKS, flow, json, repository } from './kit.js';
import { tasksConfig } from './tasks-workflow.js';

const HOOK = FLOW_HOOKS.replace('flow-hooks.cjs', 'hook.cjs');
const answer = hookHere(HOOK);

const CONFIG = tasksConfig();

function led(): TempRepo {
  const files = { 'flow.config.yaml': CONFIG, 'a.txt': 'a\n', 'verify.sh': 'exit 0\n', 'whole.sh': 'exit 0\n' };
  const repo = repository({ files });
  expect(flow(repo, ['start', 'tasks', 'Sums | of carts'])).toMatchObject({ status: 0 });
  repo.write(
    'develop/feature/login/tasks.md',
    '# Tasks\n\n## Tasks\n\n- [ ] A: First\n  - Files: `a.txt`\n- [ ] B: Second\n  - Files: `b.txt`\n- [ ] C: Third\n  - Files: `c.txt`\n',
  );
  repo.commit('tasks');
  return repo;
}

const SESSION = '88888888-8888-4888-8888-888888888888';
const toldAt = (repo: TempRepo, source: string, session = SESSION) => {
  const one = agent({ hook: HOOK, repo, answer, session });
  const { json: told } = one.send(one.events.sessionStart(source));
  return (told as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext;
};
const cellOf = (text: string, what: string) => new RegExp(`^\\| ${what} \\| (.*) \\|$`, 'm').exec(text)?.[1] ?? null;

describe('M5 M54 the start of a session', () => {
  test('M5 M54 says in a table what was found: run, phase, items with tries, uncommitted files, waits, leases, what is proven, what is used', () => {
    const repo = led();
    expect(json(repo, ['item', 'begin', 'A'])).toMatchObject({ ok: true });
    expect(flow(repo, ['exec', '--', 'sh', 'verify.sh']).status).toBe(0);
    expect(json(repo, ['submit', 'complete', '--item', 'A'])).toMatchObject({ ok: true });
    expect(json(repo, ['item', 'begin', 'B'])).toMatchObject({ ok: true });
    repo.write('b.txt', 'b\n');
    repo.write('it is | odd.txt', '');
    expect(json(repo, ['await', 'the sandbox', '--check', 'test -e ready', '--item', 'C'])).toMatchObject({ ok: true });
    const told = toldAt(repo, 'resume');
    expect(cellOf(told, 'run')).toMatch(
      /^tasks on feature\/login, begun \d{4}-\d\d-\d\dT\d\d:\d\dZ: Sums \/ of carts$/,
    );
    expect(cellOf(told, 'phase')).toBe('build/B/work [1/3]');
    expect(cellOf(told, 'items')).toBe('1 of 3 are over; B running (work); C blocked (the sandbox)');
    expect(cellOf(told, 'uncommitted')).toContain('b.txt');
    expect(cellOf(told, 'uncommitted')).toContain('it is / odd.txt');
    expect(cellOf(told, 'waits')).toMatch(/^for nobody: there is work for you|^Wait w1 of C: the sandbox/);
    expect(cellOf(told, 'waits')).toContain('Wait w1 of C: the sandbox');
    expect(cellOf(told, 'leases')).toMatch(/^B: .+ in .+, since /);
    expect(cellOf(told, 'proven last')).toMatch(/^`sh verify.sh` passed \(/);
    expect(cellOf(told, 'results already used')).toMatch(/^complete of A: submitted \(/);
    // The table comes with what is next, not in its place.
    expect(told).toContain('phase build/B/work');
  });

  test('M5 where nothing runs there is no table, and one that is new has few rows', () => {
    const bare = repository({ files: { a: 'a\n' } });
    expect(toldAt(bare, 'startup')).not.toContain('| what | found |');
    const told = toldAt(led(), 'startup');
    expect(cellOf(told, 'uncommitted')).toBe('nothing');
    expect(cellOf(told, 'waits')).toBe('for nobody: there is work for you');
    for (const row of ['leases', 'proven last', 'results already used']) expect(cellOf(told, row)).toBeNull();
  });

  test('R21 R20 what is next is the same before and after a compaction, byte for byte, and a second start changes nothing', () => {
    const repo = led();
    expect(json(repo, ['item', 'begin', 'A'])).toMatchObject({ ok: true });
    expect(json(repo, ['await', 'the key', '--item', 'B'])).toMatchObject({ ok: true });
    repo.write('a.txt', 'b\n');
    const before = [toldAt(repo, 'startup'), flow(repo, ['next']).stdout, flow(repo, ['next', '--json']).stdout];
    const context = flow(repo, ['context']).stdout;
    const after = () => [toldAt(repo, 'compact'), flow(repo, ['next']).stdout, flow(repo, ['next', '--json']).stdout];
    expect(after()).toEqual(before);
    expect(after()).toEqual(before);
    expect(toldAt(repo, 'compact', '99999999-9999-4999-8999-999999999999')).toBe(before[0]);
    // Told again to begin, it goes on with what there is.
    const again = flow(repo, ['start', 'tasks', 'Sums | of carts']);
    expect(again.stdout + again.stderr).toMatch(/tasks/);
    expect(after()).toEqual(before);
    expect(flow(repo, ['context']).stdout).toBe(context);
  });
});
