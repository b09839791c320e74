import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConfigSchema } from '../packages/core/src/config/config.js';

/* The workflows of GitHub type what a person types, name others' code by its bytes, and have no right that they do not need. */

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
  strategy?: { matrix: Record<string, string[]> };
  'timeout-minutes'?: number;
  uses?: string;
}

interface Workflow {
  name: string;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const files = readdirSync(path.join(root, '.github/workflows')).sort();
const workflows = files.map((file) => {
  const text = read(`.github/workflows/${file}`);
  return { file, text, workflow: parse(text) as Workflow };
});
const commands = `${read('CONTRIBUTING.md')}\n${read('README.md')}`;
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** What has no place in the commands of a person: a setting of the machine, whether a step left the tree as it was, and the answer of the gate. */
const OF_THE_MACHINE = ['git config --global core.autocrlf false', 'git diff --exit-code', 'test "$RESULTS" = success'];

describe.each(workflows)('36.2 $file', ({ text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, { steps = [], strategy }]) =>
    steps.flatMap((step) => {
      const suites = strategy?.matrix.suite ?? [''];
      return suites.map((suite) => ({ ...step, run: step.run?.replace('${{ matrix.suite }}', suite) }));
    }),
  );

  test('each step is a command of CONTRIBUTING.md, and each script is there', () => {
    const typed = steps.flatMap(({ run }) => (run === undefined ? [] : [run.replace(' >> "$GITHUB_ENV"', '')]));
    for (const command of typed.filter((one) => !OF_THE_MACHINE.includes(one))) {
      const [plain = ''] = /^(?:npx -y pnpm@12 [\w:]+|node scripts\/[\w.-]+|\.ci\/[\w-]+)/.exec(command) ?? [];
      expect(plain, command).not.toBe('');
      expect(commands, command).toContain(plain);
      const script = /^npx -y pnpm@12 (\S+)/.exec(command)?.[1];
      if (script !== undefined && script !== 'install') expect(Object.keys(scripts), command).toContain(script);
      const file = /^(?:node )?(scripts\/\S+|\.ci\/\S+)/.exec(command)?.[1];
      if (file !== undefined) expect(existsSync(path.join(root, file)), command).toBe(true);
    }
  });

  test('no text of an event becomes part of a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  test('actions of others are named by their commit, with its version beside it', () => {
    const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, one = '']) => one);
    for (const one of used.filter((name) => !name.startsWith('./')))
      expect(one).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('nothing is written but what a release needs, no checkout keeps a token, and every job ends', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, job] of jobs) {
      const publishes = workflow.name === 'release' && name === 'publish';
      const writes = Object.entries(job.permissions ?? {}).filter(([, right]) => right !== 'read');
      expect(writes).toEqual(publishes ? [['id-token', 'write']] : []);
      for (const { uses = '', with: given = {} } of job.steps ?? [])
        if (uses.startsWith('actions/checkout@')) expect(given['persist-credentials'], name).toBe(false);
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });
});

test('36.2 one gate waits for every other job of CI, and a job that was skipped does not open it', () => {
  const { jobs } = workflows.find(({ file }) => file === 'ci.yml')!.workflow;
  const others = Object.keys(jobs).filter((name) => name !== 'gate');
  expect(jobs.gate?.needs).toEqual(others);
  expect(read('.github/workflows/ci.yml')).toMatch(/gate:\n +if: always\(\)/);
  expect(jobs.systems?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: ['22', '24'],
  });
});

test('36.5 CI draws the recording anew, and fails where it is not the one that is committed', () => {
  const { jobs } = workflows.find(({ file }) => file === 'ci.yml')!.workflow;
  const typed = (jobs.build?.steps ?? []).map(({ run }) => run);
  const drawn = typed.indexOf('npx -y pnpm@12 recording');
  expect(drawn).toBeGreaterThan(-1);
  expect(typed[drawn + 1]).toBe('git diff --exit-code');
});

test('36.2 the release waits for CI, and publishes from an environment that a person guards', () => {
  const { jobs } = workflows.find(({ file }) => file === 'release.yml')!.workflow;
  expect(jobs.publish).toMatchObject({ needs: 'ci', environment: 'npm' });
  expect(read('.github/workflows/release.yml')).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
});

const linter = path.join(root, '.cache/actionlint/actionlint');
const canLint = existsSync(linter);
test.skipIf(!canLint)('36.2 actionlint (built by .ci/install-tools, with Go) finds nothing', () => {
  const run = spawnSync(linter, ['-no-color'], { cwd: root, encoding: 'utf8' });
  expect(run.stdout + run.stderr).toBe('');
});

test('36.2 issue forms ask for something, each question has a name of its own', () => {
  for (const file of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })) {
    const form = parse(read(file)) as { name?: string; description?: string; body?: { id: string; type: string }[] };
    if (file.endsWith('config.yml')) continue;
    expect(form.name && form.description, file).toBeTruthy();
    const ids = (form.body ?? []).map(({ id }) => id);
    expect(new Set(ids).size, file).toBe(ids.length);
    expect(ids.length, file).toBeGreaterThan(0);
  }
  const { name } = /github\.com\/(?<name>[\w.-]+\/[\w.-]+)\.git/.exec(read('package.json'))!.groups!;
  expect(read('.github/ISSUE_TEMPLATE/config.yml')).toContain(`https://github.com/${name}/security/`);
});

test('36.2 the repository guards itself: its own policy is valid, asks for `check`, and leaves samples alone', () => {
  const config = ConfigSchema.parse(parse(read('flow.config.yaml')));
  expect(config.suites).toEqual([{ root: '.', command: 'npx -y pnpm@12 check', name: 'check' }]);
  expect(scripts.guard).toContain('flow-hooks.cjs install');
  const ignored = execFileSync('git', ['check-ignore', '.claude/settings.json', 'develop/main/x'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(ignored.trim().split('\n')).toHaveLength(2);
});
