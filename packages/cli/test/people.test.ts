import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { type AtTerminal, atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, repository } from './kit.js';

/* What a person decides, at their terminal; and the same words from elsewhere, which change nothing. */

function started(words: string[]): TempRepo {
  const files = { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n', 'total.py': 'x = 1\n' };
  const repo = repository({ files });
  expect(flow(repo, ['start', ...words])).toMatchObject({ status: 0, stderr: '' });
  return repo;
}

const byPerson = (repo: TempRepo, words: string[], more: AtTerminal = {}) =>
  atTerminal(repo, words, { program: FLOW, ...more });
const now = (repo: TempRepo) => json(repo, ['status']).data as Record<string, unknown>;

/** Below an agent, in a terminal that a program drives, and faster than anybody reads. */
const NOBODY: AtTerminal[] = [{ environment: { CLAUDECODE: '1' } }, { driver: 'script' }, { after: 0 }];

/** Without a terminal, where a person declines, and in other ways: nothing happens. Then it does; @returns what is said of it */
async function onlyByPerson(repo: TempRepo, words: string[], ways: readonly AtTerminal[] = []): Promise<string> {
  const before = now(repo);
  const typed = words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
  const error = { code: 'NO_TERMINAL', remedy: `Run it there: flow ${typed}` };
  expect(json(repo, words)).toMatchObject({ ok: false, status: 1, error });
  for (const way of ways) expect(await byPerson(repo, words, way)).toMatchObject({ status: 1 });
  expect(await byPerson(repo, words, { answer: () => 'no' })).toMatchObject({
    status: 1,
    text: expect.stringContaining('DECLINED'),
  });
  expect(now(repo)).toEqual(before);
  const { status, text } = await byPerson(repo, words);
  expect(status, text).toBe(0);
  return text;
}

describe.skipIf(!HAS_SCRIPT)('what only a person decides', () => {
  test('D51 a waiver stands for a proof, and shows as a debt', async () => {
    const repo = started(['ceremony']);
    const text = await onlyByPerson(repo, ['waive', 'plan.document', 'told on the phone'], NOBODY);
    const hours = (Date.parse(/until (\S+Z)\./.exec(text)![1]!) - Date.now()) / 3_600_000;
    expect([hours > 23, hours <= 24]).toEqual([true, true]);
    expect(now(repo)).toMatchObject({ debts: [{ check: 'plan.document', why: 'waiver' }] });
  });

  test('D62 a phase that is reopened is asked for again', async () => {
    const repo = started(['ceremony']);
    expect(await byPerson(repo, ['set-phase', 'spec', '--reason', 'told on the phone'])).toMatchObject({ status: 0 });
    expect(now(repo)).toMatchObject({ phase: 'spec' });
    await onlyByPerson(repo, ['reopen', 'plan', '--reason', 'it has grown']);
    expect(now(repo)).toMatchObject({ phase: 'plan' });
    repo.write('develop/feature/login/plan.md', '# Plan: x\n\n## User Concerns\n\n- prices must not change\n');
    expect(now(repo)).toMatchObject({ phase: 'spec' });
    const { text } = await byPerson(repo, ['reopen', 'plan']);
    expect(text).toContain('It is met again at once');
    // What lies ahead may have proofs already; the run itself does not move.
    expect((await byPerson(repo, ['reopen', 'verify'])).text).toContain('It is still ahead: the run stays in spec.');
    expect(now(repo)).toMatchObject({ phase: 'spec' });
  });

  test('U20: who turned a dial is said: the agent, or the person at the terminal', async () => {
    const repo = started(['tdd']);
    expect(json(repo, ['dial', 'intensity', 'high'])).toMatchObject({ ok: true });
    expect(await byPerson(repo, ['dial', 'intensity', 'critical'])).toMatchObject({ status: 0 });
    expect(await byPerson(repo, ['dial', 'intensity', 'standard'])).toMatchObject({ status: 0 });
    const report = flow(repo, ['report']).stdout;
    const [, people = '', agents = ''] =
      /### Allowed by a person\n(.*)### Changed by the agent\n(.*?)\n\n</s.exec(report) ?? [];
    expect(people.match(/intensity to \w+ \| Dial \| Test Person /g)).toEqual(
      ['critical', 'standard'].map((value) => `intensity to ${value} | Dial | Test Person `),
    );
    expect(agents.match(/intensity to \w+/g)).toEqual(['intensity to high']);
    const { timeline } = json(repo, ['report']).data as { timeline: { kind: string; what: string }[] };
    expect(timeline.filter(({ what }) => what.startsWith('Dial')).map(({ kind, what }) => [kind, what])).toEqual([
      ['other', 'Dial: intensity to high (by the agent)'],
      ['person', 'Dial: intensity to critical (by Test Person <person@example.test>)'],
      ['person', 'Dial: intensity to standard (by Test Person <person@example.test>)'],
    ]);
  });

  test('D62 a dial is turned down', async () => {
    const repo = started(['tdd', '--dial', 'intensity=high']);
    await onlyByPerson(repo, ['dial', 'intensity', 'standard']);
    expect(now(repo)).toMatchObject({ dials: { intensity: 'standard' } });
  });
});
