import { runProgram, runProgramBeside } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { FLOW, FLOW_HOOKS, repository } from './kit.js';

// Most tests run our programs in one process that stays: what they see there has to be what people see.
describe('a program that is loaded already answers as one that is started', () => {
  test.each([
    ['flow', ['status']],
    ['flow', ['status', '--json']],
    ['flow', ['start', 'nothing']],
    ['flow', ['statu']],
    ['flow', ['check', '--json']],
    ['flow', ['--version']],
    ['flow', ['-C', '..', 'status']],
    ['flow', []],
    ['flow', ['doctor', '--json']],
    ['flow-hooks', ['status']],
    ['flow-hooks', ['explain', '--', 'git', 'push']],
    ['flow-hooks', ['nonsense', '--json']],
    ['flow-hooks', ['help', 'install']],
  ])('%s %j', async (name, words) => {
    const file = name === 'flow' ? FLOW : FLOW_HOOKS;
    const repo = repository();
    const at = { cwd: repo.root, environment: { ...repo.environment, FORCE_COLOR: '1' } };
    const { status, stdout, stderr } = runProgram(file, words, { ...at, process: true });
    // What is measured or made up anew each time.
    const alike = (text: string) => text.replace(/\d+ ms|\d+(?:\.\d+)? s\b/g, 'a time');
    const alone = { status, stdout: alike(stdout), stderr: alike(stderr) };
    for (const run of [runProgram(file, words, at), await runProgramBeside(file, words, at)])
      expect({ ...run, stdout: alike(run.stdout), stderr: alike(run.stderr) }).toEqual(alone);
    expect(stdout + stderr).not.toBe('');
  });

  test('each run has the folder and the variables that it is given, and none of the last one', () => {
    const [one, other] = [repository(), repository({ branch: 'feature/other' })];
    const branch = ({ root, environment }: typeof one, more: Record<string, string> = {}) =>
      runProgram(FLOW, ['start', 'tdd', '--json'], { cwd: root, environment: { ...environment, ...more } }).stdout;
    expect(branch(one, { NO_COLOR: '1' })).toContain('feature/login');
    expect(branch(other)).toContain('feature/other');
    const red = (environment: Record<string, string>) =>
      runProgram(FLOW, ['nonsense'], { cwd: one.root, environment: { ...one.environment, ...environment } }).stderr;
    expect(red({ FORCE_COLOR: '1' })).toContain('\u001b[31m');
    expect(red({})).not.toContain('\u001b');
  });

  test('each run reads the text that it is given, and none of the last one', () => {
    const { root: cwd, environment } = repository();
    const words = ['exec', '--quiet', '--', 'cat'];
    const read = (input?: string, process = false) =>
      runProgram(FLOW, words, { cwd, environment, process, ...(input === undefined ? {} : { input }) }).stdout;
    expect(read('alone', true)).toBe('alone');
    expect(['a long one', '', 'short', undefined].map((input) => read(input))).toEqual(['a long one', '', 'short', '']);
  });

  test('thirty runs leave no listener behind that would warn', () => {
    const { root: cwd, environment } = repository();
    const runs = Array.from({ length: 30 }, () => runProgram(FLOW, ['nonsense'], { cwd, environment }));
    expect(new Set(runs.map(({ stderr }) => stderr)).size).toBe(1);
    expect(runs[0]).toMatchObject({ status: 2 });
  });
});
