import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, has, project, QUICK, repository, STACKS, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

const PY = STACKS.find(({ name }) => name === 'pytest')!;
const PUSH = 'git push -q origin HEAD';

/** The command that a refusal or a remark names. */
const named = (text: string | null | undefined) => /Run `([^`]+)`/.exec(text ?? '')?.[1] ?? '';

describe.skipIf(!PY.available)('U5: a variable in the call that changes what runs', () => {
  const FILES = {
    'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
    '.gitignore': '__pycache__\n.pytest_cache\n',
    'src/total.py': 'def total(a, b):\n    return a + b\n',
    'test_total.py': 'from total import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n',
  };
  const changed = () => {
    const repo = project({ ...PY, files: FILES });
    repo.write('src/total.py', 'def total(a, b):\n    return b + a\n');
    repo.commit('change');
    return { repo, it: start(repo) };
  };

  test('U5: the remedy leaves it out, and says where it belongs; both lead to an allowed push', () => {
    const { repo, it } = changed();
    const run = it.bash('PYTHONPATH=src python3 -m pytest -q');
    expect(run.exit).toBe(0);
    const { refused } = it.bash(PUSH);
    for (const text of [run.told.join(), refused]) {
      expect(text).not.toContain('Run `PYTHONPATH');
      expect(named(text)).toBe('python3 -m pytest -q');
      expect(text).toContain(
        'flow.config.yaml (`suites: [{ root: ., command: "PYTHONPATH=src python3 -m pytest -q" }]`)',
      );
    }
    // The tests need it: what is named is written where it is said to belong.
    expect(it.bash(named(refused)).exit).not.toBe(0);
    const [, line, table] = /write `([^`]+)` under `([^`]+)` in pyproject\.toml/.exec(refused ?? '') ?? [];
    repo.write('pyproject.toml', `${FILES['pyproject.toml']}\n${table}\n${line}\n`);
    repo.commit('where the sources are');
    expect(it.bash(named(refused)).exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('U5: one that the tests do not need is left out, and that is all', () => {
    const repo = project(PY);
    const it = start(repo);
    repo.write(...PY.fixed);
    repo.commit('change');
    it.bash('PYTHONPATH=lib python3 -m pytest -q');
    const { refused } = it.bash(PUSH);
    expect(it.bash(named(refused)).exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});

describe.skipIf(!PY.available)('U5: what the line of `flow-hooks exec` sets is judged as in a plain call', () => {
  const FILES = {
    '.gitignore': 'bin\n__pycache__\n.pytest_cache\n',
    'bin/pytest': "#!/bin/sh\necho .\necho '1 passed in 0.01s'\n",
    'flow.config.yaml': 'suites: [{ root: ml, command: sh check.sh }]\n',
    'ml/check.sh': 'test -z "$ROWS"\n',
  };
  test.each([
    ['PYTHONPATH=lib ', 'python3 -m pytest -q', 'an environment variable in the command changes what runs'],
    ['export PYTEST_ADDOPTS=-x; ', 'python3 -m pytest -q', 'command: "PYTEST_ADDOPTS=-x python3 -m pytest -q"'],
    ['PATH=$PWD/bin:$PATH ', 'pytest -q', 'another program of its name may have replaced it'],
    ['cd ml && ROWS=1 ', 'sh check.sh', 'ROWS, which the command sets, may change what runs'],
    ['cd ml && env ROWS=1 ', 'sh check.sh', 'Run it without setting ROWS'],
  ])('U5: %s', (front, command, why) => {
    const repo = project({ ...PY, files: { ...PY.files, ...FILES } });
    chmodSync(repo.path('bin/pytest'), 0o755);
    const it = start(repo);
    repo.write(front.startsWith('cd ml') ? 'ml/rows.c' : PY.fixed[0], PY.fixed[1]);
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'change');
    const { output } = it.bash(`${front}npx flow-hooks exec -- ${command}`);
    expect(output).toContain(': unknown');
    expect(output).toContain(why);
    const { refused } = it.bash(PUSH);
    expect(refused).toContain('PUSH_UNKNOWN');
    // Without it, the run counts: by the hook, and by `exec` as well.
    const [, enter = '', plain = ''] = /^(cd ml && )?(.+)$/.exec(named(refused)) ?? [];
    expect(it.bash(`${enter}NO_COLOR=1 npx flow-hooks exec -- ${plain}`).output).toContain(': passed');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});

describe('U5: a variable that the project’s own script sets', () => {
  const script = (test: string) => `${JSON.stringify({ scripts: { test } })}\n`;
  const changed = (test: string, files: Record<string, string> = {}) => {
    const repo = repository({
      files: { ...files, 'package.json': script(test), 'cart.test.js': "require('node:test')('adds', () => {});\n" },
    });
    repo.write('cart.js', 'exports.total = 1;\n');
    repo.commit('change');
    return { repo, it: start(repo) };
  };

  test.each([
    'NODE_OPTIONS=--experimental-vm-modules node --test',
    'FORCE_COLOR=0 TZ=UTC node --test',
    'export CI=1 && node --test',
  ])('U5: %s counts', (test) => {
    const { it } = changed(test);
    expect(it.bash('npm test').exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test.skipIf(!HAS_SCRIPT)(
    'U5: one that changes what runs is said to be the script’s; both ways lead to an allowed push',
    async () => {
      const odd = 'NODE_OPTIONS="--import ./setup.mjs" node --test';
      const ways = [
        async (repo: TempRepo) => repo.write('package.json', script('node --test')),
        async (repo: TempRepo) => {
          repo.write('flow.config.yaml', 'suites: [{ root: ., command: "npm test" }]\n');
          expect((await atTerminal(repo, ['apply'])).text).toContain('Applied');
        },
      ];
      for (const way of ways) {
        const { repo, it } = changed(odd, { 'setup.mjs': '' });
        it.bash('npm test');
        const { refused } = it.bash(PUSH);
        expect(refused).toContain("The project's own script sets the variable: take it out there, or a person names");
        expect(refused).toContain('suites: [{ root: ., command: "npm test" }]');
        await way(repo);
        repo.commit('as told');
        expect(it.bash('npm test').exit).toBe(0);
        expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
      }
    },
  );
});

describe('U5: what tests write beside them and git does not ignore', () => {
  const config = 'suites: [{ root: ., command: sh check.sh }]\n';
  /** Each run writes into a folder of its own, deep down, as caches are. */
  const CACHE = 'mkdir -p .zig-cache/o/1 && date +%N > .zig-cache/o/1/x && date +%N > "deep/[out].log"';
  const made = (check: string, ignore = '') => {
    const files = { 'flow.config.yaml': config, 'check.sh': `${check}\ngrep -q right a.c\n`, 'a.c': 'right\n' };
    const repo = repository({ files: { ...files, 'deep/keep.c': '', ...(ignore && { '.gitignore': ignore }) } });
    const it = start(repo);
    const change = (text: string) => {
      repo.write('a.c', text);
      repo.git('commit', '-qam', 'change');
    };
    return { repo, it, change };
  };
  /** The command between the words of a text that says when to run it. */
  const ignoring = (text: string | undefined | null) => /, run `([^`]+)`/.exec(text ?? '')?.[1] ?? '';

  test.each([
    ['', 'that the file ends with a line end'],
    ['*.o', 'that it does not'],
  ])('U5: the highest folder is told with what ignores it, at the run and at the push: %j', (ignore) => {
    const { it, change } = made(CACHE, ignore);
    change('right 2\n');
    const [told = ''] = it.bash('sh check.sh').told;
    expect(told).toContain('If every run writes `.zig-cache/`, `deep/[out].log`, run `printf');
    const { refused } = it.bash(PUSH);
    expect(refused).toMatch(/PUSH_UNCOMMITTED.*written while the tests ran/s);
    expect(refused).not.toContain('git stash');
    expect(ignoring(refused)).toBe(ignoring(told));
    it.bash(`${ignoring(refused)} && git add .gitignore && git commit -qm ignore`);
    expect(it.bash('git status --short -- . :!develop').output).toBe('');
    expect(it.bash(named(refused?.slice(refused.indexOf('Then run')).replace('run', 'Run')))).toMatchObject({
      exit: 0,
      told: [],
    });
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('U5: a red run that writes such files is told to be red, and its remedies lead on', () => {
    const { it, change } = made(CACHE);
    change('wrong\n');
    it.bash('sh check.sh');
    it.bash('rm -r .zig-cache');
    it.bash('sh check.sh');
    const { refused } = it.bash(PUSH);
    expect(refused).toMatch(
      /PUSH_UNCOMMITTED: The newest run of \S+ check\.sh failed .*Fix that, then run `sh check\.sh`/s,
    );
    expect(refused).toMatch(/To stash or remove these files does not help/);
    it.bash(`${ignoring(refused)} && git add .gitignore && git commit -qm ignore`);
    it.bash('sh check.sh');
    expect(it.bash(PUSH).refused).toContain('PUSH_RED');
    change('right again\n');
    it.bash('sh check.sh');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('U5: one that is written once, and a tracked one, which is committed', () => {
    const { it, change } = made(
      'test -e .check.cache || echo 1 > .check.cache; test -s deep/keep.c || echo built > deep/keep.c',
    );
    change('right 2\n');
    it.bash('sh check.sh');
    it.bash('sh check.sh');
    const { refused } = it.bash(PUSH);
    expect(refused).toMatch(/written while the tests ran: deep\/keep\.c, \.check\.cache\./);
    expect(ignoring(refused)).toBe("printf '%s\\n' /.check.cache >> .gitignore");
    it.bash(`${ignoring(refused)} && git add .gitignore deep/keep.c && git commit -qm 'as told'`);
    expect(it.bash('sh check.sh').exit).toBe(0);
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });

  test('U5: one that nobody but the agent wrote is stashed or committed as before', () => {
    const { repo, it, change } = made('true');
    change('right 2\n');
    repo.write('more.c', '1\n');
    it.bash('sh check.sh');
    const { refused } = it.bash(PUSH);
    const [, aside = ''] = /set them aside \(`([^`]+)`\)/.exec(refused ?? '') ?? [];
    expect(aside).toBe('git stash push -u -- more.c');
    expect(it.bash(aside)).toMatchObject({ refused: null, exit: 0 });
    it.bash('sh check.sh');
    expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});

describe('U5: a command is named as it is typed where the reader stands', () => {
  test.each(['src', 'src/deep'])(
    'U5: run from %s with a folder changed before it, and asked for at the root',
    (folder) => {
      const repo = project(QUICK);
      mkdirSync(repo.path('src/deep'), { recursive: true });
      repo.write(...QUICK.fixed);
      repo.commit('change');
      const there = start(repo, { cwd: repo.path(folder) });
      const up = folder === 'src' ? '..' : '../..';
      expect(there.bash(`cd ${up} && ${QUICK.test}`).exit).toBe(0);
      repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
      repo.commit('again');
      const root = start(repo);
      expect(named(root.bash(PUSH).refused)).toBe(QUICK.test);
      expect(named(there.bash(PUSH).refused)).toBe(`cd ${up} && ${QUICK.test}`);
      expect(there.bash(named(there.bash(PUSH).refused)).exit).toBe(0);
      expect(there.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
    },
  );

  test.skipIf(!has('go', 'version'))('U5: run in its own folder, and asked for in another one', () => {
    const go = STACKS.find(({ name }) => name === 'go')!;
    const files = Object.fromEntries(Object.entries(go.files).map(([name, text]) => [`services/a/${name}`, text]));
    const repo = project({ ...go, files });
    repo.write(`services/a/${go.fixed[0]}`, go.fixed[1]);
    repo.commit('change');
    const there = start(repo, { cwd: repo.path('services/a') });
    // Nothing ran yet: the usual command, from where each stands.
    expect(named(there.bash(PUSH).refused)).toBe(go.test);
    expect(named(start(repo).bash(PUSH).refused)).toBe(`cd services/a && ${go.test}`);
    expect(there.bash(named(there.bash(PUSH).refused)).exit).toBe(0);
    repo.write(`services/a/${go.fixed[0]}`, `${go.fixed[1]}\n`);
    repo.commit('again');
    const beside = start(repo, { cwd: repo.path('services') });
    const command = named(beside.bash(PUSH).refused);
    expect(command).toBe(`cd a && ${go.test}`);
    expect(cli(repo, ['status'], { cwd: repo.path('services') }).stdout).toContain(command);
    expect(beside.bash(command).exit).toBe(0);
    expect(beside.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
  });
});

test('U5: evidence that was changed from outside counts anew after one run, or after two where the first is told of it', () => {
  const repo = project(QUICK);
  const it = start(repo);
  repo.write(...QUICK.fixed);
  repo.commit('change');
  it.bash(QUICK.test);
  appendFileSync(repo.path('.git/flow/journal.jsonl'), 'written by hand\n');
  const { refused } = it.bash(PUSH);
  expect(refused).toMatch(/EVIDENCE_VOID.*Run the tests again, and once more where that call is told of the change\./);
  const isTold = it.bash(named(refused)).told.join().includes('The evidence is void: run the tests again.');
  if (isTold) expect(it.bash(named(refused)).told).toEqual([]);
  expect(it.bash(PUSH)).toMatchObject({ refused: null, exit: 0 });
});
