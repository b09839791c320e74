import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FLOW, flow, json, linkPrograms, repository } from './kit.js';

/* What holds for every command: exit codes, the envelope, colours, errors. */

/** Help of every command by its name, from the program as it is built in this process. */
async function helps(): Promise<Map<string, string>> {
  Object.assign(globalThis, { FLOW_VERSION: '0.0.0' });
  const { buildProgram } = await import('../src/program.js');
  const program = await buildProgram({ name: 'flow' });
  return new Map(
    program.commands.map((command) => {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      return [command.name(), text];
    }),
  );
}

test('D5 every command has help with an example', async () => {
  const all = await helps();
  expect(all.size).toBeGreaterThan(35);
  for (const [name, text] of all) {
    expect(text, name).toMatch(/^Examples:\n {2}\$ flow .+\n {6}\S/m);
    expect(text.split('\n')[0], name).toContain(`Usage: flow ${name}`);
  }
});

test('D5 the first example of every command runs', { timeout: 180_000 }, async () => {
  const repo = repository({
    files: { 'package.json': '{ "scripts": { "test": "true" } }\n', 'session.jsonl': '', 'develop/review.json': '{}' },
  });
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  for (const [name, text] of await helps()) {
    const line = /^ {2}\$ (flow .+)$/m.exec(text)![1]!;
    // Words that no shell changes need none.
    const isPlain = /^[\w ./:@=-]+$/.test(line);
    const run = isPlain
      ? flow(repo, line.split(' ').slice(1), { environment })
      : spawnSync('bash', ['-c', line], { cwd: repo.root, env: environment, encoding: 'utf8' });
    // 0 or 1: what it says depends on the repository; never wrong usage, never broken.
    expect([0, 1], `${name}: ${line}\n${run.stdout}${run.stderr}`).toContain(run.status);
  }
});

