import { describe, expect, test } from 'vitest';
import { atTerminal, HAS_SCRIPT } from '../../hooks/test/terminal-kit.js';
import { FLOW, FLOW_HOOKS, flow, json, repository } from './kit.js';

/* Evidence and approvals are the commands of `flow-hooks`: the same built file runs, whatever the name. */

describe('D1 the commands of flow-hooks under flow', () => {
  test.each([
    [['evidence'], ['status']],
    [
      ['evidence', '--json'],
      ['status', '--json'],
    ],
    [
      ['explain', 'git push origin HEAD'],
      ['explain', 'git push origin HEAD'],
    ],
    [
      ['explain', '--', 'ls', '-C', '--help'],
      ['explain', '--', 'ls', '-C', '--help'],
    ],
    [
      ['approve', '--list'],
      ['approve', '--list'],
    ],
    [
      ['approve', 'no-such-gate'],
      ['approve', 'no-such-gate'],
    ],
    [
      ['verify', '--frist'],
      ['verify', '--frist'],
    ],
    [['apply'], ['apply']],
  ])('flow %j answers as flow-hooks %j', (words, other) => {
    const repo = repository({ files: { 'flow.config.yaml': 'mode: monitor\n' } });
    const without = (run: ReturnType<typeof flow>) => ({
      ...run,
      stdout: run.stdout.replace(/"tree": .*/, ''),
      // Each names itself.
      stderr: run.stderr.replace(/\b(?:npx flow-hooks|flow) (?=[a-z])/g, ''),
    });
    expect(without(flow(repo, words))).toEqual(without(flow(repo, other, { program: FLOW_HOOKS })));
  });

  test('what is to be typed next names the program that was called', () => {
    const repo = repository({ files: { 'flow.config.yaml': 'mode: monitor\n' } });
    const told: [words: string[], says: RegExp][] = [
      [['preset'], /^USAGE: flow preset list \| show/],
      [['preset', 'new', 'p', '.'], /Name another folder: flow preset new p <folder>/],
      [['evidence', '--frist'], /\. flow evidence/],
      [['allow', 'ABC'], /flow allow --list/],
      [['approve', 'handoff'], /Run `flow approve handoff` there/],
    ];
    for (const [words, says] of told) {
      const { stderr } = flow(repo, words);
      expect(stderr).toMatch(says);
      expect(stderr).not.toContain('flow-hooks');
    }
  });

  test('exit code, standard input and words behind -- of what runs are its own', () => {
    const repo = repository();
    const run = flow(repo, ['exec', '--quiet', '--', 'sh', '-c', 'cat; echo "$@" >&2; exit 7', 'x', '-C', '--json'], {
      input: 'in\n',
    });
    expect(run).toEqual({ status: 7, stdout: 'in\n', stderr: '-C --json\n' });
  });

  test('-C names the folder, on either side of the command', () => {
    const repo = repository();
    for (const words of [
      ['-C', repo.root, 'evidence'],
      ['evidence', '-C', repo.root],
    ])
      expect(flow(repo, words, { cwd: repo.area }).stdout).toContain(`${repo.root}  branch feature/login`);
  });
});

test.each<[words: string[], exit: number, says: RegExp]>([
  [['init'], 2, /^USAGE: unknown command `init`\. Did you mean: npx flow-hooks install\n$/],
  [['statsu'], 2, /^USAGE: unknown command `statsu`\. Did you mean: npx flow-hooks status\n$/],
  [['help', 'emacs'], 2, /^USAGE: unknown command `emacs`\. All commands: npx flow-hooks --help\n$/],
  [['--frist'], 2, /^USAGE: Unknown option '--frist'\. All commands: .+\n$/],
  [['verify', '--frist'], 2, /^USAGE: Unknown option '--frist'\. npx flow-hooks verify \[.+\n$/],
  [['verify', '--help'], 0, /^flow-hooks verify \[(?:.*\n)+ {2}--setup <command> +a command to run first/],
  [['help', 'verify'], 0, /^flow-hooks verify \[/],
])('flow-hooks %j says what is meant, and no more', (words, exit, says) => {
  const { status, stdout, stderr } = flow(repository(), words, { program: FLOW_HOOKS });
  expect({ status, said: stdout + stderr }).toEqual({ status: exit, said: expect.stringMatching(says) });
});

test.each<[words: string[], exit: number, code: string, message: RegExp, remedy: RegExp]>([
  [['preset', 'show', 'cobol'], 1, 'PRESET_UNKNOWN', /^there is no preset cobol\. Available: go, /, /^$/],
  [['preset', 'dance'], 2, 'USAGE', /^flow preset list /, /^$/],
  [['verify', '--frist'], 2, 'USAGE', /^Unknown option '--frist'\./, /^$/],
  [['-C', '/', 'evidence'], 3, 'NO_REPOSITORY', /is not in a git repository/, /^$/],
])('%j with --json says as JSON why there is no answer', (words, status, code, message, remedy) => {
  const repo = repository();
  const error = { code, message: expect.stringMatching(message), remedy: expect.stringMatching(remedy) };
  expect(json(repo, words)).toMatchObject({ status, version: 1, ok: false, error });
  // What has an answer is not given a second one.
  expect(json(repo, ['approve', '--list'])).toMatchObject({ gates: expect.any(Array) });
});

describe.skipIf(!HAS_SCRIPT)('D97 an approval through flow', () => {
  const files = { 'develop/feature/login/spec.md': '# Spec\n', 'develop/feature/login/test-shape.yaml': 'a: b\n' };

  test('D97 a person at a terminal approves', async () => {
    const repo = repository({ files });
    const { status, text } = await atTerminal(repo, ['approve', 'shape'], { program: FLOW });
    expect({ status, text }).toEqual({ status: 0, text: expect.stringContaining('Approved: gate shape') });
    expect(flow(repo, ['approve', '--list']).stdout).toMatch(/^shape +approved/m);
  });

  test("D97 an agent's shell is refused", async () => {
    const repo = repository({ files });
    const { status, text } = await atTerminal(repo, ['approve', 'shape'], {
      program: FLOW,
      environment: { CLAUDECODE: '1' },
    });
    expect({ status, text }).toEqual({ status: 1, text: expect.stringContaining('AGENT_ENVIRONMENT') });
  });
});
