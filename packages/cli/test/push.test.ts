import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FORGED_BY, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { serveRemote } from '../../hooks/test/http-remote.js';
import { cli, has, newKey, start } from '../../hooks/test/kit.js';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, flow, json, program, repository } from './kit.js';

/* Pushes and fetches that the program makes for whoever works in the repository, by what a person has accepted. */

const HAS_LFS = has('git', 'lfs', 'version');
const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');

/** Git starts hooks that its settings name since 2.54. */
const HAS_NAMED_HOOKS = spawnSync('git', ['hook', '-h'], { encoding: 'utf8' }).stdout.includes('git hook list');

const SPEC = 'develop/feature/login/spec.md';

const FILES = {
  'test.sh': 'test ! -e broken\n',
  'cart.txt': '1\n',
  'flow.config.yaml': 'suites: [{ root: ., command: sh test.sh }]\n',
};

/** A hook of a project that keeps what it is told, and refuses where a file says so. */
const HOOK = '#!/bin/sh\nset -e\necho "$@" >> hooked\ncat >> hooked\necho looked\ntest ! -e refuse\n';

/** A project with its guards, a change that is committed, and no proof of it yet. */
function changed(before?: (repo: TempRepo) => void, ...words: string[]): TempRepo {
  const repo = repository({ files: FILES });
  before?.(repo);
  const done = cli(repo, ['install', ...words]);
  expect(done, done.stderr).toMatchObject({ status: 0 });
  repo.commit('Guard rails');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q');
  repo.write('cart.txt', '2\n');
  repo.commit('work');
  return repo;
}

const proven = (repo: TempRepo) => expect(flow(repo, ['exec', '--', 'sh', 'test.sh']).status).toBe(0);
const onRemote = (repo: TempRepo, ref: string) => repo.git('ls-remote', repo.remote, ref).split('\t')[0];
const pushed = (repo: TempRepo, ...words: string[]) => flow(repo, ['push', ...words]);

