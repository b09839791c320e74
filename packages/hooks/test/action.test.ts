import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as anyTest, describe, expect } from 'vitest';
import { parse } from 'yaml';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { CLI, cli, packageRoot, workspaceRoot } from './kit.js';
import { change, signsWith, world } from './verify-kit.js';

const test = anyTest.skipIf(!CAN_SIGN);

interface Step {
  name: string;
  shell: string;
  env: Record<string, string>;
  run: string;
}

const text = readFileSync(path.join(packageRoot, 'action/action.yml'), 'utf8');
const action = parse(text) as {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: Step[] };
};
const docs = readFileSync(path.join(workspaceRoot, 'docs/ci.md'), 'utf8');

/** What GitHub would put in for an expression, given an event. */
function evaluate(expression: string, known: Record<string, string>): string {
  const names = /^\$\{\{ ([\w.]+(?: \|\| [\w.]+)*) \}\}$/.exec(expression)?.[1]?.split(' || ');
  if (!names) throw new Error(`not understood: ${expression}`);
  return names.map((name) => known[name] ?? '').find(Boolean) ?? '';
}

/** Runs the action's steps as a runner would, with an `npx` that starts the built program. */
function act(
  it: ReturnType<typeof world>,
  clone: ReturnType<ReturnType<typeof world>['clone']>,
  event: Record<string, string>,
) {
  const bin = path.join(it.repo.area, 'bin');
  process.getBuiltinModule('node:fs').mkdirSync(bin, { recursive: true });
  const npx = path.join(bin, 'npx');
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1 $2 $3" = "-y --package=@flow/hooks@$WANTED flow-hooks" ] || exit 99\nshift 3\nexec "${process.execPath}" "${CLI}" "$@"\n`,
  );
  chmodSync(npx, 0o755);
  const defaults = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, input.default]),
  );
  const known = { ...defaults, ...event };
  const summary = path.join(it.repo.area, 'summary.md');
  writeFileSync(summary, '');
  let status: number | null = 0;
  let output = '';
  for (const step of action.runs.steps) {
    if (status !== 0) break;
    const own = Object.fromEntries(Object.entries(step.env).map(([name, from]) => [name, evaluate(from, known)]));
    const environment = {
      ...clone.environment,
      PATH: `${bin}:${clone.environment.PATH}`,
      CI: 'true',
      // A job sets these for all of its steps, and nobody can take them out of one run.
      NODE_OPTIONS: '--no-warnings',
      MAKEFLAGS: '-j2',
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      WANTED: known['inputs.version'] ?? '',
    };
    const file = path.join(it.repo.area, 'step.sh');
    writeFileSync(file, step.run);
    // As GitHub calls `shell: bash`.
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', file];
    const run = spawnSync('bash', words, { cwd: clone.root, env: { ...environment, ...own }, encoding: 'utf8' });
    status = run.status;
    output += run.stdout + run.stderr;
  }
  return { status, output, summary: readFileSync(summary, 'utf8') };
}

const event = (clone: { git(...words: string[]): string }, more: Record<string, string> = {}) => ({
  'github.event.repository.default_branch': 'main',
  'github.sha': clone.git('rev-parse', 'HEAD'),
  ...more,
});

