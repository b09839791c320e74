import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { around, COMMAND } from './capture.js';
import { type Asked, contentGits, PUSH_GITS } from './floor.js';
import { EDITED, editIn, lead, promptIn } from './injection.js';
import { measuredHow } from './processor-time.js';
import { type Candidate, measure, median, quantile } from './table.js';

/** A part of an event is a step that the event cannot leave out, as a piece of a program. */
type Part = readonly [name: string, code: string];

/** Length of what stands in front of kept code, see `kept-code.ts` of the hooks. */
const STAMP = 64;

/** An event whose parts are timed, and the event itself. */
export interface Parted {
  name: string;
  repo: TempRepo;
  input: string;
  parts: readonly Part[];
  /** What has to happen before each run of the event, and of a part. */
  prepare?: () => void;
  edit?: () => void;
}

/** How the entry loads a file of the bundle, in steps: what is on disk, what V8 makes of it, and what it does by itself. */
const LOADER = (dist: string, cache: string) => `
const fs = require('node:fs');
const path = require('node:path');
const sources = {}, scripts = {}, rooms = {};
function read(name, use) {
  const text = fs.readFileSync(path.join(${JSON.stringify(dist)}, name), 'utf8');
  const bytes = use && fs.readFileSync(path.join(${JSON.stringify(cache)}, [name, use, process.version, process.arch].join('-')));
  const half = use && (bytes.length + ${STAMP}) / 2;
  const code = use && bytes.subarray(${STAMP}, half);
  if (use && !code.equals(bytes.subarray(half))) process.exit(7);
  sources[name] = { text: '(function(exports,require,module,__filename,__dirname){' + text + '\\n})', code };
}
function make(name) {
  const { Script } = require('node:vm');
  const { text, code } = sources[name];
  scripts[name] = new Script(text, { filename: path.join(${JSON.stringify(dist)}, name), ...(code && { cachedData: code }) });
  if (scripts[name].cachedDataRejected) process.exit(8);
}
function run(name) {
  const own = { exports: {} };
  scripts[name].runInThisContext()(own.exports, require, own, path.join(${JSON.stringify(dist)}, name), ${JSON.stringify(dist)});
  rooms[name] = own.exports;
}
`;

const ENTRY: Part = [
  'the event is read, the entry is loaded',
  `const event = JSON.parse(fs.readFileSync(0, 'utf8')); read('hook.cjs'); make('hook.cjs'); read('event.cjs', 'event'); make('event.cjs'); run('event.cjs');`,
];

const engineParts = (use: string): Part[] => [
  ['the engine and its kept code are read from disk', `read('engine.cjs', '${use}');`],
  ['V8 takes the kept code in', `make('engine.cjs');`],
  ['what the engine is made of comes into being', `run('engine.cjs');`],
];

const gitPart = (name: string, gits: readonly Asked[]): Part => [
  name,
  `for (const [words, input] of ${JSON.stringify(gits)}) if (require('node:child_process').spawnSync('git', words, { input, env, maxBuffer: 1 << 28 }).status !== 0) process.exit(5);`,
];

