import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { repository, STACKS, start } from './kit.js';

const PYTEST = STACKS.find(({ name }) => name === 'pytest')!;

/** A project whose only test holds where an expression does. */
const NODE = (holds: string) => ({
  'package.json': '{ "name": "cart", "scripts": { "test": "node --test" } }\n',
  'total.js': 'exports.total = (a, b) => a + b;\n',
  'total.test.js': `const fs = require('node:fs');\nrequire('node:test')('holds', () => require('node:assert').ok(${holds}));\n`,
});
const PYTHON = (holds: string) => ({
  'pyproject.toml': '[project]\nname = "cart"\nversion = "0"\n',
  '.gitignore': '__pycache__\n.pytest_cache\n',
  'total.py': 'def total(a, b):\n    return a + b\n',
  'test_total.py': `import os\nfrom pathlib import Path\n\n\ndef test_holds():\n    assert ${holds}\n`,
});

/** What a runner needs, and an expression in its language for each thing that a test can ask of the disk. */
const RUNNERS = [
  {
    name: 'node',
    command: 'node --test',
    available: true,
    files: NODE,
    edit: ['total.js', 'exports.total = (a, b) => b + a;\n'],
    another: {
      'other.test.js':
        "require('node:test')('ready', () => require('node:assert').ok(require('node:fs').existsSync('ready.log')));\n",
    },
    isExecutable: "(fs.statSync('run.sh').mode & 0o100) !== 0",
    isFolder: (name: string) => `fs.existsSync('${name}')`,
    contains: (file: string, text: string) => `fs.readFileSync('${file}', 'latin1').includes(${JSON.stringify(text)})`,
  },
  {
    name: 'pytest',
    command: PYTEST.test,
    available: PYTEST.available,
    files: PYTHON,
    edit: ['total.py', 'def total(a, b):\n    return b + a\n'],
    another: { 'test_other.py': "import os\n\n\ndef test_ready():\n    assert os.path.exists('ready.log')\n" },
    isExecutable: "os.access('run.sh', os.X_OK)",
    isFolder: (name: string) => `os.path.isdir('${name}')`,
    contains: (file: string, text: string) =>
      `${JSON.stringify(text)}.encode('latin1') in Path('${file}').read_bytes()`,
  },
] as const;
type Runner = (typeof RUNNERS)[number];

/** Commits what is on disk with an edit, so that there is something to test, and pushes it; the refusal's words, or null. */
function push(repo: TempRepo, it: ReturnType<typeof start>): string | null {
  repo.commit('what is on disk');
  return it.bash('git push -q origin HEAD').refused;
}

/** Whether the tests hold in a clone of what was pushed. */
function isGreenInClone(repo: TempRepo, it: ReturnType<typeof start>, { command }: Runner): boolean {
  rmSync(repo.path('../clone'), { recursive: true, force: true });
  repo.git(
    'clone',
    '-q',
    '--recurse-submodules',
    '-b',
    'feature/login',
    repo.path('../origin.git'),
    repo.path('../clone'),
  );
  return it.bash(`cd ../clone && ${command}`).exit === 0;
}

/** A submodule `sub`, whose commits go to a remote of its own. */
function addSubmodule(repo: TempRepo): void {
  repo.git('config', '--global', 'protocol.file.allow', 'always');
  repo.git('clone', '-q', '--bare', '.', '../sub.git');
  repo.git('submodule', 'add', '-q', '../sub.git', 'sub');
  const git = (...words: string[]) => repo.git('-C', 'sub', ...words);
  git('checkout', '-q', '--orphan', 'inner');
  git('rm', '-rqf', '.');
  repo.write('sub/run.sh', '#!/bin/sh\n');
  repo.write('sub/data.csv', 'old\n');
  git('add', '-A');
  git('commit', '-qm', 'inner');
  git('push', '-qf', 'origin', 'HEAD:main');
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'sub');
}

