import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fakeGh, startForge, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import type { ReportModel } from '../src/report/model.js';
import { FLOW_HOOKS, flow, json } from './kit.js';
import { approve, FOLDER, PYTEST } from './report-kit.js';
import { RELEASE, reportedShop, run, type Shop, ship, shop, statesOf } from './ship-kit.js';

/* `flow ship` through the built program: a real repository and remote, and a forge that speaks the endpoints. */

const ALL = { build: 'done', lint: 'done', test: 'ran', evidence: 'done', commit: 'ran', push: 'ran' };
const message = ['--message', 'Prices in cents'];

describe('D73 ship', () => {
  test('D73 from changed files to a pull request with green CI, in one call; again there is nothing to do', async () => {
    const here = await shop();
    const { repo, forge } = here;
    const first = await ship(here, message);
    expect(first.error).toBeUndefined();
    expect(statesOf(first.data.steps)).toEqual({ ...ALL, 'pull-request': 'ran', ci: 'ran' });
    expect(repo.git('log', '-1', '--format=%s')).toBe('Prices in cents');
    expect(repo.git('ls-remote', 'origin', 'refs/heads/feature/login')).toContain(first.data.head);
    expect(forge.pulls).toMatchObject([
      { title: 'Prices in cents', head: 'feature/login', base: 'main', draft: false },
    ]);
    expect(first.data).toMatchObject({ pullRequest: { number: 1 }, ci: { state: 'passed', total: 1 } });

    const asked = forge.requests.length;
    const second = await ship(here);
    expect(new Set(second.data.steps.map(({ state }) => state))).toEqual(new Set(['done']));
    expect(second.data.head).toBe(first.data.head);
    expect(forge.requests.slice(asked).map(({ method }) => method)).toEqual(['GET']);
  });

  test('D73 a dry run says of each step what it would do, and changes nothing', async () => {
    const here = await shop();
    const head = here.repo.git('rev-parse', 'HEAD');
    const { data, ok } = await ship(here, ['--dry-run', ...message]);
    expect(ok).toBe(true);
    const says = Object.fromEntries(data.steps.map((step) => [step.id, step.says.join('\n')]));
    expect(says).toMatchObject({
      test: 'run sh test.sh',
      evidence: expect.stringContaining('PUSH_UNTESTED'),
      commit: 'commit 1 file as "Prices in cents"\n  M cart.txt',
      push: 'git push origin HEAD:refs/heads/feature/login',
      'pull-request': 'open one, feature/login into main: "Prices in cents"',
      ci: 'wait for the checks of the commit',
    });
    expect(here.repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(here.repo.git('ls-remote', 'origin', 'refs/heads/feature/*')).toBe('');
    expect(here.forge.requests.map(({ method }) => method)).toEqual(['GET']);
    expect(existsSync(path.join(here.repo.root, '.git/flow/receipts'))).toBe(false);
  });

  test('D73 each step can be the last; the next call goes on behind it', async () => {
    const here = await shop();
    expect(statesOf((await ship(here, ['--until', 'test'])).data.steps)).toMatchObject({ test: 'ran', commit: 'open' });
    const pushed = await ship(here, ['--until', 'push', ...message]);
    expect(statesOf(pushed.data.steps)).toMatchObject({ test: 'done', commit: 'ran', push: 'ran', ci: 'open' });
    expect(here.forge.requests).toEqual([]);
    const last = await ship(here);
    expect(statesOf(last.data.steps)).toMatchObject({ commit: 'done', push: 'done', 'pull-request': 'ran', ci: 'ran' });
    // The title is that of the commit where no document gives one.
    expect(here.forge.pulls).toMatchObject([{ title: 'Prices in cents' }]);
  });

  test('D73 a red suite stops it before anything leaves the machine', async () => {
    const here = await shop();
    here.repo.write('broken', '');
    const red = await ship(here, message);
    expect(red).toMatchObject({
      status: 1,
      error: { code: 'SHIP_SUITE_NOT_GREEN', remedy: expect.stringContaining('sh test.sh') },
    });
    expect(statesOf(red.data.steps)).toMatchObject({ test: 'failed', commit: 'open', push: 'open' });
    expect(here.repo.git('log', '--format=%s')).toBe('First commit');
    here.repo.git('clean', '-fq', 'broken');
    expect(await ship(here, message)).toMatchObject({ ok: true });
  });

  test('D73 the body keeps what people wrote, and the proof in it follows the commit', async () => {
    const here = await shop();
    await ship(here, message);
    const pull = here.forge.pulls[0];
    expect(pull!.body).toContain(here.repo.git('rev-parse', 'HEAD'));
    pull!.body = `Please look at the rounding.\n\n${pull!.body}\n\nThanks!`;
    here.repo.write('cart.txt', '3\n');
    const again = await ship(here, ['--message', 'Round half up', '--title', 'Prices in cents, rounded']);
    expect(again.ok).toBe(true);
    expect(here.forge.pulls).toHaveLength(1);
    expect(here.forge.pulls[0]).toMatchObject({ title: 'Prices in cents, rounded' });
    const { body } = here.forge.pulls[0]!;
    expect(body).toMatch(/^Please look at the rounding\.\n[\s\S]*\n\nThanks!$/);
    expect(body).toContain(`flow:proof ${again.data.head}`);
    expect(body.match(/flow:proof [0-9a-f]{40}/g)).toHaveLength(1);
  });

  test('D73 gh is asked where it is logged in, and no token is needed', async () => {
    const here = await shop({ config: '' });
    const { repo, forge } = here;
    // The project names no interface here: the remote's own words do.
    repo.git('switch', '-q', 'main');
    repo.write('flow.config.yaml', 'suites: [{ root: ., command: sh test.sh }]\n');
    repo.git('stash', '-q', '--', 'cart.txt');
    repo.commit('No forge');
    repo.git('push', '-q', 'origin', 'main');
    repo.git('switch', '-q', '-C', 'feature/login');
    repo.git('stash', 'pop', '-q');
    const address = 'https://github.com/acme/cart.git';
    repo.git('config', `url.${repo.remote}.insteadOf`, address);
    repo.git('remote', 'set-url', 'origin', address);
    const folder = fakeGh(path.join(repo.area, 'gh'), forge);
    const environment = { PATH: `${folder}:${repo.environment.PATH}`, GH_TOKEN: '' };
    const shipped = await ship(here, message, { environment });
    expect(shipped.error).toBeUndefined();
    expect(shipped).toMatchObject({ ok: true, data: { ci: { state: 'passed' } } });
    expect(forge.pulls).toHaveLength(1);
    expect(await ship(here, ['--dry-run'], { environment })).toMatchObject({ ok: true });
  });
});

describe('D73 what a forge may answer', () => {
  const shipped = async (here: Shop) => {
    await ship(here, ['--until', 'push', ...message]);
    return here;
  };

  test.each([
    ['401', { status: 401 }, 'FORGE_UNAUTHORIZED', 3],
    ['403', { status: 403 }, 'FORGE_FORBIDDEN', 3],
    ['404', { status: 404 }, 'FORGE_NOT_FOUND', 3],
    ['429 that asks for an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'FORGE_LIMITED', 3],
    ['500 for ever', { status: 500, times: 9 }, 'FORGE_DOWN', 3],
  ])('%s has a code and a remedy, and nothing is lost', async (_what, fault, code, status) => {
    const here = await shipped(await shop());
    here.forge.fail(fault);
    const failed = await ship(here);
    expect(failed).toMatchObject({ status, error: { code, remedy: expect.stringMatching(/\S/) } });
    expect(statesOf(failed.data.steps)).toMatchObject({ push: 'done', 'pull-request': 'failed', ci: 'open' });
    expect(JSON.stringify(failed)).not.toContain('secret-token');
    here.forge.fail();
    if (code !== 'FORGE_DOWN') expect(await ship(here)).toMatchObject({ ok: true });
  });

  test('a moment of trouble is waited for: 500, 429 with Retry-After', async () => {
    const here = await shipped(await shop());
    here.forge.fail(
      { status: 500 },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, path: 'check-runs' },
    );
    expect(await ship(here)).toMatchObject({ ok: true });
  });

  test('a pull request that is opened, and whose answer gets lost, is not opened twice', async () => {
    const here = await shipped(await shop());
    here.forge.fail({ method: 'POST', status: 502, afterwards: true });
    expect(await ship(here)).toMatchObject({ ok: true, data: { pullRequest: { number: 1 } } });
    expect(here.forge.pulls).toHaveLength(1);
  });

  test('FORGE_BEHIND: a pull request that does not show the push yet is told, and found later', async () => {
    const here = await shipped(await shop());
    const old = here.repo.git('rev-parse', 'HEAD~1');
    here.forge.show(old);
    const behind = await ship(here);
    expect(behind).toMatchObject({ status: 3, error: { code: 'FORGE_BEHIND' } });
    expect(behind.error.message).toContain(here.repo.git('rev-parse', 'HEAD').slice(0, 10));
    expect(statesOf(behind.data.steps)).toMatchObject({ push: 'done', 'pull-request': 'failed', ci: 'open' });
    here.forge.show(null);
    expect(await ship(here)).toMatchObject({ ok: true, data: { pullRequest: { number: 1 } } });
    expect(here.forge.pulls).toHaveLength(1);
  });

  test('a connection that hangs ends with the time that was given', async () => {
    const here = await shipped(await shop());
    here.forge.fail({ times: 99 });
    expect(await ship(here, ['--timeout', '0.02'])).toMatchObject({ status: 3, error: { code: 'FORGE_UNREACHABLE' } });
  });

  test('without a login nothing is asked', async () => {
    const here = await shipped(await shop());
    const failed = await ship(here, [], { environment: { GH_TOKEN: '' } });
    expect(failed).toMatchObject({ status: 3, error: { code: 'FORGE_NO_LOGIN' } });
    expect(here.forge.requests).toEqual([]);
  });
});

describe('D73 what CI may say', () => {
  const DONE = { status: 'completed', conclusion: 'success' } as const;

  test('it is waited for until two looks agree that it is green', async () => {
    const here = await shop();
    here.forge.checks(
      [],
      [{ name: 'lint', ...DONE }],
      [
        { name: 'lint', ...DONE },
        { name: 'test', status: 'in_progress' },
      ],
      [
        { name: 'lint', ...DONE },
        { name: 'test', ...DONE },
        { context: 'coverage', state: 'success' },
      ],
    );
    const { stderr } = await run(here.repo, ['ship', ...message, '--interval', '0.05']);
    expect(stderr).toContain('CI: 1 of 2 checks finished, waiting for test');
    expect(stderr).toContain('CI passed: 3 checks');
  });

  test('a red check is named with its page, and ends the waiting', async () => {
    const here = await shop();
    here.forge.checks([
      { name: 'lint', ...DONE },
      { name: 'test', status: 'completed', conclusion: 'failure' },
      { name: 'slow', status: 'queued' },
    ]);
    const red = await ship(here, message);
    expect(red).toMatchObject({ status: 1, error: { code: 'SHIP_CI_RED' }, data: { ci: { state: 'failed' } } });
    expect(red.error.message).toContain('test: https://forge.example.test/checks/test');
    expect(red.error.message).not.toContain('lint');
    // It is mended, and the same call goes on with the new commit.
    here.repo.write('cart.txt', '4\n');
    here.forge.checks([{ name: 'test', ...DONE }]);
    expect(await ship(here, message)).toMatchObject({ ok: true, data: { ci: { state: 'passed' } } });
  });

  test.each([
    ['no check at all', []],
    ['only checks that were left out', [{ name: 'test', status: 'completed', conclusion: 'skipped' }]],
  ] as const)('%s is unknown, and not green', async (_what, checks) => {
    const here = await shop();
    here.forge.checks(checks);
    expect(await ship(here, message)).toMatchObject({
      status: 1,
      error: { code: 'SHIP_CI_UNKNOWN' },
      data: { ci: { state: 'unknown' } },
    });
  });

  test('--no-wait looks once; --timeout ends the waiting', async () => {
    const here = await shop();
    here.forge.checks([{ name: 'test', status: 'queued' }]);
    const once = await ship(here, [...message, '--no-wait']);
    expect(once).toMatchObject({ ok: true, data: { ci: { state: 'running' } } });
    // What still runs has no tick.
    expect(once.data.steps.at(-1)).toMatchObject({ id: 'ci', state: 'open', says: ['is still running'] });
    const late = await ship(here, ['--timeout', '0.005']);
    expect(late).toMatchObject({ status: 1, error: { code: 'SHIP_CI_TIMEOUT' } });
  });

  test('who breaks off while CI runs loses nothing', async () => {
    const here = await shop();
    here.forge.checks([{ name: 'test', status: 'queued' }]);
    const broken = await run(here.repo, ['ship', ...message, '--interval', '0.05'], {
      watch: (text, end) => {
        if (text.includes('waiting for test')) end('SIGINT');
      },
    });
    expect(broken.status).toBe(130);
    here.forge.checks([{ name: 'test', ...DONE }]);
    const again = await ship(here);
    expect(statesOf(again.data.steps)).toMatchObject({ 'pull-request': 'done', ci: 'ran' });
  });
});

describe('C74 what CI runs', () => {
  const workflow = (run: string) =>
    `on: push\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@v4\n      - run: ${run}\n`;
  const remarks = async (run: string, files: Record<string, string> = {}) => {
    const here = await shop({ files: { '.github/workflows/ci.yml': workflow(run), ...files } });
    return (await ship(here, ['--dry-run', ...message])).data.remarks;
  };

  const RUFF = { 'pyproject.toml': '[project]\nname = "x"\n[tool.ruff]\n', 'x.py': 'x = 1\n' };

  test.each([
    ['is not asked for', 'push: { lint: "off" }\n', 'no push from here requires it'],
    ['is only warned of', 'push: { lint: warn }\n', 'a push from here only warns about it'],
  ])('C74 a suite of CI that a push from here %s is told', async (_what, config, told) => {
    const found = await remarks('ruff check .', { ...RUFF, 'flow.config.yaml': config });
    expect(found).toEqual([expect.stringMatching(/^Warning: CI_ASKS_MORE: CI runs ruff check \. \(ruff:\.\)/)]);
    expect(found[0]).toContain(told);
  });

  test.each([
    ['the suite that a push needs', 'sh test.sh', {}],
    ['a linter that a push needs', 'ruff check .', { ...RUFF, 'flow.config.yaml': 'views: true\n' }],
    ['commands that nobody knows', 'make world', {}],
    ['a file that is no YAML', '"', {}],
  ])('C74 nothing is told of %s', async (_what, run, files) => {
    expect(await remarks(run, files)).toEqual([]);
  });
});

describe('D4 D73 what the forge says of a commit is a fact of the run', () => {
  const started = async () => {
    const here = await shop({ config: RELEASE });
    expect(json(here.repo, ['start', 'release'])).toMatchObject({ ok: true });
    return here;
  };
  const open = ({ repo }: Shop) =>
    (json(repo, ['status']).data as { open: { finding: { code: string } }[] }).open.map(({ finding }) => finding.code);

  test('D73 pull request and CI end the phase that waits for them; a new commit asks again', async () => {
    const here = await started();
    expect(open(here)).toEqual(['SUITE_NOT_GREEN']);
    here.forge.checks([{ name: 'test', status: 'queued' }]);
    // The suite that the run waits for is run, so nothing is too early.
    expect(await ship(here, [...message, '--no-wait'])).toMatchObject({ ok: true });
    expect(open(here)).toEqual(['CI_NOT_GREEN']);
    here.forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
    expect(await ship(here)).toMatchObject({ ok: true });
    expect(json(here.repo, ['status']).data).toMatchObject({ phase: 'done' });
    here.repo.git('commit', '-q', '--allow-empty', '-m', 'Another');
    expect(open(here)).toEqual(['NOT_PUSHED', 'PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);
    // The report of the run is what the pull request carries.
    expect(here.forge.pulls[0]?.body).toContain('`sh test.sh`');
  });

  test.skipIf(!PYTEST.available)(
    'D4 D66 D73 the ceremony from its report to its end: shipped, with every claim in the pull request, and handed over',
    async () => {
      const here = await reportedShop();
      const { repo, forge } = here;
      expect(open(here)).toEqual(['NOT_COMMITTED', 'NOT_PUSHED', 'PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);
      const { stderr, status } = await run(repo, ['ship', '--interval', '0.05']);
      expect({ stderr, status }).toMatchObject({ status: 0 });
      // Its documents have no title but what they are.
      expect(repo.git('log', '-1', '--format=%s')).toBe('Adds two prices');
      expect(forge.pulls).toMatchObject([{ title: 'Adds two prices' }]);
      // Whoever reads it there need not open it.
      expect(forge.pulls[0]?.body).not.toMatch(/^- (?:open the pull request|CI is)/m);
      // Who ships without a checklist is told (D66).
      expect(stderr).toContain('checklist is missing: run `flow checklist`');
      expect(repo.git('show', '--name-only', '--format=', 'HEAD').split('\n')).toEqual(
        expect.arrayContaining([`${FOLDER}/report.md`, 'prices.py']),
      );
      // Generated for people: nothing that is shipped.
      expect(repo.git('status', '--porcelain')).toBe(`?? ${FOLDER}/test-results-pytest.json`);
      expect(forge.pulls[0]?.body).toMatch(/\| `do-1` \| Adds two prices\. \| \[PASSED\]\(#why-claim-1\) \|/);
      expect(json(repo, ['status']).data).toMatchObject({ phase: 'handoff-review' });
      expect(open(here)).toEqual(['SUBMISSION_MISSING', 'APPROVAL_MISSING']);
      // What the phase before warned of is asked for by now, and said once.
      expect(flow(repo, ['status']).stdout.match(/checklist is missing/g)).toHaveLength(1);
      const list = json(repo, ['checklist']);
      expect(list).toMatchObject({ ok: true, data: { gate: 'handoff', counts: { missing: 0, waits: 1 } } });
      expect(open(here)).toEqual(['APPROVAL_MISSING']);
      approve(repo, 'handoff');
      expect(json(repo, ['status']).data).toMatchObject({ phase: 'done' });
      expect((await ship(here)).data.steps.every(({ state }) => state === 'done')).toBe(true);
      // What the forge said led on, and it is over since the last approval, whenever somebody asks.
      const { timeline, stages } = json(repo, ['report']).data as ReportModel;
      expect(timeline.slice(-4).map(({ what }) => what)).toEqual([
        'Phase Handoff',
        expect.stringContaining('Submitted: checklist'),
        expect.stringContaining('Gate handoff approved'),
        'Phase Done',
      ]);
      expect(stages.at(-1)?.entered).toBe(timeline.at(-2)?.time);
    },
  );

  test('D73 a forge that only an option names proves nothing to the run', async () => {
    const here = await started();
    const other = await startForge({ remote: () => here.repo.remote });
    other.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
    try {
      await ship(here, [...message, '--api-url', other.url]);
      expect(other.pulls).toHaveLength(1);
      expect(open(here)).toEqual(['PULL_REQUEST_MISSING', 'CI_NOT_GREEN']);
    } finally {
      await other.close();
    }
  });
});

describe('D73 where nothing can be shipped', () => {
  const cases: [string, string, (here: Shop) => void][] = [
    ['no branch', 'SHIP_DETACHED', ({ repo }) => repo.git('checkout', '-q', '--detach')],
    ['the base branch', 'SHIP_ON_BASE', ({ repo }) => repo.git('switch', '-q', 'main')],
    ['no remote', 'SHIP_NO_REMOTE', ({ repo }) => repo.git('remote', 'remove', 'origin')],
    ['nothing changed', 'SHIP_NOTHING', ({ repo }) => repo.git('restore', 'cart.txt')],
    ['no message', 'SHIP_NO_MESSAGE', () => {}],
    ['a secret', 'SHIP_SECRET', ({ repo }) => repo.write('.env', 'KEY=1\n')],
    [
      'a commit hook that says no',
      'SHIP_COMMIT_FAILED',
      ({ repo }) => repo.git('config', 'core.hooksPath', hook(repo, 'commit-msg', 'echo no ticket >&2; exit 1')),
    ],
    [
      'a push hook that says no',
      'SHIP_PUSH_REFUSED',
      ({ repo }) => repo.git('config', 'core.hooksPath', hook(repo, 'pre-push', 'echo not on Fridays >&2; exit 1')),
    ],
    [
      'a remote that takes no part of it',
      'SHIP_PUSH_REJECTED',
      ({ repo }) => {
        const file = repo.write(path.join(repo.remote, 'hooks/pre-receive'), '#!/bin/sh\necho frozen >&2; exit 1\n');
        chmodSync(file, 0o755);
      },
    ],
    [
      'a merge that is not over',
      'SHIP_UNFINISHED',
      ({ repo }) => {
        repo.commit('Mine');
        elsewhere(repo, 'main', { 'cart.txt': '9\n' });
        repo.git('fetch', '-q', 'origin');
        expect(() => repo.git('merge', '-q', 'origin/main')).toThrow();
      },
    ],
    [
      'a submodule with changes of its own',
      'SHIP_SUBMODULE_DIRTY',
      ({ repo }) => {
        repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.remote, 'part');
        repo.commit('With a part');
        repo.write('part/cart.txt', '7\n');
      },
    ],
    [
      'a remote that does not answer',
      'SHIP_REMOTE_UNREACHABLE',
      ({ repo }) => {
        // What is published is known: the remote was there when the guard came.
        flow(repo, ['install'], { program: FLOW_HOOKS });
        renameSync(repo.remote, path.join(repo.area, 'gone.git'));
      },
    ],
    [
      'a base that has changed the same lines',
      'SHIP_BASE_CONFLICT',
      ({ repo }) => {
        repo.commit('Mine');
        elsewhere(repo, 'main', { 'cart.txt': '9\n' });
      },
    ],
    [
      'commits of others on the branch',
      'SHIP_DIVERGED',
      ({ repo }) => {
        repo.git('push', '-q', 'origin', 'HEAD:refs/heads/feature/login');
        elsewhere(repo, 'feature/login', { other: 'x\n' });
        repo.commit('Mine');
      },
    ],
  ];
  test.each(cases)('%s: %s', async (what, code, arrange) => {
    const here = await shop();
    arrange(here);
    const words = what === 'no message' ? [] : message;
    const failed = await ship(here, words);
    expect(failed).toMatchObject({ ok: false, error: { code, remedy: expect.stringMatching(/\S/) } });
    expect(here.forge.pulls).toEqual([]);
  });

  test('D73 a run that has not come to shipping is not shipped; its next step is named', async () => {
    const here = await shop();
    expect(json(here.repo, ['start', 'ceremony'])).toMatchObject({ ok: true });
    const early = await ship(here, message);
    expect(early).toMatchObject({ status: 1, error: { code: 'SHIP_EARLY', remedy: 'flow next' } });
    expect(early.error.message).toContain('ceremony is at plan');
  });
});

function hook(repo: { write(file: string, text: string): string; area: string }, name: string, text: string): string {
  const folder = path.join(repo.area, 'hooks');
  const file = repo.write(path.join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return folder;
}

/** Somebody else pushes a commit. */
function elsewhere(repo: TempRepo, branch: string, files: Record<string, string>): void {
  const folder = path.join(repo.area, 'elsewhere');
  repo.git('clone', '-q', '--branch', branch, repo.remote, folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  repo.git('-C', folder, 'add', '--all');
  repo.git('-C', folder, 'commit', '-q', '-m', 'Theirs');
  repo.git('-C', folder, 'push', '-q', 'origin', branch);
}
