import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Keeper } from '../src/bin/keeper.js';
import { parse } from '../src/everything.js';

/** The built program, as it is shipped. */
const PROGRAM = join(import.meta.dirname, '../dist/flow-parse.cjs');
if (!existsSync(PROGRAM)) throw new Error('dist is missing: run `pnpm build` first');

const folder = mkdtempSync(join(tmpdir(), 'flow-parse-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(words: readonly string[], input = '', cache = join(folder, 'cache')) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    input,
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  return { status, stdout, stderr };
}

const GREEN =
  '============================= test session starts ==============================\ncollected 2 items\n\ntest_a.py ..                                                             [100%]\n\n============================== 2 passed in 0.01s ===============================\n';
const RED = '--- FAIL: TestA (0.00s)\n    a_test.go:3: boom\nFAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n';

describe('flow-parse', () => {
  test('reads what is piped in, and exits with 0 only when it is green', () => {
    expect(run([], GREEN)).toMatchObject({ status: 0, stdout: 'GREEN  pytest: 2 passed\n', stderr: '' });
    const red = run([], RED);
    expect(red.status).toBe(1);
    expect(red.stdout).toMatch(/^FAILED {2}go: 1 failed\n {2}example\.com\/a TestA\n {6}a_test\.go:3: boom\n$/);
    expect(run(['--exit-zero'], RED)).toMatchObject({ status: 0, stdout: red.stdout });
  });

  test('needs no cache: one that cannot be written, or has been damaged, changes nothing', () => {
    const green = { status: 0, stdout: 'GREEN  pytest: 2 passed\n', stderr: '' };
    expect(run([], GREEN, join(PROGRAM, 'none'))).toEqual(green);
    const cache = join(folder, 'damaged');
    expect(run([], GREEN, cache)).toEqual(green);
    for (const file of existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [])
      if (statSync(join(cache, file)).isFile()) writeFileSync(join(cache, file), 'x'.repeat(5_000));
    expect(run([], GREEN, cache)).toEqual(green);
  });

  test('what cannot be proven is said, with what would help', () => {
    const command = ['--command', 'go test ./... | tail -3'];
    const unproven = run(command, 'ok  \texample.com/a\t0.1s\n');
    expect(unproven.status).toBe(1);
    expect(unproven.stdout).toContain('give --exit-code, or let flow-parse run the command');
    expect(run([], 'ok  \texample.com/a\t0.1s\n')).toMatchObject({
      status: 0,
      stdout: 'GREEN  go: 1 package passed\n',
    });
    expect(run([], 'ok  \texample.com/a\t0.1s\n=== RUN   TestB\n').status).toBe(1);
    expect(run(['--exit-code', '0'], 'ok  \texample.com/a\t0.1s\n').status).toBe(0);
    expect(run(['--command', 'go test ./... || true', '--exit-code', '0'], 'ok  \texample.com/a\t0.1s\n').status).toBe(
      1,
    );
    expect(run(['--truncated', 'head'], 'nothing\n').status).toBe(1);
    expect(run([], 'nothing of interest\n')).toMatchObject({
      status: 1,
      stdout: 'No run of a known tool was recognised.\n',
    });
  });

  test('runs a command with its own exit code; its output goes to standard error', () => {
    writeFileSync(join(folder, 'a.test.mjs'), "import test from 'node:test';\ntest('adds', () => {});\n");
    const green = run(['--format', 'json', '--', process.execPath, '--test', '--test-reporter=tap', 'a.test.mjs']);
    expect(green.stderr).toContain('# pass 1');
    expect(JSON.parse(green.stdout)).toMatchObject([{ runner: 'node-test', green: true, counts: { passed: 1 } }]);
    expect(green.status).toBe(0);
    expect(run(['--', 'no-such-program-here'])).toMatchObject({ status: 2, stdout: '' });
  });

  test('reads files, each by itself', () => {
    writeFileSync(join(folder, 'green.log'), GREEN);
    writeFileSync(join(folder, 'red.log'), RED);
    const both = run(['--format', 'json', 'green.log', 'red.log']);
    expect(both.status).toBe(1);
    expect(JSON.parse(both.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['passed', 'failed']);
    expect(run(['green.log']).status).toBe(0);
    const text = run(['green.log', '-'], RED);
    expect(text.status).toBe(1);
    expect(text.stdout).toMatch(/^green\.log:\nGREEN {2}pytest: 2 passed\n\nstandard input:\nFAILED {2}go: 1 failed\n/);
  });

  test('a file without a run does not hide behind a green one', () => {
    writeFileSync(join(folder, 'green.log'), GREEN);
    writeFileSync(join(folder, 'empty.log'), '');
    const text = run(['green.log', 'empty.log']);
    expect(text).toMatchObject({ status: 1, stderr: '' });
    expect(text.stdout).toContain('\nempty.log:\nNo run of a known tool was recognised.\n');
    const machine = run(['--format', 'json', 'green.log', 'empty.log']);
    expect(machine).toMatchObject({
      status: 1,
      stderr: 'No run of a known tool was recognised in empty.log.\n',
    });
    expect(JSON.parse(machine.stdout)).toHaveLength(1);
    expect(run(['--exit-zero', 'green.log', 'empty.log']).status).toBe(0);
  });

  test.skipIf(!existsSync('/dev/full'))('a report that cannot be written is told, and is no verdict', () => {
    const run = spawnSync('sh', ['-c', '"$0" "$1" > /dev/full', process.execPath, PROGRAM], { input: GREEN });
    expect(run.status).toBe(2);
    expect(String(run.stderr)).toMatch(/^USAGE: the report cannot be written: ENOSPC.*\n.*\n$/);
  });

  test('a failing Go test has the file that its package and go.mod name, where that file is there', () => {
    for (const [name, text] of Object.entries({
      'shop/go.mod': 'module example.com/shop\n\ngo 1.21\n',
      'shop/cart/cart_test.go': 'package cart\n',
      'work/go.work': 'go 1.21\n\nuse (\n\t./deep/svc // the service\n)\n',
      'work/deep/svc/go.mod': 'module "example.com/svc"\n',
      'work/deep/svc/svc_test.go': 'package svc\n',
    })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const red = (owner: string, file: string) =>
      `--- FAIL: TestA (0.00s)\n    ${file}:31: boom\nFAIL\nFAIL\t${owner}\t0.1s\nFAIL\n`;
    const cart = red('example.com/shop/cart', 'cart_test.go');
    const place = (root: string, input: string) =>
      /^::error (?:file=(\S+?),line=(\d+),)?title=go%3A TestA::/
        .exec(run(['--format', 'github', '--root', join(folder, root)], input).stdout)
        ?.slice(1);
    expect(place('shop', cart)).toEqual(['cart/cart_test.go', '31']);
    expect(place('shop/cart', cart)).toEqual(['cart_test.go', '31']);
    expect(place('.', cart)).toEqual(['shop/cart/cart_test.go', '31']);
    expect(place('work', red('example.com/svc', 'svc_test.go'))).toEqual(['deep/svc/svc_test.go', '31']);
    // Another module, a package beside it, a file that is not there: none is guessed.
    expect(place('work', cart)).toEqual([undefined, undefined]);
    expect(place('shop', red('example.com/shopping/cart', 'cart_test.go'))).toEqual([undefined, undefined]);
    expect(place('shop', red('example.com/shop/cart', 'gone_test.go'))).toEqual([undefined, undefined]);
    expect(place('shop', red('example.com/shop/../../work', 'go.work.go'))).toEqual([undefined, undefined]);
    const [report] = JSON.parse(run(['--format', 'json', '--root', join(folder, 'shop')], cart).stdout);
    expect(report.tests[0]).toMatchObject({ package: 'example.com/shop/cart', file: 'cart/cart_test.go' });
  });

  test('36: a failing test of the JVM has the one file below src/test that its stack names', () => {
    const red = `CartTest > breaks FAILED\n    java.lang.IllegalStateException at CartTest.java:11\n\n1 test completed, 1 failed\n> Task :test FAILED\nBUILD FAILED in 4s\n`;
    const place = (root: string) =>
      /^::error (?:file=(\S+?),line=(\d+),)?title=gradle%3A CartTest > breaks::/
        .exec(run(['--format', 'github', '--command', 'gradle test', '--root', join(folder, root)], red).stdout)
        ?.slice(1);
    const java = 'jvm/app/src/test/java/shop/CartTest.java';
    mkdirSync(dirname(join(folder, java)), { recursive: true });
    writeFileSync(join(folder, java), 'class CartTest {}\n');
    expect(place('jvm')).toEqual(['app/src/test/java/shop/CartTest.java', '11']);
    expect(place('jvm/app')).toEqual(['src/test/java/shop/CartTest.java', '11']);
    // Not there, or there twice: none is guessed.
    expect(place('work')).toEqual([undefined, undefined]);
    writeFileSync(join(folder, 'jvm/app/src/test/CartTest.java'), 'class CartTest {}\n');
    expect(place('jvm')).toEqual([undefined, undefined]);
  });

  test.each(['text', 'json', 'ctrf', 'junit', 'sarif', 'github', 'summary'])('writes %s', (format) => {
    const { status, stdout } = run(['--format', format], RED);
    expect(status).toBe(1);
    expect(stdout).toContain('TestA');
  });

  test.each([
    [['--format', 'yaml'], '--format takes text, json'],
    [['--exit-code', 'one'], '--exit-code takes a number'],
    [['--truncated', 'left'], '--truncated takes head, tail or middle'],
    [['--nonsense'], '--nonsense'],
    [['no-such-file.log'], 'there is no file no-such-file.log\n'],
    [['pytest', '-q'], "unknown option '-q'\n"],
    [['pytest', 'test'], 'there is no file pytest. To run a command: flow-parse -- <command>'],
    [['.'], '. is a folder'],
    [['--'], 'the command after -- is missing'],
    [['--', 'no-such-program'], 'no-such-program cannot be started: there is no such program'],
    [['a.log', '--', 'true'], 'a command after -- cannot be combined'],
    [['--command', 'pytest', '--', 'true'], 'a command after -- cannot be combined'],
  ])('wrong usage %j is named, with exit code 2', (words, message) => {
    const { status, stdout, stderr } = run(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^USAGE: /);
    expect(stderr).toContain(message);
    expect(stderr).toContain('flow-parse --help');
  });

  test('help and version', () => {
    expect(run(['--help']).stdout).toContain('flow-parse [options] -- npm test');
    expect(run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('what is kept of a huge output', () => {
  test('is bounded, and what was left out is stated and never green', () => {
    const keeper = new Keeper(1_000);
    for (let line = 0; line < 1_000; line++) keeper.add(Buffer.from(`test_a.py::test_${line} PASSED\n`));
    const input = keeper.input();
    expect(input.output.length).toBeLessThan(3_000);
    expect(input.output).toMatch(/\[\d+ bytes omitted\]/);
    expect(input.truncated).toBe('middle');
    expect(parse({ ...input, command: 'pytest -v' })).toMatchObject([{ green: false, complete: false }]);
  });

  test('is all of a small one, wherever it is split', () => {
    const keeper = new Keeper(20);
    for (const part of GREEN.slice(0, 30)) keeper.add(Buffer.from(part));
    const output = GREEN.slice(0, 30);
    expect(keeper.input()).toEqual({ output, ascii: true });
    keeper.add(Buffer.from('ä'));
    expect(keeper.input()).toEqual({ output: `${output}ä`, ascii: false });
  });

  test('is all of a file that has grown since it was asked for its size', () => {
    const keeper = new Keeper(20, 3);
    keeper.took(keeper.room(10).write('abc'));
    expect(keeper.room(10)).toHaveLength(0);
    for (const part of 'defghijk') keeper.add(Buffer.from(part));
    expect(keeper.input()).toMatchObject({ output: 'abcdefghijk' });
  });
});
