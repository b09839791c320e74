import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { CLI, cli, project, QUICK, repository, start } from './kit.js';

const NODE = {
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'rate.js': 'exports.rate = 1;\n',
  'total.js': "const { rate } = require('./rate.js');\nexports.total = (a, b) => (a + b) * rate;\n",
  'total.test.js':
    "const { total } = require('./total.js');\nrequire('node:test')('adds', () => require('node:assert').equal(total(1, 2), 3));\n",
};
const OTHER = "const { rate } = require('./rate.js');\nexports.total = (a, b) => (b + a) * rate;\n";
const BAD = "const { rate } = require('./rate.js');\nexports.total = (a, b) => (a - b) * rate;\n";

const push = (it: ReturnType<typeof start>) => it.bash('git push -q origin HEAD').refused;

describe('what git is told by variables', () => {
  const away = (repo: TempRepo, name: string) => `${repo.area}/${name}`;
  /** What each would change if it were believed. */
  const VARIABLES: [name: string, set: (repo: TempRepo) => Record<string, string>][] = [
    ['GIT_INDEX_FILE', (repo) => ({ GIT_INDEX_FILE: away(repo, 'index') })],
    ['GIT_NAMESPACE', () => ({ GIT_NAMESPACE: 'away' })],
    ['GIT_CEILING_DIRECTORIES', (repo) => ({ GIT_CEILING_DIRECTORIES: repo.area })],
    ['GIT_REPLACE_REF_BASE', () => ({ GIT_REPLACE_REF_BASE: 'refs/others/' })],
    ['GIT_SHALLOW_FILE', (repo) => ({ GIT_SHALLOW_FILE: away(repo, 'shallow') })],
    ['GIT_GRAFT_FILE', (repo) => ({ GIT_GRAFT_FILE: away(repo, 'grafts') })],
  ];

  test.runIf(QUICK.available)("E8: git's own hook judges the same content and the same evidence under each", () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    writeFileSync(away(repo, 'shallow'), '');
    writeFileSync(away(repo, 'grafts'), '');
    const under = (variables: Record<string, string>, words: string) => {
      const environment = { ...repo.environment, ...variables };
      const { status, stderr } = spawnSync('bash', ['-c', words], {
        cwd: repo.root,
        env: environment,
        encoding: 'utf8',
      });
      return { status, stderr };
    };
    repo.write(...QUICK.fixed);
    repo.commit('untested');
    const variables = VARIABLES.map(([name, set]) => [name, set(repo)] as const);
    for (const [name, set] of variables)
      expect(under(set, 'git push -q origin HEAD'), name).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('PUSH_UNTESTED'),
      });
    it.bash(QUICK.test);
    for (const [name, set] of variables)
      expect(under(set, `git push -q origin HEAD:refs/heads/${name.toLowerCase()}`), name).toMatchObject({ status: 0 });
  });

  test("E8: objects that only a variable shows are none that git's own hook can judge: the push is refused", () => {
    const repo = repository({ files: NODE });
    expect(cli(repo, ['install']).status).toBe(0);
    mkdirSync(away(repo, 'objects'));
    repo.write('total.js', BAD);
    const objects = 'export GIT_OBJECT_DIRECTORY=$PWD/../objects GIT_ALTERNATE_OBJECT_DIRECTORIES=$PWD/.git/objects';
    const run = spawnSync('bash', ['-c', `${objects}; git commit -qam red; git push -q origin HEAD`], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('PUSH_UNREADABLE') });
  });

  test('E8: a client and exec under all of them record the content of the disk', () => {
    const repo = repository({ files: NODE });
    const it = start(repo, { environment: Object.assign({}, ...VARIABLES.map(([, set]) => set(repo))) });
    repo.write('total.js', BAD);
    expect(it.bash(`node ${CLI} exec -- node --test`).exit).toBe(1);
    repo.git('commit', '-qam', 'red');
    expect(push(it)).toContain('PUSH_RED');
    repo.write('total.js', OTHER);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    repo.git('commit', '-qam', 'green');
    expect(push(it)).toBeNull();
  });
});

describe('what changes between the run and the push', () => {
  test('E8 R81 commits that are amended or squashed are judged by their content: other than was tested is refused, the same passes', () => {
    const repo = repository({ files: NODE });
    const it = start(repo);
    repo.write('total.js', OTHER);
    it.bash('node --test');
    it.bash('git commit -qam work');
    repo.write('total.js', BAD);
    it.bash('git commit -qa --amend --no-edit');
    expect(push(it)).toContain('PUSH_STALE');
    repo.write('total.js', OTHER);
    it.bash('git commit -qa --amend -m "the same, other words"');
    expect(push(it)).toBeNull();
    repo.write('notes.txt', 'more\n');
    it.bash('git add notes.txt && git commit -qm more && node --test');
    it.bash('git reset -q --soft HEAD~2 && git commit -qm "one for both"');
    expect(push(it)).toBeNull();
  });

  test('E8: a base that moved under the work is other content once it is rebased onto', () => {
    const repo = repository({ files: NODE });
    const it = start(repo);
    repo.write('other.js', '1;\n');
    repo.git('add', 'other.js');
    it.bash('node --test');
    it.bash('git commit -qm work');
    repo.git('checkout', '-q', 'main');
    repo.write('rate.js', 'exports.rate = 2;\n');
    repo.git('commit', '-qam', 'the base breaks it');
    repo.git('push', '-q', 'origin', 'main');
    repo.git('checkout', '-q', 'feature/login');
    it.bash('git fetch -q && git rebase -q origin/main');
    expect(push(it)).toMatch(/PUSH_STALE.*rate\.js/s);
    it.bash('git reset -q --hard ORIG_HEAD');
    expect(push(it)).toBeNull();
  });
});