/** A project of a runner, in which a prepared work tree makes the tests hold. */
function holding(runner: Runner, holds: string, files: Record<string, string>, prepare: (repo: TempRepo) => void) {
  const repo = repository({ files: { ...runner.files(holds), ...files } });
  prepare(repo);
  const [file, text] = runner.edit;
  repo.write(file, text);
  return { repo, it: start(repo) };
}

describe.each(RUNNERS.filter(({ available }) => available))(
  'a disk that a checkout would write otherwise: $name',
  (runner) => {
    /** A green run that proves nothing, which says so and refuses the push; then each step of the remedy, to a push that passes. */
    function refusedUntil({ repo, it }: ReturnType<typeof holding>, said: RegExp, remedy: readonly string[]): void {
      const run = it.bash(runner.command);
      expect(run.exit, run.output).toBe(0);
      expect(run.told.join('\n')).toMatch(said);
      const refused = push(repo, it);
      expect(refused).toMatch(/PUSH_UNKNOWN/);
      expect(refused).toMatch(said);
      for (const command of remedy) expect(it.bash(command), command).toMatchObject({ refused: null, exit: 0 });
      repo.git('commit', '-qam', 'as git has it', '--allow-empty');
      expect(it.bash(runner.command)).toMatchObject({ exit: 0, told: [] });
      expect(it.bash('git push -q origin HEAD').refused).toBeNull();
      expect(isGreenInClone(repo, it, runner)).toBe(true);
    }

    test('E4: a mode that git does not look at (core.fileMode)', () => {
      const made = holding(runner, runner.isExecutable, { 'run.sh': '#!/bin/sh\n' }, (repo) => {
        repo.git('config', 'core.fileMode', 'false');
        chmodSync(repo.path('run.sh'), 0o755);
      });
      refusedUntil(made, /run\.sh.*git update-index --chmod=\+x run\.sh/s, [
        'git add run.sh && git update-index --chmod=+x run.sh',
      ]);
    });

    test('E4: the modes of many files at once', () => {
      const scripts = { 'run.sh': '#!/bin/sh\n', 'a.sh': '', 'b.sh': '', 'c.sh': '', 'd.sh': '' };
      const made = holding(runner, runner.isExecutable, scripts, (repo) => {
        repo.git('config', 'core.fileMode', 'false');
        for (const file of Object.keys(scripts)) chmodSync(repo.path(file), 0o755);
      });
      refusedUntil(made, /git config core\.fileMode true && git add -u/, [
        'git config core.fileMode true && git add -u',
      ]);
    });

    test('E4: line ends that git takes for its own (text=auto), kept by their attribute', () => {
      const made = holding(
        runner,
        runner.contains('data.csv', '\r\n'),
        { '.gitattributes': '* text=auto\n', 'data.csv': 'a\n' },
        (repo) => {
          repo.write('data.csv', 'a\r\nb\r\n');
        },
      );
      refusedUntil(made, /data\.csv.*git add data\.csv/s, [
        "echo 'data.csv -text' >> .gitattributes",
        'git add --renormalize .gitattributes data.csv',
      ]);
    });

    test.each([
      ['core.autocrlf=input', {}, ['core.autocrlf', 'input']],
      ['an attribute', { '.gitattributes': '*.csv text\n' }, null],
      ['the user’s own attributes', {}, ['core.attributesFile', '../attributes']],
    ] as const)('E4: other line ends by %s, and what git writes in their place', (_name, files, config) => {
      const made = holding(
        runner,
        runner.contains('data.csv', 'a\r\nb\nc'),
        { ...files, 'data.csv': 'old\n' },
        (repo) => {
          writeFileSync(repo.path('../attributes'), '*.csv text\n');
          if (config) repo.git('config', ...config);
          repo.write('data.csv', 'a\r\nb\nc\n');
        },
      );
      const { repo, it } = made;
      expect(it.bash(runner.command).told.join('\n')).toContain(
        '`git add data.csv && rm data.csv && git checkout -- data.csv`',
      );
      expect(push(repo, it)).toContain('PUSH_UNKNOWN');
      expect(it.bash('git add data.csv && rm data.csv && git checkout -- data.csv')).toMatchObject({
        refused: null,
        exit: 0,
      });
      expect(it.bash(runner.command).exit).not.toBe(0);
      expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_RED');
    });

    test('E4: attributes that only this clone has, put into the repository', () => {
      const made = holding(runner, runner.contains('data.csv', '\r\n'), {}, (repo) => {
        repo.write('.git/info/attributes', '*.csv text eol=crlf\n');
        repo.write('data.csv', 'a\r\n');
      });
      refusedUntil(made, /only this clone has convert data\.csv.*into \.gitattributes/s, [
        "echo '*.csv text eol=crlf' > .gitattributes && git add .gitattributes",
      ]);
    });

    test('E4: a link that git writes as a file (core.symlinks)', () => {
      const made = holding(runner, runner.contains('rate.txt', 'target'), { 'target.txt': 'one\n' }, (repo) => {
        symlinkSync('target.txt', repo.path('rate.txt'));
        repo.commit('a link');
        repo.git('config', 'core.symlinks', 'false');
        rmSync(repo.path('rate.txt'));
        repo.git('checkout', '-q', '--', 'rate.txt');
      });
      const { repo, it } = made;
      expect(it.bash(runner.command)).toMatchObject({ exit: 0 });
      const remedy = 'git config core.symlinks true && rm rate.txt && git checkout -- rate.txt';
      expect(push(repo, it)).toMatch(/PUSH_UNKNOWN.*rate\.txt is a link in git/);
      expect(it.bash(runner.command).told.join('\n')).toContain(`\`${remedy}\``);
      expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
      expect(it.bash(runner.command).exit).not.toBe(0);
      // What the link leads to is what the test asks for, as in a clone.
      repo.write('target.txt', 'target\n');
      expect(it.bash(runner.command)).toMatchObject({ exit: 0, told: [] });
      expect(push(repo, it)).toBeNull();
      expect(isGreenInClone(repo, it, runner)).toBe(true);
    });

    test.each([
      ['for one command', 'git -c core.autocrlf=input add -A'],
      ['in variables', 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.autocrlf GIT_CONFIG_VALUE_0=input git add -A'],
      ['and taken back', 'git config core.autocrlf input; git add -A; git config --unset core.autocrlf'],
    ])('E4: line ends that git took for its own by a setting that was given %s', (_name, add) => {
      const made = holding(runner, runner.contains('data.csv', '\r\n'), { 'data.csv': 'old\n' }, (repo) => {
        repo.write('data.csv', 'a\r\nb\r\n');
        // Git looks again at what was written in the second in which it was added.
        utimesSync(repo.path('data.csv'), 1e9, 1e9);
      });
      made.it.bash(add);
      refusedUntil(made, /git stores other bytes of data\.csv.*touch data\.csv && git add data\.csv/s, [
        'touch data.csv && git add data.csv',
      ]);
    });

    test('E4: a filter that was given for one command, and what git stores in its place', () => {
      const { repo, it } = holding(runner, runner.contains('data.csv', 'good'), { 'data.csv': 'old\n' }, (one) => {
        one.write('data.csv', 'good\n');
        utimesSync(one.path('data.csv'), 1e9, 1e9);
        one.write('../attributes', '*.csv filter=worse\n');
      });
      it.bash(`git -c core.attributesFile=$PWD/../attributes -c filter.worse.clean='sed s/good/evil/' add -A`);
      expect(it.bash(runner.command).told.join('\n')).toContain('`rm data.csv && git checkout -- data.csv`');
      expect(push(repo, it)).toContain('PUSH_UNKNOWN');
      expect(it.bash('rm data.csv && git checkout -- data.csv')).toMatchObject({ refused: null, exit: 0 });
      expect(it.bash(runner.command).exit).not.toBe(0);
      expect(it.bash('git push -q origin HEAD').refused).toContain('PUSH_RED');
    });

    test('E4: a file that such a run names as green is not, be the rest of it unknown or red', () => {
      const files = { 'run.sh': '#!/bin/sh\n', '.gitignore': '*.log\n__pycache__\n', ...runner.another };
      const { repo, it } = holding(runner, runner.isExecutable, files, (one) => {
        one.git('config', 'core.fileMode', 'false');
        chmodSync(one.path('run.sh'), 0o755);
      });
      repo.write('ready.log', '');
      // The line fails, and the runner has said that all is well.
      expect(it.bash(`git diff > ../patch; ${runner.command}; git apply ../none`).exit).toBe(128);
      expect(push(repo, it)).toContain('PUSH_UNKNOWN');
      rmSync(repo.path('ready.log'));
      expect(it.bash(runner.command).exit).not.toBe(0);
      repo.write('ready.log', '');
      const [other] = Object.keys(runner.another);
      expect(it.bash(`${runner.command} ${other}`)).toMatchObject({ exit: 0 });
      expect(it.bash('git push -q origin HEAD').refused).toMatch(/PUSH_(?:PARTIAL|UNKNOWN|RED)/);
      // In a clone the other file fails; what is as git has it, and green as a whole, passes.
      expect(it.bash('git update-index --chmod=+x run.sh && git commit -qm mode')).toMatchObject({ exit: 0 });
      expect(it.bash(runner.command)).toMatchObject({ exit: 0, told: [] });
      expect(it.bash('git push -q origin HEAD').refused).toBeNull();
    });

    /** What decides lies in a submodule, whose own git is told something else than everybody's. */
    const rate = `rate${path.extname(runner.edit[0])}`;
    const INSIDE: [name: string, holds: string, prepare: string, said: RegExp, remedy: string][] = [
      [
        'a mode',
        runner.isExecutable.replace('run.sh', 'sub/run.sh'),
        'git -C sub config core.fileMode false; chmod +x sub/run.sh',
        /git -C sub add run\.sh && git -C sub update-index --chmod=\+x run\.sh/,
        'git -C sub add run.sh && git -C sub update-index --chmod=+x run.sh',
      ],
      [
        'line ends',
        runner.contains('sub/data.csv', '\r\n'),
        "git -C sub config core.autocrlf input; printf 'a\\r\\n' > sub/data.csv",
        /bytes to sub\/data\.csv.*git -C sub add data\.csv && rm sub\/data\.csv && git -C sub checkout -- data\.csv/s,
        "echo '*.csv -text' > sub/.gitattributes; git -C sub add --renormalize -A .",
      ],
      [
        'line ends by a setting for one command',
        runner.contains('sub/data.csv', '\r\n'),
        "printf 'a\\r\\n' > sub/data.csv; touch -d 2001-01-01 sub/data.csv; git -C sub -c core.autocrlf=input add -A",
        /stores other bytes of sub\/data\.csv.*touch sub\/data\.csv && git -C sub add data\.csv/s,
        'touch sub/data.csv && git -C sub add data.csv',
      ],
      [
        'an empty folder',
        runner.isFolder('sub/spool'),
        'mkdir sub/spool',
        /touch sub\/spool\/\.gitkeep && git -C sub add spool\/\.gitkeep/,
        'touch sub/spool/.gitkeep && git -C sub add spool/.gitkeep',
      ],
      [
        'a file that only its clone hides',
        runner.isFolder(`sub/${rate}`).replace('isdir', 'exists'),
        `echo ${rate} >> "$(git -C sub rev-parse --git-path info/exclude)"; echo 1 > sub/${rate}`,
        /hides untracked files from git/,
        `git -C sub add -f ${rate}`,
      ],
    ];
    test.each(INSIDE)('E4: inside a submodule: %s', (_name, holds, prepare, said, remedy) => {
      const { repo, it } = holding(runner, holds, {}, (one) => addSubmodule(one));
      it.bash(prepare);
      const run = it.bash(runner.command);
      expect(run.exit, run.output).toBe(0);
      expect(run.told.join('\n')).toMatch(said);
      repo.git('-C', 'sub', 'commit', '-qm', 'inside', '--allow-empty');
      repo.git('-C', 'sub', 'push', '-q', 'origin', 'HEAD:main');
      expect(push(repo, it)).toMatch(/PUSH_(?:UNKNOWN|STALE|UNCOMMITTED)/);
      expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
      repo.git('-C', 'sub', 'commit', '-qm', 'as git has it');
      repo.git('-C', 'sub', 'push', '-q', 'origin', 'HEAD:main');
      repo.git('commit', '-qam', 'with it');
      expect(it.bash(runner.command)).toMatchObject({ exit: 0, told: [] });
      expect(it.bash('git push -q origin HEAD').refused).toBeNull();
      expect(isGreenInClone(repo, it, runner)).toBe(true);
    });

    test('E4: an empty folder that decides, and .gitkeep', () => {
      const made = holding(runner, runner.isFolder('spool'), {}, (repo) => mkdirSync(repo.path('spool')));
      refusedUntil(made, /spool is an empty folder.*touch spool\/\.gitkeep/s, [
        'touch spool/.gitkeep && git add spool/.gitkeep',
      ]);
    });

    test('E4: an empty folder that the line makes beside the run', () => {
      const { repo, it } = holding(runner, runner.isFolder('spool'), {}, () => {});
      expect(it.bash(`mkdir spool && ${runner.command}`).exit).toBe(0);
      expect(push(repo, it)).toContain('PUSH_UNKNOWN');
    });
  },
);

describe('what is on disk as a checkout writes it, or decides nothing', () => {
  const NODE_RUNNER = RUNNERS[0];

  /** A green run that counts, and tells nothing. */
  function counts(holds: string, files: Record<string, string>, prepare: (repo: TempRepo) => void): void {
    const { repo, it } = holding(NODE_RUNNER, holds, files, prepare);
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
    expect(push(repo, it)).toBeNull();
    expect(it.bash('node --test')).toMatchObject({ exit: 0, told: [] });
  }

  test('E4: CRLF everywhere under core.autocrlf=true counts, and a new file with git’s own line ends', () => {
    counts('true', {}, (repo) => {
      repo.git('config', 'core.autocrlf', 'true');
      for (const file of ['package.json', 'total.test.js']) {
        rmSync(repo.path(file));
        repo.git('checkout', '-q', '--', file);
        expect(repo.read(file)).toContain('\r\n');
      }
      repo.write('new.js', 'exports.x = 1;\n');
    });
  });

  test('E4: core.fileMode=false counts where git and the disk agree', () => {
    counts('true', { 'run.sh': '#!/bin/sh\n' }, (repo) => {
      chmodSync(repo.path('run.sh'), 0o755);
      repo.git('add', '-A');
      repo.git('config', 'core.fileMode', 'false');
    });
  });

  test('E4: a document with other line ends counts', () => {
    counts('true', { '.gitattributes': '* text=auto\n' }, (repo) => repo.write('notes.md', 'a\r\n'));
  });

  test('E4: attributes for which git writes exactly what is on disk count', () => {
    const attributes = '* text=auto\n*.bat text eol=crlf\n*.txt text working-tree-encoding=UTF-16LE\n*.png binary\n';
    counts('true', { '.gitattributes': attributes }, (repo) => {
      repo.write('a.bat', 'echo\r\n');
      writeFileSync(repo.path('a.txt'), Buffer.from('one\n', 'utf16le'));
      writeFileSync(repo.path('a.png'), Buffer.from('\r\n\0'));
    });
  });

  test('E4: files that a filter of git-lfs keeps elsewhere count as they are', () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\\noid sha256:${'a'.repeat(64)}\\nsize 7\\n`;
    counts('true', { '.gitattributes': '*.bin filter=lfs -text\n' }, (repo) => {
      repo.git('config', 'filter.lfs.clean', `printf '${pointer}'`);
      repo.write('model.bin', 'content');
    });
  });

  test('E4: empty folders count that are ignored, that nobody names, or that the run makes', () => {
    const makes = "(fs.mkdirSync('made', { recursive: true }), true)";
    counts(makes, { '.gitignore': 'dist/\n', 'lib/a.js': "exports.dist = './dist';\n" }, (repo) => {
      mkdirSync(repo.path('dist'));
      mkdirSync(repo.path('lib/left-behind'));
    });
  });
});
