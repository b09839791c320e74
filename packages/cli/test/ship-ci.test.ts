import { describe, expect, test } from 'vitest';
import { run, ship, shop } from './ship-kit.js';

/* What has to be green before CI is: the checks that the base branch requires, and all that there are. */

const DONE = { status: 'completed', conclusion: 'success' } as const;
const message = ['--message', 'Prices in cents'];

describe('D73 checks that the base branch requires', () => {
  test.each([
    ['its protection', { protection: ['deploy-preview'] }],
    ['a ruleset', { rules: ['deploy-preview'] }],
  ])('D73 by %s: they are waited for, also while nobody has reported them', async (_what, needed) => {
    const here = await shop();
    here.forge.require(needed);
    const lint = { name: 'lint', ...DONE };
    here.forge.checks([], [lint], [lint], [lint], [lint, { context: 'deploy-preview', state: 'success' }]);
    const { stderr, status } = await run(here.repo, ['ship', ...message, '--interval', '0.05']);
    expect(stderr).toContain('CI: 0 of 1 checks finished, waiting for deploy-preview');
    expect(stderr).toContain('CI: 1 of 2 checks finished, waiting for deploy-preview');
    expect(stderr).toContain('CI passed: 2 checks');
    expect(status).toBe(0);
  });

  test('D73 one that nobody reports in time is named, and nothing is green', async () => {
    const here = await shop();
    here.forge.require({ protection: ['test', 'signed-off'] });
    const late = await ship(here, [...message, '--timeout', '0.05']);
    expect(late).toMatchObject({ status: 1, error: { code: 'SHIP_CI_TIMEOUT' }, data: { ci: { state: 'running' } } });
    expect(late.error.message).toBe('not reported yet, but required for merging: signed-off.');
  });

  test('D73 a forge that does not tell what is required is believed by the checks that it has', async () => {
    const here = await shop();
    here.forge.fail({ path: '/branches/', status: 403 }, { path: '/rules/', status: 404 });
    expect(await ship(here, message)).toMatchObject({ ok: true, data: { ci: { state: 'passed' } } });
  });
});

describe('D73 more checks than a page holds', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `test ${at}`, ...DONE }));
  const statuses = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ context: `build ${at}`, state: 'success' as const }));

  test('D73 all are counted', async () => {
    const here = await shop();
    here.forge.checks([...many(230), ...statuses(120)]);
    expect(await ship(here, message)).toMatchObject({ ok: true, data: { ci: { state: 'passed', total: 350 } } });
  });

  test('D73 a red one on the last page is found', async () => {
    const here = await shop();
    here.forge.checks([...many(230), ...statuses(120), { context: 'the last', state: 'failure' }]);
    const red = await ship(here, message);
    expect(red.error).toMatchObject({ code: 'SHIP_CI_RED', message: expect.stringContaining('the last') });
  });

  test('D73 where not all can be seen, nothing is green', async () => {
    const here = await shop();
    here.forge.checks(many(1001));
    expect(await ship(here, message)).toMatchObject({ error: { code: 'SHIP_CI_UNKNOWN' } });
  });
});