describe('languages and time zones', () => {
  test.each([
    { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LANGUAGE: 'de' },
    { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    { LC_ALL: 'C', LANG: 'C', TZ: 'Pacific/Kiritimati' },
  ])('E8: runs and refusals are read alike under %j', (environment) => {
    const repo = repository({ files: NODE });
    const it = start(repo, { environment });
    repo.write('total.js', BAD);
    it.bash('node --test');
    repo.git('commit', '-qam', 'red');
    expect(push(it)).toMatch(/PUSH_RED.*\d+ (?:s|min) ago/s);
    repo.write('total.js', OTHER);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    repo.git('commit', '-qam', 'green');
    expect(push(it)).toBeNull();
  });

  test('E8: a zone or a language that the command sets for its tests is the test’s own affair, and counts', () => {
    const repo = repository({ files: NODE });
    const it = start(repo);
    repo.write('total.js', OTHER);
    expect(it.bash('TZ=UTC LC_ALL=C node --test')).toMatchObject({ exit: 0, told: [] });
    repo.git('commit', '-qam', 'green');
    expect(push(it)).toBeNull();
  });
});

describe('what runs later, elsewhere, or as somebody else', () => {
  const LATER = [
    "echo 'git push -q origin HEAD' | at now",
    'at -f job.sh now',
    "echo 'git push --no-verify origin HEAD' | batch",
    "(crontab -l; echo '* * * * * cd /x && git push --no-verify') | crontab -",
    'systemd-run --user --on-active=5 git push --no-verify origin HEAD',
    'nohup setsid git push --no-verify origin HEAD &',
    'screen -dmS w git push --no-verify',
    "screen -S p -X stuff 'git push\\n'",
    "tmux new-session -d 'git push --no-verify'",
    "ssh localhost 'cd repo && git push'",
    "printf 'git push --no-verify' | ssh 127.0.0.1 sh",
  ];
  const PERSONS = [
    'ssh localhost npx flow-hooks allow ABCD',
    "echo 'npx flow-hooks allow ABCD' | at now",
    'setsid -f npx flow-hooks approve shape',
    "screen -S p -X stuff 'npx flow-hooks approve shape\\n'",
    "screen -dm bash -c 'npx flow-hooks approve shape'",
    "tmux send-keys 'npx flow-hooks allow ABCD' Enter",
    'systemd-run --user --pty npx flow-hooks approve shape',
  ];
  const HONEST = [
    "echo 'npm test' | at now",
    'crontab -l',
    "screen -S p -X stuff 'npm start\\n'",
    'tmux new-session -d "npm run dev"',
    'ssh localhost uptime',
    'systemd-run --user npm run build',
  ];

  test('E8: a push or an approval that another program starts later is refused when it is handed over', () => {
    const repo = repository({ files: NODE });
    repo.write('job.sh', 'git push --no-verify\n');
    repo.write('total.js', BAD);
    repo.commit('untested');
    const it = start(repo);
    const answer = (command: string) => it.tool('Bash', { command, description: 'later' }).refused;
    for (const command of LATER) expect(answer(command), command).toMatch(/PUSH_|GUARD_DISARM/);
    for (const command of PERSONS) expect(answer(command), command).toContain('PERSON_ONLY');
    for (const command of HONEST) expect(answer(command), command).toBeNull();
  });
});

test('E6: lines cut off the journal are told by their number, evidence is void, and the next run counts', () => {
  const repo = repository({ files: NODE });
  const it = start(repo);
  repo.write('total.js', OTHER);
  for (let times = 0; times < 4; times += 1) it.bash('node --test');
  repo.commit('work');
  const lines = repo.read('.git/flow/journal.jsonl').trimEnd().split('\n');
  const left = lines.slice(0, -3);
  repo.write('.git/flow/journal.jsonl', left.map((line) => `${line}\n`).join(''));
  expect(cli(repo, ['doctor']).stdout).toContain(
    `journal.jsonl, line ${left.length + 1}: rolled-back, Entries ${left.length + 1} to ${lines.length} existed and are gone`,
  );
  // The change is noticed behind the next call, whatever it is.
  it.bash('git log -1');
  expect(push(it)).toContain('EVIDENCE_VOID');
  expect(it.bash('node --test').exit).toBe(0);
  expect(push(it)).toBeNull();
});