describe('exit codes', () => {
  test.each<[what: string, words: string[], exit: number, code: string]>([
    ['an unknown command', ['docto'], 2, 'USAGE'],
    ['help about an unknown command', ['help', 'docto'], 2, 'USAGE'],
    ['help about an unknown option', ['help', '--frist'], 2, 'USAGE'],
    ['an unknown option', ['init', '--frist'], 2, 'USAGE'],
    ['a choice that there is not', ['init', '--tier', '4'], 2, 'USAGE'],
    ['too many words', ['doctor', 'everything'], 2, 'USAGE'],
    ['a client that nobody knows', ['init', '--host', 'emacs'], 2, 'HOST_UNKNOWN'],
    ['no repository', ['-C', '/', 'init'], 3, 'NO_REPOSITORY'],
  ])('%s', (_what, words, exit, code) => {
    const repo = repository();
    const { status, stdout, stderr } = flow(repo, words);
    expect({ status, stdout }).toEqual({ status: exit, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${code}: .+\n {2}.+\n$`));
    const asJson = json(repo, words);
    expect(asJson).toMatchObject({ status: exit, version: 1, ok: false, stderr: '' });
    expect(asJson.error).toEqual({ code, message: expect.any(String), remedy: expect.stringMatching(/\S/) });
  });

  test('an unknown command is answered with the one that was meant', () => {
    expect(flow(repository(), ['docto']).stderr).toContain('Did you mean `flow doctor`?');
    // The beginning of a word is meant rather than a word of as many letters.
    expect(flow(repository(), ['stat']).stderr).toContain('Did you mean `flow status`?');
    expect(flow(repository(), ['aprove']).stderr).toContain('Did you mean `flow approve`?');
    // An option belongs to its command.
    expect(flow(repository(), ['status', '--al']).stderr).toContain('Did you mean `flow status --all`?');
  });

  test('wrong usage of a command leads to the help of that command', () => {
    expect(flow(repository(), ['-C', '.', 'init', '--frist']).stderr).toContain('See `flow init --help`.');
    expect(flow(repository(), ['submit']).stderr).toContain('See `flow submit --help`.');
  });

  test('no command at all is wrong usage, with the help', () => {
    expect(flow(repository(), [])).toMatchObject({ status: 2, stdout: expect.stringContaining('Usage: flow') });
    expect(flow(repository(), ['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+/) });
  });
});

test('what a caller typed reaches the terminal without control sequences', () => {
  const { stderr } = flow(repository(), ['\u001b]0;owned\u0007\u001b[31mstatus\u202e']);
  expect(stderr).toMatch(/^USAGE: unknown command 'status ?'\n/);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('-C works in another folder, before and behind the command', () => {
  const repo = repository();
  for (const words of [
    ['-C', repo.root, 'init', '--dry-run'],
    ['init', '--dry-run', '-C', repo.root],
  ]) {
    const { ok, data } = json(repo, words, { cwd: path.dirname(repo.root) });
    expect({ ok, data }).toMatchObject({ ok: true, data: { found: { root: repo.root } } });
  }
});

test('colours: never without a terminal, with NO_COLOR or a dumb one; forced by FORCE_COLOR', () => {
  const repo = repository();
  const isColoured = (environment: Record<string, string>) =>
    flow(repo, ['init', '--dry-run'], { environment }).stdout.includes('\u001b[');
  expect(isColoured({})).toBe(false);
  expect(isColoured({ TERM: 'xterm-256color' })).toBe(false);
  expect(isColoured({ FORCE_COLOR: '1' })).toBe(true);
  expect(isColoured({ NO_COLOR: '1' })).toBe(false);
});

test('it says its name: the second one where `flow` is another program', () => {
  const repo = repository();
  const folder = linkPrograms(repo);
  const run = spawnSync(path.join(folder, 'flowctl'), ['docto'], { env: repo.environment, encoding: 'utf8' });
  expect(run.stderr).toContain('Did you mean `flowctl doctor`?');
});

test.each([40, 80, 200])('the help fits into %d columns, and no word of it is lost', (columns) => {
  const repo = repository();
  const help = (width: number) =>
    spawnSync(process.execPath, [FLOW, '--help'], {
      env: { ...repo.environment, COLUMNS: String(width) },
      encoding: 'utf8',
    }).stdout;
  const narrow = help(columns);
  expect(narrow.split('\n').filter((line) => line.length > columns)).toEqual([]);
  expect(narrow.split(/\s+/)).toEqual(help(1000).split(/\s+/));
});

test('what is installed in the project at hand alone names itself as a shell finds it', () => {
  const repo = repository();
  const folder = path.join(repo.root, 'node_modules/.bin');
  mkdirSync(folder, { recursive: true });
  for (const name of ['flow', 'flowctl']) symlinkSync(FLOW, path.join(folder, name));
  const said = (name: string, words: string[], cwd = repo.root) => {
    const run = spawnSync(process.execPath, [path.join(folder, name), ...words], {
      cwd,
      env: repo.environment,
      encoding: 'utf8',
    });
    return run.stdout + run.stderr;
  };
  expect(said('flow', ['docto'])).toContain('Did you mean `npx flow doctor`?');
  expect(said('flow', ['status'])).toContain('  npx flow start ceremony\n');
  expect(said('flow', ['start', '--help'])).toContain('  $ npx flow start ceremony\n');
  // From elsewhere npx would not find it.
  expect(said('flow', ['docto'], repo.area)).toContain('Did you mean `flow doctor`?');
  said('flowctl', ['start', 'ceremony']);
  // What stands in the way is told as it is typed, too.
  expect(said('flowctl', ['advance'])).toContain('(`npx flowctl template plan` prints an empty one)');
  expect(said('flowctl', ['ship'])).toMatch(/SHIP_EARLY.*\n +npx flowctl next\n/);
  const next = said('flowctl', ['next']);
  expect(next).toContain('(`npx flowctl template plan` prints an empty one)');
  expect(next).toContain('\n$ npx flowctl template plan\n');
});

test('an old Node is told, as JSON to who asked for JSON', () => {
  const repo = repository();
  repo.write(
    'old.cjs',
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });\n",
  );
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--require', repo.path('old.cjs'), FLOW, 'status', ...words], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
  expect(run()).toMatchObject({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/^NODE_TOO_OLD: .*20\.19\.0\.\n/),
  });
  const asked = run('--json');
  expect(asked).toMatchObject({ status: 3, stderr: '' });
  expect(JSON.parse(asked.stdout)).toMatchObject({ version: 1, ok: false, error: { code: 'NODE_TOO_OLD' } });
});