describe('the GitHub action', () => {
  test('uses each of its inputs, documents them, and puts no text of an event into a script', () => {
    expect(action.runs.using).toBe('composite');
    const expressions = action.runs.steps.flatMap((step) => Object.values(step.env ?? {})).join('\n');
    for (const [name, input] of Object.entries(action.inputs)) {
      expect(expressions).toContain(`inputs.${name}`);
      expect(input.description).not.toBe('');
      expect(docs).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'));
    }
    for (const step of action.runs.steps) {
      expect(step.shell).toBe('bash');
      expect(step.run).not.toContain('${{');
    }
  });

  test('of a pull request: its head, by the rules of its base branch', () => {
    const it = world();
    const clone = it.clone();
    const head = clone.git('rev-parse', 'HEAD');
    clone.git('checkout', '-q', '--detach', 'origin/main');
    clone.git('update-ref', '-d', 'refs/remotes/origin/main');
    const request = event(clone, { 'github.base_ref': 'main', 'github.event.pull_request.head.sha': head });
    const unproven = act(it, clone, request);
    expect(unproven).toMatchObject({ status: 1, output: expect.stringContaining('::error title=PUSH_UNTESTED::') });
    expect(unproven.summary).toContain('❌ Not verified');
    const rerun = act(it, clone, {
      ...request,
      'inputs.rerun': 'true',
      'inputs.setup': 'echo "ready"',
      'inputs.version': '1.2.3',
    });
    expect(rerun).toMatchObject({ status: 0, output: expect.stringContaining('run now') });
    expect(rerun.summary).toContain('✅ Verified');
  });

  test('an attestation that was pushed is fetched and counts', () => {
    const it = world();
    it.run();
    signsWith(it.repo.git, it.anne);
    expect(cli(it.repo, ['attest', '--push']).status).toBe(0);
    const clone = it.clone();
    const { status, output } = act(it, clone, event(clone));
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining(`attested by ${it.anne.name}`) });
  });

  test('U6: of a branch that was deleted: nothing is asked for, with the default branch or with zeros in its place', () => {
    const it = world();
    it.repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:refs/heads/old');
    const clone = it.clone();
    const zeros = '0'.repeat(40);
    const gone = { 'github.event.before': clone.git('rev-parse', 'origin/old') };
    clone.git('checkout', '-q', '--detach', 'origin/main');
    expect(act(it, clone, event(clone, gone))).toMatchObject({ status: 0 });
    const verify = (...words: string[]) => clone.verify('--base', 'origin/main', ...words);
    expect(verify('--branch', 'old', `${gone['github.event.before']}..${zeros}`)).toMatchObject({
      status: 0,
      codes: ['VERIFY_DELETION'],
    });
    // What is checked out is judged in the place of a branch that must not go.
    clone.git('checkout', '-q', '--detach', 'origin/feature/login');
    clone.git('remote', 'set-head', 'origin', '--delete');
    for (const branch of ['main', 'master'])
      expect(verify('--branch', branch, zeros).codes, branch).toContain('PUSH_UNTESTED');
  });

  test('of a push: what it brought, also to the default branch and in a shallow clone', () => {
    const it = world();
    const before = it.repo.git('rev-parse', 'origin/main');
    change(it.repo, 'it works on main');
    it.repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    const clone = it.clone();
    const push = event(clone, { 'github.event.before': before });
    expect(act(it, clone, push)).toMatchObject({ status: 1, output: expect.stringContaining('PUSH_UNTESTED') });
    expect(act(it, clone, { ...push, 'inputs.rerun': 'true' }).status).toBe(0);
    const first = act(it, clone, event(clone, { 'github.event.before': '0'.repeat(40) }));
    expect(first).toMatchObject({ status: 0, output: expect.stringContaining('VERIFY_ON_BASE') });
    const shallow = path.join(it.repo.area, 'shallow');
    spawnSync('git', ['clone', '-q', '--depth', '1', `file://${it.repo.remote}`, shallow], { env: clone.environment });
    const run = act(it, { ...clone, root: shallow }, { ...push, 'inputs.rerun': 'true' });
    expect(run).toMatchObject({ status: 0, output: expect.stringContaining('run now') });
  });

  test('words of an event are words', () => {
    const it = world();
    const clone = it.clone();
    const hostile = '$(touch owned); `touch owned`; "; touch owned; #';
    const run = act(it, clone, { ...event(clone), 'inputs.commit': hostile });
    expect(run).toMatchObject({ status: 3, output: expect.stringContaining('COMMIT_UNKNOWN') });
    expect(clone.git('status', '--porcelain')).toBe('');
  });
});

describe('the examples of docs/ci.md', () => {
  const blocks = [...docs.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm)].map(([, kind, body]) => ({
    kind,
    body: body!,
  }));

  test('are YAML, and call options that there are', () => {
    const yaml = blocks.filter(({ kind }) => kind === 'yaml');
    expect(yaml.length).toBeGreaterThan(2);
    for (const { body } of yaml) expect(parse(body)).toBeTypeOf('object');
    const help = spawnSync(process.execPath, [CLI, 'verify', '--no-such-option'], { encoding: 'utf8' });
    expect(help.status).toBe(2);
    const calls = blocks.flatMap(({ body }) => [
      ...body.matchAll(/npx -y --package=@flow\/hooks flow-hooks (verify .*)$/gm),
    ]);
    expect(calls).toHaveLength(2);
    for (const [, call = ''] of calls) {
      const words = call.replace(/"?\$\w+"?|"origin\/\$\w+"/g, 'HEAD').match(/'[^']*'|\S+/g)!;
      const { repo } = world();
      const run = cli(
        repo,
        words.map((word) => word.replaceAll("'", '')).map((word) => (word === 'npm ci' ? 'true' : word)),
      );
      expect({ words, status: run.status }).toEqual({ words, status: 0 });
    }
  });

  test('the signer of the example is one', () => {
    const block = blocks.find(({ body }) => body.includes('signers:'))!;
    const { repo } = world();
    repo.write('flow.config.yaml', block.body);
    repo.git('checkout', '-q', '-B', 'main');
    repo.commit('Signers');
    repo.git('push', '-q', '--no-verify', 'origin', 'main');
    expect(cli(repo, ['verify']).stdout).not.toContain('POLICY_INVALID');
  });
});
