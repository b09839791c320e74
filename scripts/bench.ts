// `pnpm bench`: what a hook costs, as ratios against bare `node` and the shell reference in the same run
// All candidates of a table run interleaved in random order, round by round;
// a ratio is the median of the per-round ratios. Absolute milliseconds are shown and never compared between tables.
// `--peers` fetches other guards and prints their table alone, `--injection` that of prompts and the status line, `--large`
// that of many packages and of long runs, `--commands` that of what is typed, `--drive` that of a driven run, `--front` that of the shell file before Node, `--seal`
// that of a sealed shell. `--against <tag>` builds that tag's program beside this tree and prints what this one takes of its time.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { agent, events, type TempRepo, tempRepo } from '@flow/test-kit';
import { benchAgainst, type Figure, settle } from './bench/against.js';
import { benchArguments } from './bench/arguments.js';
import { around, benchCapture, COMMAND } from './bench/capture.js';
import { benchCommands } from './bench/commands.js';
import { benchDrive } from './bench/drive.js';
import { buildEarlier } from './bench/earlier.js';
import { emptyFileLike } from './bench/empty-file.js';
import { floorFiles } from './bench/floor.js';
import { benchFront } from './bench/front.js';
import { benchInjection } from './bench/injection.js';
import { benchLarge } from './bench/large.js';
import { benchParts, ofPushes, ofRuns } from './bench/parts.js';
import { benchPeers } from './bench/peers.js';
import { benchSeal } from './bench/seal.js';
import { type Candidate, compare } from './bench/table.js';

const root = process.cwd();
const hook = path.join(root, 'packages/hooks/dist/hook.cjs');
const reference = path.join(root, 'scripts/reference/push-guard.sh');
const asked = benchArguments(process.argv.slice(2));
const { rounds } = asked;
const table = (title: string, candidates: Candidate[], base: string, limits: Record<string, string>) =>
  compare(title, { candidates, base, limits, rounds });
const node = process.execPath;

/** A repository of many files with a green Go run on its content, so that a push is allowed after the whole check. */
function makeRepository(files: number, extra: Record<string, string> = {}): TempRepo {
  const many: Record<string, string> = {
    'package.json': '{ "name": "x", "type": "module", "devDependencies": { "vitest": "5" } }\n',
    'a.test.js': "import { test } from 'vitest';\ntest('a', () => {});\n",
    '.gitignore': 'node_modules\n',
    ...extra,
  };
  for (let at = 0; at < files; at++) many[`src/m${at % 100}/f${at}.js`] = `export const f${at} = ${at};\n`;
  return tempRepo({ files: many, branch: 'feature/bench' });
}

const PHASE = `edits:
  phase: red
  classes: { source: ['lib/**'], test: ['src/**'] }
  phases: { red: { source: deny, test: allow } }
`;

/** The phase's guard alone, as far as a policy can say so. */
const ONE_GUARD = `guards: { push: 'off', sensitive: 'off', unreadable: 'off' }
${PHASE}`;

const ALL_GUARDS = `protect: ['contracts/**']
sensitive: { read: warn, write: ['certificates/**'] }
imports:
  - { files: ['e2e/**'], forbid: ['src/internal/**'], message: Use the public API. }
conventions:
  rules:
    - { name: no-log, files: ['src/**'], text: console.log, message: Use the logger. }
${PHASE}`;

