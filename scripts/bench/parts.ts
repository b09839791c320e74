import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { around, COMMAND } from './capture.js';
import { type Asked, contentGits, PUSH_GITS } from './floor.js';
import { measuredHow } from './processor-time.js';
import { type Candidate, measure, median, quantile } from './table.js';

/** A part of an event is a step that the event cannot leave out, as a piece of a program. */
type Part = readonly [name: string, code: string];

/** Length of what stands in front of kept code, see `kept-code.ts` of the hooks. */
const STAMP = 64;

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

const recordParts = (changed: string): Part[] => [
  ENTRY,
  signing(),
  [
    'a copy of the index',
    `env.GIT_INDEX_FILE = __filename + '.index'; fs.copyFileSync('.git/index', env.GIT_INDEX_FILE);`,
  ],
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

/**
 * Prints of what a push and the record of a run are made: programs that do one part more each, down to the event itself, in the
 * same rounds. What is left for the last row is what the guards do, and what V8 does for them on threads of its own.
 */
export function benchParts(hook: string, empty: string, repo: TempRepo, push: string, rounds: number): void {
  const node = process.execPath;
  const dist = path.dirname(hook);
  const head = LOADER(dist, path.join(repo.home, '.local/state/flow/compile-cache'));
  const bare: Candidate = { name: 'bare node', command: node, words: [empty], input: push, repo, exit: 0 };
  const { before, after } = around(repo, COMMAND, 100_000);
  const changed = 'src/m0/f0.js';
  let edits = 0;
  const edit = () => void repo.write(changed, `export const f0 = ${Date.now()}${++edits};\n`);
  const begin = () => {
    edit();
    spawnSync(node, [hook], { input: before, env: repo.environment, cwd: repo.root });
  };
  const events = [
    { name: 'a green push, 200 files', input: push, parts: pushParts(), prepare: () => {}, edit: () => {} },
    { name: 'a run is recorded, 100 KB, 200 files', input: after, parts: recordParts(changed), prepare: begin, edit },
  ];
  for (const [at, { name, input, parts, prepare, edit }] of events.entries()) {
    const whole: Candidate = { ...bare, name, words: [hook], input, prepare };
    // The code that V8 keeps is what the parts load.
    for (let time = 0; time < 2; time++) {
      prepare();
      spawnSync(node, [hook], { input, env: repo.environment, cwd: repo.root });
    }
    const files = programs(empty, String(at), head, parts);
    const steps = files.map(
      ([part, file]): Candidate => ({ ...bare, name: part, words: [file], input, prepare: edit }),
    );
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
