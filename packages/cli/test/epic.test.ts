import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';

/* Epics, through the program. */

const FILES = { 'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n', 'total.py': 'x = 1\n' };
const stands = (data: unknown) => (data as { runs: { id: string; state: string }[] }).runs.map(({ state }) => state);

describe('X63 flow epic', () => {
  test('adds entries, shows where their runs stand, and starts nothing', () => {
    const repo = repository({ files: FILES });
    expect(flow(repo, ['epic']).stdout).toContain("flow epic add <name> '<goal>'");
    expect(flow(repo, ['epic', 'add', 'payments', 'take a card', '--workflow', 'ceremony']).stdout).toBe(
      'Written into epics/payments.md: R1, on take-a-card. Nothing is started, and no branch is made.\n',
    );
    flow(repo, ['epic', 'add', 'payments', "refund it; don't wait", '--branch', 'feature/login', '--workflow', 'tdd']);
    flow(repo, ['epic', 'add', 'payments', 'show both', '--after', 'R1,R2']);
    expect(json(repo, ['status'])).toMatchObject({ error: { code: 'NO_RUN' } });
    const first = json(repo, ['epic', 'status', 'payments']);
    expect(stands(first.data)).toEqual(['ready', 'ready', 'waiting']);
    expect(first.data).toMatchObject({ command: "git switch -c take-a-card && flow start ceremony 'take a card'" });
    expect(flow(repo, ['start', 'tdd']).status).toBe(0);
    expect(flow(repo, ['epic', 'status', 'payments']).stdout).toMatch(/^\* running {3}R2 {2}refund it; don't wait/m);
    // A tick by hand moves nothing.
    repo.write('epics/payments.md', repo.read('epics/payments.md').replaceAll('[ ]', '[x]'));
    expect(stands(json(repo, ['epic', 'status', 'payments']).data)).toEqual(['ready', 'running', 'waiting']);
    expect(flow(repo, ['epic']).stdout).toBe('* payments  payments (0/3 done)\n');
    expect(flow(repo, ['end', 'cancelled', '--reason', 'x']).status).toBe(1);
  });

  test('what cannot be an entry is refused with the way on, and a file that is wrong is told by its lines', () => {
    const repo = repository({ files: FILES });
    const code = (...words: string[]) => json(repo, ['epic', ...words]).error;
    expect(code('add', 'Pay Ments', 'x')).toMatchObject({ code: 'EPIC_NAME' });
    expect(code('add', '../x', 'x')).toMatchObject({ code: 'EPIC_NAME' });
    expect(code('add', 'pay', ' ')).toMatchObject({ code: 'REASON_MISSING' });
    expect(code('add', 'pay', 'x', '--workflow', 'none')).toMatchObject({ code: 'WORKFLOW_UNKNOWN' });
    expect(code('add', 'pay', 'x', '--branch', '-d')).toMatchObject({ code: 'BRANCH_INVALID' });
    expect(code('add', 'pay', 'x', '--after', 'R7')).toMatchObject({ code: 'EPIC_INVALID' });
    expect(code('status', 'pay')).toMatchObject({ code: 'EPIC_UNKNOWN' });
    repo.write('epics/pay.md', '# Epic: Pay\n\n- [ ] R1: a\n- [ ] R1: b\n');
    const told = json(repo, ['epic', 'status', 'pay']);
    expect(told).toMatchObject({
      status: 1,
      error: { code: 'EPIC_INVALID', message: expect.stringContaining('epics/pay.md:4') },
    });
  });

  test('a list that leads out of its folder is not written through', () => {
    const repo = repository({ files: FILES });
    repo.write('epics/other.md', '');
    symlinkSync('../total.py', repo.path('epics/pay.md'));
    expect(json(repo, ['epic', 'add', 'pay', 'x'])).toMatchObject({ error: { code: 'EPIC_UNWRITABLE' } });
    expect(repo.read('total.py')).toBe('x = 1\n');
  });
});