function event(repo: TempRepo, command: string, kind: 'pre' | 'post' = 'pre'): string {
  const build = events('22222222-2222-4222-8222-222222222222', repo.root, { home: repo.home });
  const input = { command, description: 'a command'.padEnd(400, '.') };
  return JSON.stringify(
    kind === 'pre'
      ? build.preToolUse('Bash', input, 'toolu_bench')
      : build.postToolUse(
          'Bash',
          input,
          { stdout: 'x'.repeat(200), stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
          'toolu_bench',
        ),
  );
}

/** A plain edit, which leaves a line in the audit trail. */
function editEvent(repo: TempRepo): string {
  const build = events('22222222-2222-4222-8222-222222222222', repo.root, { home: repo.home });
  const input = { file_path: repo.path('src/m0/f0.js'), content: 'x'.repeat(2000) };
  return JSON.stringify(build.preToolUse('Write', input, 'toolu_bench'));
}

function green(repo: TempRepo, by = hook): TempRepo {
  spawnSync('ln', ['-s', path.join(root, 'node_modules'), repo.path('node_modules')]);
  const it = agent({ hook: by, repo });
  it.start();
  repo.write('src/m0/f0.js', 'export const f0 = 1;\n');
  const run = it.bash('npx vitest run');
  if (run.exit !== 0) throw new Error(run.output);
  repo.commit('Change f0');
  repo.write(
    'develop/feature/bench/test-results.json',
    JSON.stringify({ commit: repo.git('rev-parse', '--short=7', 'HEAD'), tests_fail: 0, all_green: true }),
  );
  return repo;
}

/** Figures that are compared with an earlier program's. */
const FIGURES: readonly Figure[] = (() => {
  const plain = (hook: string) => settle(hook, makeRepository(200));
  const pushed = (files: number) => (hook: string) => green(settle(hook, makeRepository(files)), hook);
  const call = (input: (repo: TempRepo) => string) => (hook: string, repo: TempRepo) => ({
    ...{ command: node, words: [hook], input: input(repo), repo, exit: 0 },
  });
  const push = call((repo) => event(repo, 'git push origin HEAD'));
  const prompt = (repo: TempRepo) =>
    JSON.stringify(
      events('22222222-2222-4222-8222-222222222222', repo.root, { home: repo.home }).userPromptSubmit('go on'),
    );
  let edits = 0;
  const recorded: Figure['candidate'] = (hook, repo) => {
    const { before, after } = around(repo, COMMAND, 100_000);
    const prepare = () => {
      repo.write('src/m0/f0.js', `export const f0 = ${++edits};\n`);
      spawnSync(node, [hook], { input: before, env: repo.environment, cwd: repo.root });
    };
    return { command: node, words: [hook], input: after, repo, exit: 0, prepare };
  };
  return [
    { name: 'before `ls`', make: plain, candidate: call((repo) => event(repo, 'ls -la src')) },
    { name: 'after `ls`', make: plain, candidate: call((repo) => event(repo, 'ls -la src', 'post')) },
    { name: 'before a plain edit', make: plain, candidate: call(editEvent) },
    {
      name: 'before a command that is read',
      make: plain,
      candidate: call((repo) => event(repo, 'mkdir -p out; cd out')),
    },
    { name: 'a prompt, nothing runs', make: plain, candidate: call(prompt) },
    { name: 'a green push, 200 files', make: pushed(200), candidate: push },
    { name: 'a green push, 10,000 files', make: pushed(10_000), candidate: push },
    { name: 'a run is recorded, 100 KB, 200 files', make: plain, candidate: recorded },
  ];
})();

if (asked.against !== null) {
  const earlier = buildEarlier(root, asked.against);
  try {
    benchAgainst(FIGURES, { here: hook, earlier, tag: asked.against, bare: emptyFileLike(hook) }, rounds);
  } finally {
    earlier.dispose();
  }
  process.exit();
}

if (asked.table === 'peers') {
  benchPeers(hook, path.join(path.dirname(hook), 'flow-hooks.cjs'), rounds);
  process.exit();
}

if (asked.table === 'injection') {
  const [idle, led, edited, large] = [200, 200, 200, 30_000].map(makeRepository) as [
    TempRepo,
    TempRepo,
    TempRepo,
    TempRepo,
  ];
  const repositories = { idle, led, edited, large };
  try {
    benchInjection(path.dirname(hook), path.join(root, 'packages/cli/dist/flow.js'), repositories, rounds);
  } finally {
    for (const repository of Object.values(repositories)) repository.dispose();
  }
  process.exit();
}

if (asked.table === 'commands') {
  const repository = makeRepository(200);
  try {
    benchCommands(path.dirname(hook), path.join(root, 'packages/cli/dist/flow.js'), repository, rounds);
  } finally {
    repository.dispose();
  }
  process.exit();
}

if (asked.table === 'front') {
  benchFront(path.join(root, 'packages/hooks/dist/flow-hooks.cjs'), makeRepository, rounds);
  process.exit();
}

if (asked.table === 'parts') {
  const repository = green(makeRepository(200));
  const [led, edited, large] = [200, 200, 30_000].map((files) => makeRepository(files)) as [
    TempRepo,
    TempRepo,
    TempRepo,
  ];
  const flow = path.join(root, 'packages/cli/dist/flow.js');
  try {
    const pushes = ofPushes(hook, repository, event(repository, 'git push origin HEAD'));
    const runs = ofRuns(hook, flow, led, [
      ['200', edited],
      ['30,000', large],
    ]);
    benchParts(hook, emptyFileLike(hook), [...pushes, ...runs], rounds);
  } finally {
    for (const one of [repository, led, edited, large]) one.dispose();
  }
  process.exit();
}

if (asked.table === 'seal') {
  benchSeal(path.join(root, 'packages/hooks/dist/flow-hooks.cjs'), makeRepository, rounds);
  process.exit();
}
if (asked.table === 'drive') {
  await benchDrive(path.join(root, 'packages/cli/dist/flow.js'), makeRepository);
  process.exit();
}

if (asked.table === 'large') {
  benchLarge(hook, path.join(root, 'packages/cli/dist/flow.js'), makeRepository, rounds);
  process.exit();
}

const small = makeRepository(200);
const large = makeRepository(10_000);
const one = makeRepository(200, { 'flow.config.yaml': ONE_GUARD });
const all = makeRepository(200, { 'flow.config.yaml': ALL_GUARDS });
try {
  const empty = emptyFileLike(hook);
  const floor = floorFiles(empty, path.dirname(hook), 'src/m0/f0.js');
  green(small);
  green(large);
  const launched = (name: string, repo: TempRepo, input: string, exit = 0): Candidate => ({
    name,
    command: node,
    words: [hook],
    input,
    repo,
    exit,
  });
  const bare = (repo: TempRepo): Candidate => ({
    name: 'bare node',
    command: node,
    words: [empty],
    input: event(repo, 'ls'),
    repo,
    exit: 0,
  });
  const shell = (name: string, repo: TempRepo, command: string, ...words: string[]): Candidate => ({
    name,
    command: 'bash',
    words: [reference, ...words],
    input: event(repo, command),
    repo,
    exit: 0,
  });

  table(
    'P1, P2, P6: nothing to do',
    [
      bare(small),
      launched('PreToolUse ls', small, event(small, 'ls -la src')),
      launched('PostToolUse ls', small, event(small, 'ls -la src', 'post')),
      launched('PreToolUse Write', small, editEvent(small)),
      shell('bash + python3 reference', small, 'ls -la src'),
    ],
    'bare node',
    { 'PreToolUse ls': 'P1 <= 1.05, P2 p99 <= 1.15', 'PostToolUse ls': 'P1 <= 1.05', 'PreToolUse Write': 'P1 <= 1.05' },
  );
  const sizes = [
    ['200 files', small],
    ['10,000 files', large],
  ] as const;
  for (const [name, repo] of sizes) {
    table(
      `A green push is allowed, ${name}`,
      [
        shell('bash + python3 reference', repo, 'git push origin HEAD'),
        shell('reference with dirty check', repo, 'git push origin HEAD', '--dirty'),
        bare(repo),
        { ...bare(repo), name: 'floor: Node, one git, one verification', words: [floor.push] },
        { ...bare(repo), name: 'the same, two gits, the engine loaded', words: [floor.engine] },
        launched('push guard', repo, event(repo, 'git push origin HEAD')),
      ],
      'bare node',
      { 'push guard': `${repo === small ? '2.0' : '2.3'}, or floor + 0.4` },
    );
  }
  benchCapture(hook, bare(small), floor, sizes, Math.min(rounds, 40));
  for (const repo of [one, all]) agent({ hook, repo }).start();
  for (const [what, made] of [
    ['an edit', editEvent],
    ['a command', (repo: TempRepo) => event(repo, 'npm ci && mkdir -p out')],
  ] as const) {
    table(
      `P8: all guards configured, ${what}`,
      [bare(one), launched('one guard', one, made(one)), launched('all guards', all, made(all))],
      'one guard',
      { 'all guards': 'P8 <= 1.05' },
    );
  }
  const program = path.join(path.dirname(hook), 'flow-hooks.cjs');
  table(
    'Installation into 10,000 files, without what npm takes',
    [bare(large), { ...launched('flow-hooks install', large, ''), words: [program, 'install'] }],
    'bare node',
    { 'flow-hooks install': '1,500 ms' },
  );
  const loaded = (file: string) => {
    const code = `const before = process.moduleLoadList.length; process.on('exit', () => require('fs').writeSync(2, 'MODULES ' + (process.moduleLoadList.length - before))); require(${JSON.stringify(file)});`;
    const run = spawnSync(node, ['-e', code], { input: event(small, 'ls'), env: small.environment, encoding: 'utf8' });
    return Number(/MODULES (\d+)/.exec(run.stderr)?.[1]);
  };
  console.log(
    `\nP3: internal modules beyond an empty file: ${loaded(hook) - loaded(empty)} (goal 0); entry ${(statSync(hook).size / 1024).toFixed(1)} KB (goal <= 24)`,
  );
} finally {
  small.dispose();
  large.dispose();
  one.dispose();
  all.dispose();
}

// Freshness, `flow-hooks exec`, the journal and P11, the parsers: benchmarks of their own, whose tables follow these.
const OTHERS: [file: string, rounds: number][] = [
  ['packages/hooks/scripts/bench-freshness.mjs', 15],
  ['packages/hooks/scripts/bench-exec.mjs', 20],
  ['packages/evidence/scripts/bench-journal.mjs', 20],
  ['packages/capture-parsers/scripts/bench-parser.mjs', 15],
];
for (const [file, most] of OTHERS) {
  const words = [path.join(root, file), '--rounds', String(Math.min(rounds, most))];
  if (spawnSync(node, words, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