/** Puts a text of a key into a program that signs with it and verifies what it signed. */
function signing(): Part {
  const { privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('hex');
  return [
    '`node:crypto`, one signature verified',
    `const { createPrivateKey, createPublicKey, sign, verify } = require('node:crypto');
const secret = createPrivateKey({ key: Buffer.from('${secret}', 'hex'), format: 'der', type: 'pkcs8' });
const shown = createPublicKey(secret).export({ format: 'der', type: 'spki' });
if (!verify(null, Buffer.from('text'), createPublicKey({ key: shown, format: 'der', type: 'spki' }), sign(null, Buffer.from('text'), secret))) process.exit(3);`,
  ];
}

const pushParts = (): Part[] => [
  ENTRY,
  signing(),
  gitPart('`node:child_process`, the first git', [[['cat-file', '--batch'], 'HEAD\nHEAD:package.json\n']]),
  gitPart('the second git', PUSH_GITS),
  ...engineParts('tool-before-push'),
];

const INDEX_COPY: Part = [
  'a copy of the index',
  `env.GIT_INDEX_FILE = __filename + '.index'; fs.copyFileSync('.git/index', env.GIT_INDEX_FILE);`,
];

const recordParts = (changed: string): Part[] => [
  ENTRY,
  signing(),
  INDEX_COPY,
  gitPart('`node:child_process`, three gits', contentGits(changed)),
  ...engineParts('tool-after'),
  ['the parsers are loaded', `read('parsers.cjs', 'tool-after'); make('parsers.cjs'); run('parsers.cjs');`],
  [
    'the output is read',
    `const { stdout, persistedOutputPath } = event.tool_response;
const output = persistedOutputPath ? fs.readFileSync(persistedOutputPath, 'utf8') : stdout;
const [report] = rooms['parsers.cjs'].parse({ command: event.tool_input.command, output, exitCode: 0 });
if (!report.green) process.exit(6);`,
  ],
  [
    'a receipt and a line are written to disk',
    `const text = JSON.stringify({ ...report, tests: report.tests.slice(0, 2000) });
for (const [name, flag] of [['.receipt', 'w'], ['.journal', 'a']]) {
  const file = fs.openSync(__filename + name, flag);
  fs.writeSync(file, text);
  fs.fsyncSync(file);
  fs.closeSync(file);
}`,
  ],
];

/** What an edit in a run asks git, beside the content. */
const BEGAN: Asked = [['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', 'HEAD~0', 'HEAD'], ''];

const editParts = (changed: string): Part[] => [
  ENTRY,
  signing(),
  INDEX_COPY,
  gitPart('`node:child_process`, four gits', [...contentGits(changed), BEGAN]),
  ...engineParts('tool-before'),
  [
    'what knows of runs is read, taken in and comes into being',
    `read('run.cjs', 'tool-before'); make('run.cjs'); run('run.cjs');`,
  ],
  [
    'the index is cut into names and ids',
    `const bytes = fs.readFileSync(env.GIT_INDEX_FILE), digits = bytes.toString('hex'), text = bytes.toString('latin1'), entries = new Map();
for (let at = 12, left = bytes.readUInt32BE(8); left > 0; left--) {
  const end = at + 62 + (((bytes[at + 60] << 8) | bytes[at + 61]) & 0xfff);
  entries.set(text.slice(at + 62, end), '100644 blob ' + digits.slice((at + 40) * 2, (at + 60) * 2));
  at += (end - at + 8) & ~7;
}`,
  ],
  [
    'two digests, of the sources and of what a run depends on',
    `const lines = [...entries].map(([name, entry]) => name + '\\0' + entry);
for (const some of [lines.slice(1), lines]) require('node:crypto').createHash('sha256').update(some.join('\\n')).digest('hex');`,
  ],
];

/** What a prompt about a run is answered from: `file` has the kept answer, and the paths that it follows from. */
const promptParts = (dist: string, file: string): Part[] => [
  [
    'the event is read, the entry is loaded',
    `const event = JSON.parse(fs.readFileSync(0, 'utf8')); read('hook.cjs'); make('hook.cjs');`,
  ],
  [
    'the kept answer and what reads it',
    `require(${JSON.stringify(path.join(dist, 'prompt.cjs'))}); const kept = JSON.parse(fs.readFileSync(${JSON.stringify(file)}, 'utf8'));`,
  ],
  [
    'each file and folder that it follows from is looked at',
    `for (const [name] of kept.stamps) fs.lstatSync(name, { throwIfNoEntry: false });`,
  ],
];

/** Writes one program for each number of parts, beside the empty file. */
export function programs(
  empty: string,
  event: string,
  head: string,
  parts: readonly Part[],
): [name: string, file: string][] {
  return parts.map(([name], at) => {
    const file = path.join(path.dirname(empty), `parts-${event}-${at}.cjs`);
    const code = parts.slice(0, at + 1).map(([, one]) => one);
    writeFileSync(file, [head, 'const env = { ...process.env };', ...code].join('\n'));
    return [name, file];
  });
}

/** A green push, and the record of a run. */
export function ofPushes(hook: string, repo: TempRepo, push: string): Parted[] {
  const { before, after } = around(repo, COMMAND, 100_000);
  const edit = editing(repo);
  const prepare = () => {
    edit();
    spawnSync(process.execPath, [hook], { input: before, env: repo.environment, cwd: repo.root });
  };
  return [
    { name: 'a green push, 200 files', repo, input: push, parts: pushParts() },
    { name: 'a run is recorded, 100 KB, 200 files', repo, input: after, parts: recordParts(EDITED), prepare, edit },
  ];
}

/** A prompt in a run in which nothing changed, and an edit in runs with some files and with many. */
export function ofRuns(hook: string, flow: string, led: TempRepo, edited: readonly [string, TempRepo][]): Parted[] {
  for (const repo of [led, ...edited.map(([, one]) => one)]) lead(hook, flow, repo);
  const prompt = promptIn(led);
  // The first answer is told whole, the second one as a line, and kept.
  for (let time = 0; time < 3; time++)
    spawnSync(process.execPath, [hook], { input: prompt, env: led.environment, cwd: led.root });
  const state = path.join(led.home, '.local/state/flow/repositories');
  const [mine = ''] = readdirSync(state);
  const parts = promptParts(path.dirname(hook), path.join(state, mine, 'prompt.json'));
  return [
    { name: 'a prompt in a run, nothing changed', repo: led, input: prompt, parts },
    ...edited.map(([size, repo]): Parted => {
      const edit = editing(repo);
      const input = editIn(repo);
      return { name: `an edit in a run, ${size} files`, repo, input, parts: editParts(EDITED), prepare: edit, edit };
    }),
  ];
}

const editing = (repo: TempRepo) => {
  let edits = 0;
  return () => void repo.write(EDITED, `export const f0 = ${Date.now()}${++edits};\n`);
};

/**
 * Prints of what events are made: programs that do one part more each, down to the event itself, in the same rounds. What is left
 * for the last row is what the guards do, and what V8 does for them on threads of its own.
 */
export function benchParts(hook: string, empty: string, events: readonly Parted[], rounds: number): void {
  const node = process.execPath;
  for (const [at, { name, repo, input, parts, prepare = () => {}, edit = () => {} }] of events.entries()) {
    const head = LOADER(path.dirname(hook), path.join(repo.home, '.local/state/flow/compile-cache'));
    const bare: Candidate = { name: 'bare node', command: node, words: [empty], input, repo, exit: 0 };
    const whole: Candidate = { ...bare, name, words: [hook], prepare };
    // The code that V8 keeps is what the parts load.
    for (let time = 0; time < 2; time++) {
      prepare();
      spawnSync(node, [hook], { input, env: repo.environment, cwd: repo.root });
    }
    const files = programs(empty, String(at), head, parts);
    const steps = files.map(([part, file]): Candidate => ({ ...bare, name: part, words: [file], prepare: edit }));
    const times = measure([bare, ...steps, whole], rounds);
    console.log(`\nParts: ${name}  (${rounds} rounds, base: bare node, ${measuredHow()})`);
    console.log('| part | adds | sum | eight of ten rounds |\n| --- | ---: | ---: | ---: |');
    let sum = 0;
    for (const [one, own] of times) {
      const ratios = own.map((ms, round) => ms / times.get(bare.name)![round]!);
      const total = median(ratios);
      const spread = `${quantile(ratios, 0.1).toFixed(2)} to ${quantile(ratios, 0.9).toFixed(2)}`;
      console.log(`| ${one} | ${(total - sum).toFixed(2)} | ${total.toFixed(2)} | ${spread} |`);
      sum = total;
    }
  }
}
