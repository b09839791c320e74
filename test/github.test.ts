import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONLINT, CLIENT_PACKAGES, GOTESTSUM_FOLDER, JEST_MODULES, MOCHA_MODULES } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ConfigSchema } from '../packages/core/src/config/config.js';

/* The workflows of GitHub type what a person types, name others' code by its bytes, and have no right that they do not need. */

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Job {
  needs?: string | string[];
  permissions?: Record<string, string>;
  steps?: { if?: string; uses?: string; run?: string; with?: Record<string, unknown> }[];
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

describe('36.2 CI builds once', () => {
  const { jobs } = workflows.find(({ file }) => file === 'ci.yml')!.workflow;
  const stepOf = ({ steps = [] }: Job, action: string) =>
    steps.findIndex(({ uses = '' }) => uses.startsWith(`actions/${action}@`));

  test('what was built and the cache of turbo go into one artifact, which is unpacked where it was packed', () => {
    const { steps = [] } = jobs.build!;
    const given = steps[stepOf(jobs.build!, 'upload-artifact')]!.with as {
      path: string;
      'include-hidden-files': boolean;
    };
    const paths = given.path.trim().split('\n');
    expect(paths).toEqual(expect.arrayContaining(['.turbo/cache', 'packages/*/dist', 'packages/agents/skills']));
    // Without it, a folder whose name begins with a dot is left out.
    expect(given['include-hidden-files']).toBe(true);
    // The folder that all paths share is left out of their names.
    expect(new Set(paths.map((one) => one.split('/')[0])).size).toBeGreaterThan(1);
  });

  test('each job takes it before the first command that needs a build, but the release, whose versions are others', () => {
    const others = Object.entries(jobs).filter(([name]) => !['build', 'release', 'gate'].includes(name));
    for (const [name, job] of others) {
      const { steps = [] } = job;
      const taken = stepOf(job, 'download-artifact');
      const first = steps.findIndex(({ run = '' }) => /^(?:npx -y pnpm@12 (?!install\b)|node scripts\/)/.test(run));
      expect(first, name).toBeGreaterThan(0);
      expect(job.needs, name).toBe('build');
      expect([name, steps[taken]]).toEqual([name, { uses: expect.anything(), with: { name: 'built' } }]);
      expect(taken, name).toBeLessThan(first);
      expect(taken, name).toBeGreaterThan(steps.findIndex(({ run = '' }) => run.includes('pnpm@12 install')));
    }
  });
});

test('36.8 who plays the real clients has built the site before, which a browser reads there', () => {
  const playing = workflows.flatMap(({ file, workflow }) =>
    Object.entries(workflow.jobs).flatMap(([name, { steps = [] }]) => {
      const typed = steps.map(({ run = '' }) => run);
      return typed.includes('npx -y pnpm@12 test:client') ? [[`${file} ${name}`, typed] as const] : [];
    }),
  );
  expect(playing.map(([name]) => name)).toEqual(['ci.yml client', 'nightly.yml clients', 'nightly.yml front']);
  for (const [name, typed] of playing) {
    const site = typed.indexOf('npx -y pnpm@12 site');
    expect(site, name).toBeGreaterThan(0);
    expect(site, name).toBeLessThan(typed.indexOf('npx -y pnpm@12 test:client'));
  }
  // On one machine `check` builds it, before the clients are played.
  const [check, client] = ['pnpm@12 check', 'pnpm@12 test:client'].map((one) => read('.ci/run').indexOf(one));
  expect(read('scripts/check.mjs')).toContain("'turbo', 'run', 'site'");
  expect(check).toBeGreaterThan(0);
  expect(check).toBeLessThan(client!);
});

test.skipIf(process.platform === 'win32')(
  '36.2 the canary names the newest of every client, and stops at what is no version',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'flow-newest-'));
    try {
      const ask = (answer: string) => {
        writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
        const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
        const script = path.join(root, 'scripts/newest-clients.mjs');
        return spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
      };
      const told = ask('[ "$1 $3" = "view version" ] && echo 9.8.7');
      expect(told.stdout.trim().split('\n')).toEqual(Object.keys(CLIENT_PACKAGES).map((name) => `${name}=9.8.7`));
      const odd = ask('printf "9.8.7\\nPATH=/evil\\n"');
      expect([odd.status, odd.stdout]).toEqual([1, '']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    // A version that stands in a test would be no canary's.
    for (const file of globSync('packages/{*/test,test-kit/src}/**/*.ts', { cwd: root })) {
      const text = read(file);
      for (const name of Object.values(CLIENT_PACKAGES))
        if (!file.endsWith('client-versions.ts')) expect(text.includes(`installNamed('${name}`), file).toBe(false);
      if (/\binstallNamed\(/.test(text)) expect(text, file).not.toMatch(/version: '\d/);
    }
  },
);

test('36.2 the release waits for CI, and publishes from an environment that a person guards', () => {
  const { jobs } = workflows.find(({ file }) => file === 'release.yml')!.workflow;
  expect(jobs.publish).toMatchObject({ needs: 'ci', environment: 'npm' });
  expect(read('.github/workflows/release.yml')).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
});

test('36.2 what .ci/install-tools fetches lies outside the checkout, where the tests look for it', () => {
  const fetching = read('.ci/install-tools');
  const put = [...fetching.matchAll(/^folder=\$tools\/(go_\S+)/gm)].map(([, name = '']) => name);
  const named = /^for tool in (.*); do$/m.exec(fetching)?.[1]?.split(' ') ?? [];
  const from = [...named.map((one) => `npm_${one.replace('@', '_')}`), ...put].toSorted();
  const looked = [ACTIONLINT, GOTESTSUM_FOLDER, JEST_MODULES, MOCHA_MODULES];
  const sought = looked.map((file) => /[\\/]flow-tools[\\/]([^\\/]+)/.exec(file)?.[1]);
  expect(from).toHaveLength(4);
  expect(sought.toSorted()).toEqual(from);
  // `verify` runs the tests in a clean checkout.
  for (const file of looked) expect(file.startsWith(root), file).toBe(false);
  expect(fetching).toContain('tools="${XDG_CACHE_HOME:-$HOME/.cache}/flow-tools"');
});

test.skipIf(!existsSync(ACTIONLINT))('36.2 actionlint (built by .ci/install-tools, with Go) finds nothing', () => {
  const run = spawnSync(ACTIONLINT, ['-no-color'], { cwd: root, encoding: 'utf8' });
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
