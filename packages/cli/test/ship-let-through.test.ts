import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { events, runHook } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { findRepository, recordOverride, recordOverrideUse, repositoryState } from '../../evidence/src/index.js';
import { HOOK } from '../../hooks/test/kit.js';
import { FLOW_HOOKS, flow } from './kit.js';
import { type Shop, ship, shop, statesOf } from './ship-kit.js';

/* What a person let through once (`flow-hooks allow`) is not asked for again by `flow ship`. */

const SESSION = '44444444-4444-4444-8444-444444444444';
const message = ['--message', 'Prices in cents'];

describe('C27 D73 what a person let through', () => {
  const red = async () => {
    const here = await shop();
    expect(flow(here.repo, ['install'], { program: FLOW_HOOKS }).status).toBe(0);
    here.repo.git('add', '.claude', '.gitignore');
    here.repo.git('commit', '-q', '-m', 'Hooks');
    here.repo.write('broken', '');
    return here;
  };
  const call = ({ repo }: Shop) => {
    const input = { command: "npx flow ship --message 'Prices in cents'" };
    const event = events(SESSION, repo.root, { home: repo.home }).preToolUse('Bash', input, 'toolu_1');
    return runHook(HOOK, event, { environment: repo.environment, cwd: repo.root }).stdout;
  };
  /** Allows a call as a person does at a terminal, which no test has below an agent. */
  const allow = ({ repo }: Shop, id = 'one', more: { findings?: string[]; expires?: number } = {}) => {
    const found = findRepository(repo.root)!;
    const folder = path.join(repositoryState(found, repo.environment), 'refusals');
    const kept = JSON.parse(readFileSync(path.join(folder, readdirSync(folder)[0]!), 'utf8'));
    const { digest, tool, findings } = kept.refusal;
    const keys = findings.map(({ key }: { key: string }) => key);
    const data = { id, code: kept.code, digest, tool, findings: keys, what: 'flow ship', person: 'Test Person' };
    const until = { reason: 'the till is wrong', expires: Date.now() + 600_000 };
    recordOverride(found, { ...data, ...until, ...more }, repo.environment);
    return found;
  };

  test('C27 D73 a red suite of exactly this content is shipped once, and CI can be waited for behind it', async () => {
    const here = await red();
    expect((await ship(here, message)).error).toMatchObject({ code: 'SHIP_SUITE_NOT_GREEN' });
    expect(call(here)).toContain('PUSH_RED');
    allow(here);
    // Only the call that was let through leads on: none that has ended, or of something else.
    const others = { ended: { expires: Date.now() - 1 }, other: { findings: ['["PUSH_RED","another"]'] } };
    for (const [id, more] of Object.entries(others))
      recordOverrideUse(allow(here, id, more), id, 'call', 'toolu_0', here.repo.environment);
    expect((await ship(here, message)).error).toMatchObject({ code: 'SHIP_SUITE_NOT_GREEN' });
    expect(call(here)).not.toContain('"deny"');
    const pushed = await ship(here, [...message, '--until', 'push']);
    expect(pushed.error).toBeUndefined();
    expect(statesOf(pushed.data.steps)).toMatchObject({ test: 'ran', evidence: 'done', push: 'ran' });
    expect(JSON.stringify(pushed.data.steps)).toContain('OVERRIDE_USED');
    expect(await ship(here)).toMatchObject({ ok: true, data: { ci: { state: 'passed' } } });
    // Another content is another matter.
    here.repo.write('cart.txt', '3\n');
    expect((await ship(here, message)).error).toMatchObject({ code: 'SHIP_SUITE_NOT_GREEN' });
  });
});