describe('33.3f flow push and flow fetch', { timeout: 120_000 }, () => {
  test('33.3f what is proven is pushed by its id: a first push, under another name, a tag; what is not is refused', () => {
    const repo = changed();
    const head = repo.git('rev-parse', 'HEAD');
    expect(pushed(repo)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/PUSH_REFUSED[\s\S]*PUSH_UNTESTED/),
    });
    proven(repo);
    const first = json(repo, ['push', '-u']);
    expect(first, first.stderr).toMatchObject({
      status: 0,
      data: { remote: 'origin', refs: [{ id: head, ref: 'refs/heads/feature/login' }] },
    });
    expect(onRemote(repo, 'refs/heads/feature/login')).toBe(head);
    expect(repo.git('rev-parse', '@{upstream}')).toBe(head);
    expect(repo.git('status', '-sb')).toContain('...origin/feature/login');
    repo.git('tag', '-a', 'v1', '-m', 'first');
    const more = pushed(repo, 'origin', 'HEAD:review/login', 'v1', 'refs/tags/v1:refs/tags/v2');
    expect(more, more.stderr).toMatchObject({ status: 0 });
    expect(onRemote(repo, 'refs/heads/review/login')).toBe(head);
    for (const tag of ['v1', 'v2'])
      expect(onRemote(repo, `refs/tags/${tag}`)).toBe(repo.git('rev-parse', 'refs/tags/v1'));

    // Without a branch only what says where it goes is pushed, and each way on is named and works.
    repo.git('switch', '-q', '--detach');
    for (const words of [[], ['origin'], ['origin', 'HEAD'], ['-u', 'origin', '@']])
      expect(pushed(repo, ...words).stderr).toMatch(
        /NO_BRANCH[\s\S]*detached[\s\S]*git switch -c my-change[\s\S]*HEAD:my-change/,
      );
    const apart = pushed(repo, 'origin', 'HEAD:my-change', 'v1:v3');
    expect(apart, apart.stderr).toMatchObject({ status: 0 });
    expect(onRemote(repo, 'refs/heads/my-change')).toBe(head);
    expect(onRemote(repo, 'refs/tags/v3')).toBe(repo.git('rev-parse', 'refs/tags/v1'));
    repo.git('switch', '-qc', 'another');
    repo.git('remote', 'rename', 'origin', 'team');
    repo.git('remote', 'add', 'backup', repo.remote);
    expect(pushed(repo).stderr).toMatch(
      /REMOTE_UNKNOWN[\s\S]*remotes are[\s\S]*follows none[\s\S]*flow push (?:team|backup)/,
    );
    for (const name of ['team', 'backup']) repo.git('remote', 'remove', name);
    expect(pushed(repo).stderr).toMatch(/REMOTE_UNKNOWN[\s\S]*has no remote[\s\S]*git remote add origin/);
  });

  test.skipIf(!HAS_SCRIPT)(
    '33.3f what takes something away is shown to a person at their terminal: a yes does it, a no changes nothing',
    async () => {
      const repo = changed();
      proven(repo);
      expect(pushed(repo, 'origin', 'HEAD', 'HEAD:old').status).toBe(0);
      const first = repo.git('rev-parse', 'HEAD');
      repo.git('commit', '-q', '--amend', '-m', 'amended');
      const head = repo.git('rev-parse', 'HEAD');
      expect(pushed(repo)).toMatchObject({ status: 1, stderr: expect.stringContaining('PUSH_DIVERGED') });
      const at = (answer: string | undefined, ...words: string[]) =>
        atTerminal(repo, ['push', ...words], { program: FLOW, ...(answer && { answer: () => answer }) });
      const no = await at('no', '--force', 'origin', 'HEAD');
      expect(no, no.text).toMatchObject({ status: 1, text: expect.stringContaining('DECLINED') });
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe(first);
      const yes = await at(undefined, '--force', 'origin', 'HEAD');
      expect(yes, yes.text).toMatchObject({ status: 0 });
      expect(yes.text).toContain(
        `Set refs/heads/feature/login to ${head.slice(0, 10)} on origin, which is ${first.slice(0, 10)} there.`,
      );
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe(head);
      expect((await at('no', 'origin', ':old')).text).toContain('DECLINED');
      expect(onRemote(repo, 'refs/heads/old')).toBe(first);
      const gone = await at(undefined, '--delete', 'origin', 'old');
      expect(gone, gone.text).toMatchObject({ status: 0 });
      expect(gone.text).toContain(`Delete refs/heads/old on origin, which is ${first.slice(0, 10)} there.`);
      expect(repo.git('ls-remote', repo.remote, 'refs/heads/old')).toBe('');
    },
  );

  test('33.3f hooks of the project run as for a push that is typed, ahead of all that is sent; one that refuses is named', () => {
    const repo = changed(({ path: at }) => program(at('.git/hooks/pre-push'), HOOK));
    expect(pushed(repo).stderr).toContain('PUSH_UNTESTED');
    expect(existsSync(repo.path('hooked'))).toBe(false);
    proven(repo);
    const head = repo.git('rev-parse', 'HEAD');
    const first = repo.git('rev-parse', 'HEAD~1');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD~1:refs/heads/feature/login');
    repo.write('refuse', '');
    repo.git('tag', 'v1');
    const refused = pushed(repo, 'origin', 'HEAD', 'v1');
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/PUSH_HOOK[\s\S]*looked[\s\S]*flow push/),
    });
    expect(onRemote(repo, 'refs/heads/feature/login')).toBe(first);
    const told = [
      `origin ${repo.remote}`,
      `refs/heads/feature/login ${head} refs/heads/feature/login ${first}`,
      `refs/tags/v1 ${head} refs/tags/v1 ${'0'.repeat(40)}`,
    ];
    expect(repo.read('hooked').trimEnd().split('\n')).toEqual(told);
    repo.git('clean', '-qf', 'refuse');
    const done = pushed(repo, 'origin', 'HEAD', 'v1');
    expect(done, done.stderr).toMatchObject({ status: 0, stdout: expect.stringContaining('looked') });
    expect(repo.read('hooked').trimEnd().split('\n')).toEqual([...told, ...told]);
    expect(onRemote(repo, 'refs/heads/feature/login')).toBe(head);
  });

  test.skipIf(!HAS_NAMED_HOOKS)(
    "33.3f a hook that git's settings name runs as well (git 2.54), and one that is off does not",
    () => {
      const repo = changed();
      program(path.join(repo.area, 'look'), HOOK);
      repo.git('config', 'hook.look.event', 'pre-push');
      repo.git('config', 'hook.look.command', path.join(repo.area, 'look'));
      proven(repo);
      repo.write('refuse', '');
      expect(pushed(repo)).toMatchObject({ status: 1, stderr: expect.stringMatching(/PUSH_HOOK[\s\S]*looked/) });
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe('');
      expect(repo.read('hooked')).toContain(`refs/heads/feature/login ${repo.git('rev-parse', 'HEAD')} `);
      repo.git('config', 'hook.look.enabled', 'false');
      expect(pushed(repo)).toMatchObject({ status: 0, stdout: expect.not.stringContaining('looked') });
    },
  );

  test.skipIf(!HAS_LFS)('33.3f what Git LFS holds is sent before the commit that names it', () => {
    const repo = changed((made) => {
      made.git('lfs', 'install', '--local');
      made.git('lfs', 'track', '*.bin');
    });
    repo.write('a.bin', 'large\n');
    repo.commit('a large file');
    proven(repo);
    const done = pushed(repo);
    expect(done, done.stderr).toMatchObject({ status: 0 });
    const [, id] = /oid sha256:(\w+)/.exec(repo.git('show', 'HEAD:a.bin'))!;
    expect(existsSync(path.join(repo.remote, 'lfs/objects', id!.slice(0, 2), id!.slice(2, 4), id!))).toBe(true);
  });

  test('33.3f only names of accepted remotes and refs of this branch are taken, and a person alone takes something away', () => {
    const repo = changed();
    proven(repo);
    repo.git('branch', 'other', 'HEAD~1');
    repo.git('tag', 'elsewhere', repo.git('commit-tree', '-m', 'x', 'HEAD^{tree}'));
    const before = repo.git('ls-remote', repo.remote);
    const refused: [words: string[], code: string][] = [
      [['https://example.test/x.git'], 'REMOTE_UNKNOWN'],
      [['../origin.git'], 'REMOTE_UNKNOWN'],
      [[repo.remote], 'REMOTE_UNKNOWN'],
      [['ext::sh -c "touch ran"'], 'REMOTE_UNKNOWN'],
      [['upstream'], 'REMOTE_UNKNOWN'],
      [['origin', 'other'], 'REF_NOT_OF_BRANCH.*git switch other'],
      [['origin', 'HEAD~1:x'], 'REF_NOT_OF_BRANCH'],
      [['origin', 'refs/heads/*:refs/heads/*'], 'REF_NOT_OF_BRANCH'],
      [['origin', 'HEAD:refs/flow/lease/a'], 'REF_NOT_OF_BRANCH'],
      [['origin', 'HEAD:refs/heads/a..b'], 'REF_NOT_OF_BRANCH'],
      [['origin', 'refs/tags/elsewhere'], 'REF_NOT_OF_BRANCH'],
      [['origin', 'refs/tags/none'], 'REF_NOT_OF_BRANCH.*no such tag'],
      [['origin', 'elsewhere'], 'REF_NOT_OF_BRANCH.*the tag is not on this branch'],
      [['origin', 'none'], 'REF_NOT_OF_BRANCH.*only feature/login, and tags on it'],
      [['--receive-pack=touch ran', 'origin'], 'USAGE'],
      [['--exec=touch ran', 'origin'], 'USAGE'],
      [['-c', 'core.sshCommand=x', 'origin'], 'USAGE'],
      [['--no-verify', 'origin'], 'USAGE'],
      [['--mirror', 'origin'], 'USAGE'],
      [['--force', 'origin'], 'AGENT_|NO_TERMINAL'],
      [['origin', '+HEAD'], 'AGENT_|NO_TERMINAL'],
      [['origin', ':main'], 'AGENT_|NO_TERMINAL'],
      [['--delete', 'origin', 'main'], 'AGENT_|NO_TERMINAL'],
    ];
    for (const [words, code] of refused) {
      const run = pushed(repo, ...words);
      expect(run.status, words.join(' ')).not.toBe(0);
      expect(run.stderr, words.join(' ')).toMatch(new RegExp(code, 's'));
    }
    expect(repo.git('ls-remote', repo.remote)).toBe(before);
    expect(existsSync(repo.path('ran'))).toBe(false);
  });

  test.skipIf(!HAS_SCRIPT)(
    '33.3f a remote that lies elsewhere since is named with both ways on, each to its end; settings decide nothing',
    async () => {
      const repo = changed();
      proven(repo);
      const head = repo.git('rev-parse', 'HEAD');
      repo.git('clone', '-q', '--bare', repo.remote, `${repo.area}/elsewhere.git`);
      const own = repo.git('remote', 'get-url', 'origin');
      const elsewhere = path.join(repo.area, 'elsewhere.git');
      const back = (line: string) => spawnSync('sh', ['-c', line], { cwd: repo.root, env: repo.environment }).status;
      for (const set of [
        ['remote', 'set-url', 'origin', elsewhere],
        ['config', `url.${elsewhere}.insteadOf`, own],
        ['config', 'remote.origin.pushurl', elsewhere],
      ]) {
        repo.git(...set);
        const run = pushed(repo);
        expect(run, set.join(' ')).toMatchObject({ status: 1, stderr: expect.stringContaining('REMOTE_CHANGED') });
        const [, remedy] =
          /REMOTE_CHANGED[\s\S]*?(git config .*?)(?:, as it was| \(what moves it\)).* npx flow-hooks apply/.exec(
            run.stderr,
          )!;
        expect(back(remedy!), remedy).toBe(0);
        if (set[1]!.startsWith('url.')) repo.git('config', '--unset', set[1]!);
        expect(pushed(repo, 'origin', 'main').stderr).toContain('REF_NOT_OF_BRANCH');
      }
      // A person accepts another address to push to, and one more: what is fetched from stays.
      repo.git('config', '--add', 'remote.origin.pushurl', elsewhere);
      repo.git('config', '--add', 'remote.origin.pushurl', repo.remote);
      const applied = await atTerminal(repo, ['apply']);
      expect(applied, applied.text).toMatchObject({
        status: 0,
        text: expect.stringContaining(`pushed to ${elsewhere} and ${repo.remote}`),
      });
      expect(flow(repo, ['fetch', 'origin', 'main']).status).toBe(0);
      const both = pushed(repo, 'origin', 'HEAD:both');
      expect(both, both.stderr).toMatchObject({ status: 0 });
      for (const place of [elsewhere, repo.remote])
        expect(repo.git('ls-remote', place, 'refs/heads/both')).toContain(head);
      // One of two that refuses a ref: what each has is said, and nothing is taken back.
      const short = head.slice(0, 10);
      const refuses = (place: string, ref: string) =>
        program(path.join(place, 'hooks/update'), `#!/bin/sh\n[ "$1" != refs/heads/${ref} ]\n`);
      refuses(repo.remote, 'later');
      const later = pushed(repo, 'origin', 'HEAD:later', 'HEAD:beside').stderr;
      expect(later).toContain(
        `It is pushed in part, and what is there stays:\n  ${elsewhere} has received: refs/heads/later ${short}, refs/heads/beside ${short}\n  ${repo.remote} has received: refs/heads/beside ${short}\n  ${repo.remote} has refused: refs/heads/later ${short}`,
      );
      refuses(elsewhere, 'early');
      const early = pushed(repo, 'origin', 'HEAD:early').stderr;
      expect(early).toContain(
        `\n  ${elsewhere} has refused: refs/heads/early ${short}\n  ${repo.remote} was not tried: refs/heads/early ${short}`,
      );
      expect(repo.git('ls-remote', elsewhere, 'refs/heads/later')).toContain(head);
      for (const place of [elsewhere, repo.remote]) expect(repo.git('ls-remote', place, 'refs/heads/early')).toBe('');
      repo.git('config', '--unset-all', 'remote.origin.pushurl');
      const away = pushed(repo).stderr;
      expect(away).toMatch(
        /REMOTE_CHANGED[\s\S]*--replace-all remote.origin.pushurl [\s\S]* --add remote.origin.pushurl /,
      );
      expect((await atTerminal(repo, ['apply'])).status).toBe(0);
      repo.git('config', 'remote.origin.receivepack', 'touch ran; git-receive-pack');
      repo.git('config', 'core.fsmonitor', 'touch ran; false');
      repo.git('config', 'core.hooksPath', 'theirs');
      program(repo.path('theirs/reference-transaction'), '#!/bin/sh\ntouch ran\n');
      const run = pushed(repo, 'origin', 'HEAD');
      expect(run, run.stderr).toMatchObject({ status: 0 });
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe(head);
      expect(existsSync(repo.path('ran'))).toBe(false);
      expect(repo.git('ls-remote', elsewhere)).not.toContain('feature/login');
    },
  );

  /** Runs `.git/forge` behind the judgement and ahead of what is sent, as hooks of a project are. */
  const forging = (made: TempRepo) => {
    program(made.path('.git/hooks/pre-push'), '#!/bin/sh\ntest ! -e .git/forge || sh .git/forge\n');
    made.write('test.sh', 'test ! -e lib/deep/broken\n');
    made.write('lib/deep/a.txt', 'a\n');
  };

  /** Commits what breaks the tests, and has git give what was tested in its place; returns the line that takes it back. */
  const broken = (repo: TempRepo, how: keyof typeof FORGED_BY, name: string): string => {
    const tested = repo.git('rev-parse', name.includes(':') || name.includes('^') ? name : 'HEAD^{tree}');
    repo.write('lib/deep/broken', '');
    repo.commit('broken');
    const given = name === 'HEAD' ? repo.git('commit-tree', tested, '-p', 'HEAD~1', '-m', 'broken') : tested;
    return `${FORGED_BY[how](repo, repo.git('rev-parse', name), given)}\n`;
  };

  test('33.3f without a seal git itself holds a commit and its topmost folder against their ids, and no folder below it', () => {
    const repo = changed(forging);
    proven(repo);
    const head = repo.git('rev-parse', 'HEAD');
    for (const [how, name, isSent] of [
      ['the index of a pack', 'HEAD', false],
      ['a file in its place', 'HEAD^{tree}', false],
      ['a file in its place', 'HEAD:lib', true],
    ] as const) {
      repo.write('.git/forge', broken(repo, how, name));
      const done = pushed(repo, 'origin', 'HEAD:x');
      expect(onRemote(repo, 'refs/heads/x'), `${name}: ${done.stderr}`).toBe(
        isSent ? repo.git('rev-parse', 'HEAD') : '',
      );
      spawnSync('sh', ['-c', repo.read('.git/forge')], { cwd: repo.root });
      rmSync(repo.path('.git/forge'));
      repo.git('reset', '-q', '--hard', head);
    }
  });

  test.skipIf(!CAN_SEAL)(
    '33.3f in a sealed project what arrives is what was judged, whatever git gives under its ids ahead of it, meanwhile and behind it',
    () => {
      const repo = changed(forging, '--seal', 'prefix');
      proven(repo);
      const head = repo.git('rev-parse', 'HEAD');
      const inState = () => readdirSync(path.join(repo.home, '.local/state/flow/repositories'), { recursive: true });
      for (const [how, name, isLasting] of [
        ['the index of a pack', 'HEAD', false],
        ['a file in its place', 'HEAD^{tree}', false],
        ['a file in its place', 'HEAD:lib', false],
        ['the index of a pack', 'HEAD:lib/deep', false],
        ['a file in its place', 'HEAD:lib/deep', true],
      ] as const) {
        const back = broken(repo, how, name);
        if (!isLasting) repo.write('.git/forge', back);
        const done = pushed(repo, 'origin', 'HEAD:x');
        expect(done, `${how} ${name}`).toMatchObject({ status: 1 });
        expect(onRemote(repo, 'refs/heads/x'), `${how} ${name}`).toBe('');
        if (existsSync(repo.path('.git/forge'))) rmSync(repo.path('.git/forge'));
        spawnSync('sh', ['-c', back], { cwd: repo.root });
        repo.git('reset', '-q', '--hard', head);
      }
      // What was judged is sent, where git has something else under its ids by then.
      const files = repo.git('ls-tree', '-r', 'HEAD');
      const given = repo.git('rev-parse', 'HEAD~1^{tree}');
      const object = (id: string) => repo.path('.git/objects', id.slice(0, 2), id.slice(2));
      const lib = repo.git('rev-parse', 'HEAD:lib');
      repo.write(
        '.git/forge',
        `chmod u+w '${object(lib)}'; cp '${object(given)}' '${object(lib)}'; touch .git/forged\n`,
      );
      const done = pushed(repo, 'origin', 'HEAD:x');
      expect(done, done.stderr).toMatchObject({ status: 0 });
      expect(existsSync(repo.path('.git/forged'))).toBe(true);
      expect(repo.git(`--git-dir=${repo.remote}`, 'ls-tree', '-r', 'refs/heads/x')).toBe(files);
      expect(onRemote(repo, 'refs/heads/x')).toBe(head);
      expect(inState().some((file) => `${file}`.endsWith('/objects'))).toBe(true);
      expect(cli(repo, ['uninstall']).status).toBe(0);
      expect(inState().some((file) => `${file}`.endsWith('/objects'))).toBe(false);
    },
  );

  test.skipIf(!CAN_SEAL)(
    '33.3f in a sealed project a broken object is named, with git fsck, and its way on leads to the push',
    () => {
      const repo = changed(undefined, '--seal', 'prefix');
      proven(repo);
      const id = repo.git('rev-parse', 'HEAD:cart.txt');
      const object = repo.path('.git/objects', id.slice(0, 2), id.slice(2));
      chmodSync(object, 0o644);
      writeFileSync(object, 'broken');
      const refused = pushed(repo, 'origin', 'HEAD:x');
      expect(refused).toMatchObject({ status: 1 });
      expect(refused.stderr).toContain(`left out here: ${id}`);
      expect(refused.stderr).toContain('`git fsck` names it');
      const fsck = spawnSync('git', ['fsck'], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
      expect(fsck.stderr).toContain(id.slice(2));
      rmSync(object);
      repo.git('hash-object', '-w', 'cart.txt');
      expect(pushed(repo, 'origin', 'HEAD:x')).toMatchObject({ status: 0 });
    },
  );

  test('33.3f the commit that was judged is pushed, also where the branch moves between', () => {
    const repo = changed();
    proven(repo);
    const head = repo.git('rev-parse', 'HEAD');
    const real = (process.env.PATH ?? '')
      .split(':')
      .map((folder) => path.join(folder, 'git'))
      .find(existsSync)!;
    const moved = path.join(repo.area, 'moved');
    // The branch names another commit from the moment in which git is started for the push.
    program(
      path.join(repo.area, 'racing/git'),
      `#!/bin/sh
case " $* " in *" push "*) '${real}' -C '${repo.root}' update-ref refs/heads/feature/login HEAD~1 && touch '${moved}';; esac
exec '${real}' "$@"
`,
    );
    const PATH = `${repo.area}/racing:${repo.environment.PATH}`;
    const run = flow(repo, ['push', 'origin', 'HEAD'], { environment: { PATH }, process: true });
    expect(run, run.stderr).toMatchObject({ status: 0 });
    expect(existsSync(moved)).toBe(true);
    expect(repo.git('rev-parse', 'HEAD')).not.toBe(head);
    expect(onRemote(repo, 'refs/heads/feature/login')).toBe(head);
  });

  test('33.3f what is there and not here is fetched, and then pushed past', () => {
    const repo = changed();
    proven(repo);
    expect(pushed(repo).status).toBe(0);
    repo.git('clone', '-q', '-b', 'feature/login', repo.remote, `${repo.area}/other`);
    writeFileSync(`${repo.area}/other/more.txt`, 'more\n');
    repo.git('-C', '../other', 'add', '-A');
    repo.git('-C', '../other', 'commit', '-qm', 'theirs');
    repo.git('-C', '../other', 'push', '-q', 'origin', 'HEAD');
    repo.write('cart.txt', '3\n');
    repo.commit('ours');
    proven(repo);
    expect(pushed(repo)).toMatchObject({ status: 1, stderr: expect.stringContaining('PUSH_DIVERGED') });
    const there = onRemote(repo, 'refs/heads/feature/login');
    const told = json(repo, ['fetch', 'origin', 'feature/login']);
    expect(told.data).toMatchObject({ remote: 'origin', changed: [{ branch: 'feature/login', id: there }] });
    expect(repo.git('rev-parse', 'origin/feature/login')).toBe(there);
    expect(flow(repo, ['fetch']).stdout).toContain('Nothing is new');
    repo.git('rebase', '-q', 'origin/feature/login');
    proven(repo);
    expect(pushed(repo)).toMatchObject({ status: 0 });
    expect(flow(repo, ['fetch', 'origin', 'none']).status).not.toBe(0);
    expect(flow(repo, ['fetch', 'ext::sh']).stderr).toContain('REMOTE_UNKNOWN');
  });

  test.skipIf(!CAN_SEAL)(
    '33.3f from a sealed session: with the login of the installation, and never to a folder',
    async () => {
      const made = changed();
      // A person accepts the remotes as they are when they install: in this state folder none has been accepted yet.
      const XDG_STATE_HOME = path.join(made.area, 'state');
      const repo: TempRepo = { ...made, environment: { ...made.environment, XDG_STATE_HOME } };
      const address = await serveRemote(repo, 'ann:secret');
      const store = path.join(repo.area, 'logins');
      writeFileSync(store, `${address.replace('//', '//ann:secret@').replace(/\/[^/]*$/, '')}\n`);
      repo.git('config', '--global', 'credential.helper', `store --file=${store}`);
      repo.git('remote', 'set-url', 'origin', address);
      repo.git('remote', 'add', 'folder', repo.remote);
      const installed = cli(repo, ['install', '--seal', 'prefix']);
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
      const { env } = JSON.parse(readFileSync(repo.path('.claude/settings.local.json'), 'utf8')) as {
        env: Record<string, string>;
      };
      const it = start(repo, { environment: env });
      const its = (words: string, before = '') => it.bash(`${before}node '${FLOW}' ${words}`);
      const untested = its('push origin HEAD');
      expect(untested).toMatchObject({ exit: 1, output: expect.stringContaining('PUSH_UNTESTED') });
      expect(it.bash('sh test.sh').exit).toBe(0);
      // What is set inside starts nothing, and asks nobody.
      it.bash("git config credential.helper '!touch ran; false'; git config http.proxy http://127.0.0.1:1");
      const steered = its('push -u origin HEAD');
      expect(steered.refused ?? steered.output).toContain('GIT_STEERED');
      expect(existsSync(repo.path('ran'))).toBe(false);
      expect(it.bash('git config --unset credential.helper && git config --unset http.proxy').exit).toBe(0);
      const done = its('push -u origin HEAD');
      expect(done, done.refused ?? done.output).toMatchObject({ exit: 0 });
      expect(existsSync(repo.path('ran'))).toBe(false);
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe(repo.git('rev-parse', 'HEAD'));
      expect(its('fetch origin main')).toMatchObject({ exit: 0 });
      expect(its('push folder HEAD')).toMatchObject({
        exit: 1,
        output: expect.stringContaining('REMOTE_LOCAL'),
      });
      expect(its('push --force origin HEAD')).toMatchObject({
        exit: 1,
        output: expect.stringContaining('AGENT_'),
      });
      expect(its('push origin HEAD', "GIT_SSH_COMMAND='touch ran' ")).toMatchObject({
        exit: 3,
        output: expect.stringContaining('Type it alone'),
      });
    },
  );

  test.skipIf(!CAN_SEAL || !CAN_SIGN || !HAS_SCRIPT)(
    '33.7 D55 an approval that holds once, and what a person let through, are used up outside: no sealed push goes by them',
    async () => {
      const made = repository({ files: { ...FILES, [SPEC]: 'a spec\n', '.gitignore': 'hooked\n' } });
      // A hook that was there before ours calls it no less: the push has been judged by then, and its approval used up.
      program(made.path('.git/hooks/pre-push'), `${HOOK}echo x > .git/flow/x || echo closed >> hooked\n`);
      const XDG_STATE_HOME = path.join(made.area, 'state');
      const repo: TempRepo = { ...made, environment: { ...made.environment, XDG_STATE_HOME } };
      const { line } = newKey(repo, 'anne');
      const gates = `approvals:\n  signers: ['${line}']\n  gates:\n    spec: { push: block, once: true }\n`;
      repo.write('flow.config.yaml', `${FILES['flow.config.yaml']}${gates}`);
      const address = await serveRemote(repo, 'ann:secret');
      const store = path.join(repo.area, 'logins');
      writeFileSync(store, `${address.replace('//', '//ann:secret@').replace(/\/[^/]*$/, '')}\n`);
      repo.git('config', '--global', 'credential.helper', `store --file=${store}`);
      repo.git('remote', 'set-url', 'origin', address);
      const installed = cli(repo, ['install', '--seal', 'prefix']);
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
      repo.commit('Guard rails');
      repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
      repo.git('fetch', '-q');
      repo.write('cart.txt', '2\n');
      repo.commit('work');
      const { env } = JSON.parse(repo.read('.claude/settings.local.json')) as { env: Record<string, string> };
      const it = start(repo, { environment: env });
      expect(it.bash('sh test.sh').exit).toBe(0);
      const approved = cli(repo, ['approve', 'spec', '--sign']);
      expect(approved, approved.stderr).toMatchObject({ status: 0 });
      // Nothing inside can note the use, so nothing inside is let through by it, and the way outside is named.
      for (const ref of ['HEAD', 'HEAD:refs/heads/again']) {
        const { exit, output, refused } = it.bash(`git push -q origin ${ref}`);
        expect({ exit, refused }, output).toEqual({ exit: 1, refused: null });
        expect(output).toMatch(/PUSH_UNAPPROVED.*one push.*`flow push`, typed alone/s);
      }
      const push = `node '${FLOW}' push origin HEAD`;
      const pushed = it.bash(push);
      expect(pushed, pushed.refused ?? pushed.output).toMatchObject({ exit: 0 });
      expect(repo.read('hooked')).toMatch(/^origin http[\s\S]*closed\n$/);
      expect(onRemote(repo, 'refs/heads/feature/login')).toBe(repo.git('rev-parse', 'HEAD'));
      expect(it.bash('git push -q origin HEAD:refs/heads/again').refused).toContain('used up');

      // The same for a refusal that a person lifted.
      const refused = it.bash('git push -q origin HEAD:refs/heads/again').refused!;
      const [, code] = /flow-hooks allow ([A-Z0-9]+)/.exec(refused)!;
      expect(
        await atTerminal(repo, ['allow', code!], { replies: [['kept in the journal): ', 'asked in person']] }),
      ).toMatchObject({ status: 0 });
      const again = it.bash('git push -q origin HEAD:refs/heads/again');
      expect(again, again.refused ?? '').toMatchObject({ exit: 1, refused: null });
      expect(again.output).toMatch(/a sealed shell cannot note.*`flow push`, typed alone/s);
      const outside = it.bash(`node '${FLOW}' push origin HEAD:again`);
      expect(outside, outside.refused ?? outside.output).toMatchObject({ exit: 0 });
      expect(onRemote(repo, 'refs/heads/again')).toBe(repo.git('rev-parse', 'HEAD'));
      expect(it.bash(`node '${FLOW}' push origin HEAD:third`)).toMatchObject({ exit: 1 });
    },
  );
});
