import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codexEvents, runHook, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, HOOK, has, repository, start, workspaceRoot } from './kit.js';

const ON = 'format: { onEdit: true }\n';

/** A repository that wants its files formatted, by a configuration on its base branch. */
function wanted(files: Record<string, string>, config = ON): TempRepo {
  return repository({ files: { 'README.md': 'x\n', ...files, 'flow.config.yaml': config } });
}

/** Puts a program of that name into the project's own folder of programs, or into one on PATH. */
function standIn(repo: TempRepo, file: string, body: string): void {
  repo.write(file, `#!${process.execPath}\n${body}`);
  chmodSync(path.resolve(repo.root, file), 0o755);
}

/** A formatter that turns to upper case, and writes down how it was called. */
const LOUD = (log: string) => `
const text = require('fs').readFileSync(0, 'utf8');
require('fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)) + '\\n');
process.stdout.write(text.toUpperCase());`;

const calls = (repo: TempRepo): string[][] => {
  try {
    return readFileSync(`${repo.area}/calls`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  } catch {
    return [];
  }
};

/** A project whose prettier is a stand-in. */
function loud(config = ON, files: Record<string, string> = {}): TempRepo {
  const repo = wanted({ '.prettierrc': '{}', '.gitignore': 'node_modules\n', ...files }, config);
  standIn(repo, 'node_modules/.bin/prettier', LOUD(`${repo.area}/calls`));
  return repo;
}

const trail = (repo: TempRepo) =>
  readFileSync(repo.path('.git/flow/audit/trail.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('C33 a file is formatted behind an edit of it', () => {
  const GO = 'package a\n\nfunc  A( )  int {\nreturn 1 }\n';

  test.skipIf(!has('gofmt', '-h') && !has('go', 'version'))('gofmt, for real', () => {
    const repo = wanted({ 'go.mod': 'module example.com/a\n\ngo 1.19\n' });
    const call = start(repo).write('a.go', GO);
    expect(repo.read('a.go')).toBe('package a\n\nfunc A() int {\n\treturn 1\n}\n');
    expect(call.told.join()).toBe('flow: formatted `a.go` with gofmt. Read it again before editing it again.');
  });

  test('Biome, for real, from the project, in the layout that it has configured', () => {
    const repo = wanted({
      'biome.json': '{ "formatter": { "indentStyle": "space", "indentWidth": 3 } }\n',
      '.gitignore': 'node_modules\n',
    });
    symlinkSync(path.join(workspaceRoot, 'node_modules'), repo.path('node_modules'));
    const call = start(repo).write('src/a.ts', 'export function a( ) {return   1}\n');
    expect(call.told.join()).toContain('formatted `src/a.ts` with biome');
    expect(repo.read('src/a.ts')).toBe('export function a() {\n   return 1;\n}\n');
  });

  test.skipIf(!has('rustfmt', '--version'))(
    'rustfmt, for real, in the edition of the crate, and no other module',
    () => {
      const other = 'pub  fn  b( ){}\n';
      const repo = wanted({
        'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/b.rs': other,
      });
      const call = start(repo).write('src/lib.rs', 'mod b;\npub async  fn  a( )  -> i32 {1}\n');
      expect(call.told.join()).toContain('with rustfmt');
      expect(repo.read('src/lib.rs')).toBe('mod b;\npub async fn a() -> i32 {\n    1\n}\n');
      expect(repo.read('src/b.rs')).toBe(other);
    },
  );

  // Two more where they happen to be; elsewhere their stand-ins below show how they are called.
  if (has('black', '--version')) {
    test('black, for real', () => {
      const repo = wanted({ 'pyproject.toml': '[tool.black]\n' });
      start(repo).write('a.py', 'def a( ):\n  return  1\n');
      expect(repo.read('a.py')).toBe('def a():\n    return 1\n');
    });
  }
  if (has('prettier', '--version')) {
    test('Prettier, for real', () => {
      const repo = wanted({ '.prettierrc': '{}' });
      start(repo).write('a.ts', 'export const a=1');
      expect(repo.read('a.ts')).toBe('export const a = 1;\n');
    });
  }

  test('nothing happens until the project wants it', () => {
    const repo = loud('mode: enforce\n');
    expect(start(repo).write('a.ts', 'x').told).toEqual([]);
    expect([repo.read('a.ts'), calls(repo)]).toEqual(['x', []]);
  });

  test('what was formatted already is left alone, and not told', () => {
    const repo = loud();
    const it = start(repo);
    expect(it.write('a.ts', 'X').told).toEqual([]);
    expect(calls(repo)).toEqual([[`--stdin-filepath=${repo.path('a.ts')}`]]);
  });

  test('exactly the file of the event, whatever its name: it is one word, and no shell reads it', () => {
    const repo = loud();
    const it = start(repo);
    const names = ['--help.ts', '-rf.ts', 'a b.ts', '$(touch pwned).ts', "it's;touch pwned.ts", 'ä☃.ts'];
    for (const name of names) it.write(name, 'x');
    repo.write('untouched.ts', 'x');
    expect(names.map((name) => repo.read(name))).toEqual(names.map(() => 'X'));
    expect(calls(repo)).toEqual(names.map((name) => [`--stdin-filepath=${repo.path(name)}`]));
    expect([repo.read('untouched.ts'), lstatSync(repo.path('pwned'), { throwIfNoEntry: false })]).toEqual([
      'x',
      undefined,
    ]);
  });

  test('the mode of the file stays', () => {
    const repo = loud(ON, { 'run.js': 'x' });
    chmodSync(repo.path('run.js'), 0o755);
    start(repo).write('run.js', 'y');
    expect([repo.read('run.js'), statSync(repo.path('run.js')).mode & 0o777]).toEqual(['Y', 0o755]);
  });

  test('formatters by name, in their order, from the environment of the project or PATH', () => {
    const repo = wanted({}, 'format: { onEdit: true, use: [isort, black] }\n');
    standIn(repo, '.venv/bin/isort', LOUD(`${repo.area}/calls`).replace('toUpperCase()', "replace('x', 'sorted ')"));
    standIn(repo, `${repo.area}/bin/black`, LOUD(`${repo.area}/calls`));
    const it = start(repo, { environment: { PATH: `${repo.area}/bin:${repo.environment.PATH}` } });
    expect(it.write('a.py', 'x').told.join()).toContain('with isort, black');
    expect(repo.read('a.py')).toBe('SORTED ');
    it.write('a.ts', 'x');
    expect(repo.read('a.ts')).toBe('x');
    expect(calls(repo).map(([first]) => first)).toEqual(['--quiet', '--quiet']);
  });

  test('of several that lay out a file, the first of the list that the project has configured above it', () => {
    const repo = wanted({ 'web/biome.json': '{}', '.prettierrc': '{}' });
    for (const name of ['biome', 'prettier']) standIn(repo, `node_modules/.bin/${name}`, LOUD(`${repo.area}/calls`));
    const it = start(repo);
    expect(it.write('web/a.ts', 'x').told.join()).toContain('with biome.');
    expect(it.write('a.ts', 'x').told.join()).toContain('with prettier.');
    expect(calls(repo)).toEqual([
      ['format', `--stdin-file-path=${repo.path('web/a.ts')}`],
      [`--stdin-filepath=${repo.path('a.ts')}`],
    ]);
  });

  test('a program on PATH that lies in the repository is none, unless it is where the project keeps its own', () => {
    const repo = wanted({ 'go.mod': 'module a\n' });
    standIn(repo, 'bin/gofmt', LOUD(`${repo.area}/calls`));
    start(repo, { environment: { PATH: `${repo.path('bin')}:/usr/bin:/bin` } }).write('a.go', 'x');
    expect(calls(repo)).toEqual([]);
  });
});

describe('C33 what is not formatted', () => {
  test.each<[string, string, (repo: TempRepo) => void]>([
    ['a secret', '.env.json', () => {}],
    ['generated code', 'dist/a.js', () => {}],
    ['a file of git', '.git/info/a.js', () => {}],
    ['what is no text', 'a.ts', (repo) => writeFileSync(repo.path('a.ts'), Buffer.from([0x78, 0xff, 0xfe, 0x79]))],
    ['what holds NUL', 'a.ts', (repo) => writeFileSync(repo.path('a.ts'), 'x\0y')],
    ['a large file', 'a.ts', (repo) => writeFileSync(repo.path('a.ts'), 'x\n'.repeat(600_000))],
    ['a link out', 'a.ts', (repo) => link(repo, 'a.ts')],
    ['a file in a linked folder', 'way/a.ts', (repo) => linkFolder(repo, repo.area)],
    ['a file in a folder of the project that is linked', 'way/a.ts', (repo) => linkFolder(repo, repo.root)],
    ['a file of two names', 'a.ts', (repo) => linkSync(repo.write('other.txt', 'x'), repo.path('a.ts'))],
    ['a folder', 'a.ts', (repo) => mkdirSync(repo.path('a.ts'))],
    ['what is gone again', 'a.ts', () => {}],
  ])('%s', (_what, name, make) => {
    const repo = loud();
    const it = start(repo);
    if (/secret|generated|git$/.test(_what)) repo.write(name, 'x');
    make(repo);
    const input = { file_path: repo.path(name), content: 'x' };
    const run = it.send(it.events.postToolUse('Write', input, { type: 'update' }, 'c1'));
    expect([run.status, run.stdout, calls(repo)]).toEqual([0, '', []]);
  });

  const link = (repo: TempRepo, name: string) =>
    symlinkSync(repo.write(`${repo.area}/outside.ts`, 'x'), repo.path(name));
  const linkFolder = (repo: TempRepo, folder: string) => {
    repo.write(`${folder}/there/a.ts`, 'x');
    symlinkSync(`${folder}/there`, repo.path('way'));
  };

  test('a file of another repository goes by that one', () => {
    const [repo, other] = [loud(), repository()];
    const it = start(repo);
    it.write(other.path('a.ts'), 'x');
    expect([other.read('a.ts'), calls(repo)]).toEqual(['x', []]);
  });
});

describe('C33 a formatter that fails harms nothing', () => {
  test.each([
    [
      'an error of the text',
      'process.stderr.write("\\u001b[31mSyntaxError: x\\n"); process.exit(2);',
      'exit code 2: SyntaxError',
    ],
    ['it prints nothing', 'require("fs").readFileSync(0);', 'it printed nothing'],
    ['it reads half of it', 'process.stdout.write("half");', 'it ended before reading the whole input'],
    ['it prints and fails', 'process.stdout.write("rubbish"); process.exit(1);', 'exit code 1'],
    [
      'it prints without end',
      'const b = "x".repeat(1e6); for (;;) require("fs").writeSync(1, b);',
      'it printed more than 8 MiB',
    ],
    ['it is killed', 'process.kill(process.pid, "SIGKILL");', 'it was ended by SIGKILL'],
    ['it hangs', 'setInterval(() => {}, 1000);', 'it took longer than'],
  ])('%s: the file stays, the agent hears of it once', (_what, body, why) => {
    const repo = loud();
    standIn(repo, 'node_modules/.bin/prettier', body);
    const it = start(repo);
    // More than a pipe takes without a reader.
    const text = 'x'.repeat(300_000);
    const told = it.write('a.ts', text).told.join();
    expect(told).toContain('was not formatted with prettier');
    expect(told).toContain(why);
    expect(told).not.toContain('\u001b');
    expect(it.write('b.ts', text)).toMatchObject({ refused: null, told: [] });
    expect([repo.read('a.ts'), repo.read('b.ts')]).toEqual([text, text]);
  });

  test('one that is missing is told once', () => {
    const repo = wanted({ 'dprint.json': '{}' });
    const it = start(repo);
    expect(it.write('a.ts', 'x').told.join()).toContain('found neither in the project nor on PATH');
    expect(it.write('b.ts', 'x').told).toEqual([]);
  });

  test('what a wrapper started ends with it', () => {
    const repo = loud();
    const child = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(`${repo.area}/alive`)}, 'x'), 50)`;
    standIn(
      repo,
      'node_modules/.bin/prettier',
      `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });`,
    );
    start(repo).write('a.ts', 'x');
    const size = statSync(`${repo.area}/alive`).size;
    spawnSync('sleep', ['0.5']);
    expect(statSync(`${repo.area}/alive`).size).toBe(size);
  });

  test('what somebody else writes meanwhile is not overwritten', () => {
    const repo = loud();
    standIn(
      repo,
      'node_modules/.bin/prettier',
      `require('fs').writeFileSync(${JSON.stringify(repo.path('a.ts'))}, 'newer'); process.stdout.write('X');`,
    );
    expect(start(repo).write('a.ts', 'x').told.join()).toContain('changed meanwhile');
    expect(repo.read('a.ts')).toBe('newer');
  });
});

describe('C36 audit and format, side by side behind the tool', () => {
  test('one event, one process: the file is formatted, and the line says by what', () => {
    const repo = loud('format: { onEdit: true }\nedits: { withoutPhase: { source: allow, test: log } }\n');
    const it = start(repo);
    repo.write('src/a.ts', 'x');
    const input = { file_path: repo.path('src/a.ts'), content: 'x' };
    const run = it.send(it.events.postToolUse('Edit', input, { filePath: input.file_path }, 'c1'));
    expect(run).toMatchObject({ status: 0, json: { hookSpecificOutput: { hookEventName: 'PostToolUse' } } });
    expect(repo.read('src/a.ts')).toBe('X');
    expect(trail(repo)).toMatchObject([
      { call: 'c1', decision: 'done', paths: ['src/a.ts'], phase: null, formatted: 'prettier' },
    ]);
  });

  test('each file of a patch of another client', () => {
    const repo = loud();
    start(repo);
    for (const name of ['a.ts', 'src/b.ts']) repo.write(name, 'x');
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Add File: src/b.ts\n+x\n*** End Patch\n';
    const event = codexEvents('s', repo.root).postToolUse('apply_patch', { command: patch }, 'Done!', 'c1');
    const args = ['PostToolUse', '--host', 'codex'];
    const run = runHook(HOOK, event, { args, environment: repo.environment, cwd: repo.root });
    expect([run.status, repo.read('a.ts'), repo.read('src/b.ts')]).toEqual([0, 'X', 'X']);
    expect(trail(repo).map(({ paths, formatted }) => [paths, formatted])).toEqual([
      [['a.ts'], 'prettier'],
      [['src/b.ts'], 'prettier'],
    ]);
  });

  test('the end of an edit is observed only where files are formatted, and doctor says what is missing', () => {
    const repo = loud('mode: enforce\n');
    const matcher = () =>
      (JSON.parse(repo.read('.claude/settings.json')) as { hooks: { PostToolUse: { matcher: string }[] } }).hooks
        .PostToolUse[0]!.matcher;
    expect(cli(repo, ['install']).status).toBe(0);
    expect(matcher()).not.toContain('Write');
    expect(matcher()).toContain('Agent');
    const other = loud();
    start(other).bash('git status');
    expect(cli(other, ['install']).status).toBe(0);
    expect(JSON.parse(other.read('.claude/settings.json')).hooks.PostToolUse[0].matcher).toContain('|Write|Edit|');
    expect(cli(other, ['install']).stdout).toContain('othing');
  });
});
