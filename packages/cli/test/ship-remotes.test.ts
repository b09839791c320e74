import { describe, expect, test } from 'vitest';
import { start } from '../../hooks/test/kit.js';
import { flow, json, repository } from './kit.js';
import { FILES, type ForkedShop, RELEASE, ship, shop, statesOf } from './ship-kit.js';

/* Where `flow ship` pushes to: by git's own settings, also where people push into forks. */

const message = ['--message', 'Prices in cents'];
const BRANCH = 'feature/login';

const headIn = ({ repo }: ForkedShop, remote: string) => repo.git('ls-remote', remote, `refs/heads/${BRANCH}`);

describe('D73 the remote of a branch', () => {
  const cases: [string, (here: ForkedShop) => void][] = [
    ['the default of the repository', ({ repo }) => repo.git('config', 'remote.pushDefault', 'mine')],
    [
      "the branch's own word, before the default",
      ({ repo }) => {
        repo.git('config', 'remote.pushDefault', 'origin');
        repo.git('config', `branch.${BRANCH}.pushRemote`, 'mine');
      },
    ],
    [
      'the branch of the same name that it follows',
      ({ repo }) => {
        repo.git('config', `branch.${BRANCH}.remote`, 'mine');
        repo.git('config', `branch.${BRANCH}.merge`, `refs/heads/${BRANCH}`);
      },
    ],
  ];
  test.each(cases)('D73 %s: a pull request from a fork', async (_what, arrange) => {
    const here = await shop({ config: RELEASE });
    here.fork('mine', 'me');
    arrange(here);
    expect(json(here.repo, ['start', 'release'])).toMatchObject({ ok: true });
    const shipped = await ship(here, message);
    expect(shipped.error).toBeUndefined();
    expect(headIn(here, 'mine')).toContain(shipped.data.head);
    expect(headIn(here, 'origin')).toBe('');
    expect(here.forge.pulls).toMatchObject([{ head: BRANCH, source: 'me/cart', base: 'main' }]);
    // The run knows where it was pushed, and the next call finds the pull request again.
    expect(json(here.repo, ['status']).data).toMatchObject({ phase: 'done' });
    expect(new Set(Object.values(statesOf((await ship(here)).data.steps)))).toEqual(new Set(['done']));
  });

  test('D73 a fork as `origin`: the work goes into the repository that was chosen for it', async () => {
    const here = await shop();
    here.fork('mine', 'me');
    here.repo.git('remote', 'rename', 'origin', 'upstream');
    here.repo.git('remote', 'rename', 'mine', 'origin');
    // As `gh repo fork` and `gh repo set-default` leave it.
    here.repo.git('config', 'remote.upstream.gh-resolved', 'base');
    const shipped = await ship(here, message);
    expect(shipped.error).toBeUndefined();
    expect(headIn(here, 'origin')).toContain(shipped.data.head);
    expect(headIn(here, 'upstream')).toBe('');
    expect(here.forge.pulls).toMatchObject([{ source: 'me/cart', base: 'main' }]);
  });

  test('D73 a branch that follows the one it was made from is pushed to `origin`, and still follows it', async () => {
    const here = await shop();
    here.fork('mine', 'me');
    here.repo.git('branch', '-q', '--set-upstream-to=origin/main');
    expect(await ship(here, ['--until', 'push', ...message])).toMatchObject({ ok: true });
    expect(headIn(here, 'origin')).not.toBe('');
    expect(here.repo.git('rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/main');
  });

  test('D73 the one remote that there is needs no name of its own', async () => {
    const here = await shop({ config: RELEASE });
    here.repo.git('remote', 'rename', 'origin', 'company');
    expect(json(here.repo, ['start', 'release'])).toMatchObject({ ok: true });
    expect(await ship(here, message)).toMatchObject({ ok: true });
    expect(headIn(here, 'company')).not.toBe('');
    expect(here.repo.git('rev-parse', '--abbrev-ref', '@{upstream}')).toBe(`company/${BRANCH}`);
    expect(json(here.repo, ['status']).data).toMatchObject({ phase: 'done' });
  });

  test('D73 a clone that fetches one branch knows what it has pushed', async () => {
    const here = await shop({ config: RELEASE });
    here.repo.git('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    expect(json(here.repo, ['start', 'release'])).toMatchObject({ ok: true });
    expect(await ship(here, message)).toMatchObject({ ok: true });
    expect(json(here.repo, ['status']).data).toMatchObject({ phase: 'done' });
    // What is left to do then is said, and works.
    for (const word of ['next', 'status'])
      expect(flow(here.repo, [word]).stdout).toContain('`flow end complete` ends the run.');
    expect(flow(here.repo, ['end', 'complete'])).toMatchObject({ status: 0 });
  });

  test('D73 without a forge that is known, the way on is told, for a run too', async () => {
    const repo = repository();
    repo.write('notes.md', '# Notes\n');
    const { status, error } = json(repo, ['ship', ...message]);
    expect({ status, error }).toMatchObject({ status: 3, error: { code: 'FORGE_UNKNOWN' } });
    expect((error as { remedy: string }).remedy).toMatch(
      /flow ship --until push\n.*flow waive ship\.pull-request <reason>, then flow waive ship\.ci <reason>$/,
    );
  });

  test('D73 M52 without a forge that is known, the rest is a person’s: the agent may end its turn, and the person is told once', () => {
    const config = `suites: [{ root: ., command: sh test.sh }]\n${RELEASE}`;
    const repo = repository({ files: { ...FILES, 'flow.config.yaml': config } });
    repo.write('cart.txt', '2\n');
    expect(json(repo, ['start', 'release'])).toMatchObject({ ok: true });
    const agent = start(repo);
    const stop = () => agent.send(agent.events.stop());
    expect(stop()).toMatchObject({ status: 2, stderr: expect.stringContaining('WORK_LEFT') });
    const shipped = json(repo, ['ship', ...message]);
    expect(shipped).toMatchObject({ status: 3, error: { code: 'FORGE_UNKNOWN' } });
    expect(json(repo, ['status']).data).toMatchObject({
      phase: 'ship',
      waiting: 'person',
      open: [{ check: 'ship.pull-request' }, { check: 'ship.ci' }],
    });
    expect(stop().json).toEqual({ systemMessage: expect.stringContaining('phase ship') });
    expect(stop()).toMatchObject({ status: 0, stdout: '' });
    expect(flow(repo, ['next']).stdout).toMatch(/forge\.api and forge\.repository.*flow waive ship\.pull-request/s);
  });

  test.each([
    ['an address', 'https://forge.example.test/me/cart.git', /pushes to a URL/],
    ['a remote that is not there', 'gone', /no remote `gone`/],
  ])('D73 %s as push remote is refused before anything is done', async (_what, name, said) => {
    const here = await shop();
    here.repo.git('config', `branch.${BRANCH}.pushRemote`, name);
    const failed = await ship(here, message);
    expect(failed.error).toMatchObject({ code: 'SHIP_NO_REMOTE', message: expect.stringMatching(said) });
    expect(here.repo.git('log', '-1', '--format=%s')).toBe('First commit');
  });

  test('D73 what the fork has and is not here is named with its remote', async () => {
    const here = await shop();
    const folder = here.fork('mine', 'me');
    const { repo } = here;
    repo.git('config', 'remote.pushDefault', 'mine');
    const theirs = repo.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Theirs');
    repo.git('push', '-q', folder, `${theirs}:refs/heads/${BRANCH}`);
    const failed = await ship(here, message);
    expect(failed.error).toMatchObject({ code: 'SHIP_DIVERGED', remedy: `git pull --rebase mine ${BRANCH}` });
  });
});
