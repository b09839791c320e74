#!/usr/bin/env node
/**
 * How long a whole process takes that reads 10 MB of `go test -v` from its standard input, against `go tool test2json`
 * on the same input: Node's start, loading this package, reading, parsing. What scripts do with two
 * packages from npm runs beside it: nobody there reads this text as a whole.
 *
 * `node scripts/bench-parser.mjs [module] [--rounds 15] [--json]`; `module` is the built package, `dist/index.js` unless
 * said. Rounds are interleaved, so that what else the machine does meets all alike; the ratio is the median over rounds.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmTool } from './tools.mjs';

const GOAL = 0.31;
const SIZE = 10_000_000;
const words = process.argv.slice(2);
const rounds = Number(words[words.indexOf('--rounds') + 1]) || 15;
const given = words.find((word, index) => !word.startsWith('--') && words[index - 1] !== '--rounds');
const module = pathToFileURL(path.resolve(given ?? path.join(import.meta.dirname, '../dist/index.js'))).href;
/** The program, a bundle of one file; the library is a file a module. */
const bin = path.join(import.meta.dirname, '../dist/flow-parse.cjs');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-parser-'));

/** Packages of sixty tests with tables, logs, skips, and in every eighth package a failure. */
function goOutput(size) {
  const parts = [];
  let length = 0;
  for (let number = 1; length < size; number++) {
    const part = goPackage(number);
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}FAIL\n`;
}

function goPackage(number) {
  const failing = number % 8 === 0;
  const lines = [];
  for (let test = 0; test < 60; test++) {
    const name = `TestFeature${test}HandlesTheCaseOfNumber${(test * 7919) % 1000}`;
    const cases = test % 5 === 0 ? ['first', 'second', 'third'].map((word) => `${name}/${word}_case_with_a_name`) : [];
    const state = failing && test === 33 ? 'FAIL' : test % 17 === 16 ? 'SKIP' : 'PASS';
    lines.push(`=== RUN   ${name}`, ...cases.map((one) => `=== RUN   ${one}`));
    for (const line of cases.keys())
      lines.push(`    feature_test.go:${10 + line}: checked ${test * line} against the table`);
    if (test % 3 === 0)
      lines.push(`2026/11/20 13:02:30 INFO request handled method=GET path=/api/v1/items/${test} status=200`);
    if (state === 'FAIL') lines.push('    feature_test.go:99: want 1, got 2');
    lines.push(`--- ${state}: ${name} (0.0${test % 10}s)`, ...cases.map((one) => `    --- PASS: ${one} (0.00s)`));
  }
  const name = `example.com/project/internal/package${number}`;
  lines.push(failing ? 'FAIL' : 'PASS', failing ? `FAIL\t${name}\t0.123s` : `ok  \t${name}\t0.123s`);
  return `${lines.join('\n')}\n`;
}

/** A program of one file that reads its standard input. */
function program(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return [process.execPath, file];
}

function ours(name, more) {
  return program(
    name,
    `import { readFileSync, writeSync } from 'node:fs';
import { parse } from ${JSON.stringify(module)};
const reports = parse({ output: readFileSync(0, 'utf8'), exitCode: 1${more} });
writeSync(1, JSON.stringify(reports[0].counts));\n`,
  );
}

/** Parsers of other packages; one that cannot be fetched is left out. */
function peer(name, packages, text) {
  try {
    const { modules } = npmTool(...packages);
    return [[name, program(`${name.replace(/\W/g, '-')}.cjs`, text(modules))]];
  } catch {
    console.error(`${name}: could not be fetched, left out`);
    return [];
  }
}

const competitors = [
  ['test2json', test2json()],
  ['through the go command', ['go', 'tool', 'test2json']],
  ['bare node', program('bare.mjs', '')],
  ['flow-parse', [process.execPath, bin, '--exit-zero', '--command', 'go test -v ./...']],
  ['flow-parse, no command', [process.execPath, bin, '--exit-zero']],
  ['the library', ours('library.mjs', ", command: 'go test -v ./...'")],
  ['the library, no command', ours('library-open.mjs', '')],
  ...peer('split2, line by line', ['split2@4'], (modules) => streamPeer(`${modules}/split2`)),
  ...peer('strip-ansi and split', ['strip-ansi@6'], (modules) => splitPeer(`${modules}/strip-ansi`)),
];

/** The lines of a stream, each with a pattern. */
function streamPeer(from) {
  return `const split = require(${JSON.stringify(from)});
const found = {};
process.stdin.pipe(split()).on('data', (line) => {
  const match = /^\\s*--- (PASS|FAIL|SKIP): (\\S+) \\(([\\d.]+)s\\)/.exec(line);
  if (match) found[match[2]] = match[1];
});\n`;
}

/** What most scripts do: a pattern on each line. */
function splitPeer(from) {
  return `const strip = require(${JSON.stringify(from)});
const found = {};
for (const line of strip(require('node:fs').readFileSync(0, 'utf8')).split('\\n')) {
  const match = /^\\s*--- (PASS|FAIL|SKIP): (\\S+) \\(([\\d.]+)s\\)/.exec(line);
  if (match) found[match[2]] = match[1];
}
require('node:fs').writeSync(1, String(Object.keys(found).length));\n`;
}

const input = path.join(folder, 'input.txt');
fs.writeFileSync(input, goOutput(SIZE));

function milliseconds([command, ...args]) {
  const stdin = fs.openSync(input);
  const from = process.hrtime.bigint();
  const { status, stderr } = spawnSync(command, args, { stdio: [stdin, 'ignore', 'pipe'] });
  const spent = Number(process.hrtime.bigint() - from) / 1e6;
  fs.closeSync(stdin);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return spent;
}

/** The time of the library alone, without a command, in a process that runs: the first time, and then. */
function parsedAlone(output) {
  const times = Array.from({ length: 6 }, () => {
    const from = performance.now();
    parse({ output, exitCode: 1 });
    return performance.now() - from;
  });
  return [
    ['parse alone, at first', times[0]],
    ['parse alone, then', median(times.slice(1))],
  ];
}

/** The tool itself, as `go tool` costs a process more. */
function test2json() {
  const found = spawnSync('go', ['tool', '-n', 'test2json'], { encoding: 'utf8' }).stdout?.trim();
  return found ? [found] : ['go', 'tool', 'test2json'];
}

function spent(work) {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

const median = (values) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)];
const runs = competitors
  .map(([name, command]) => ({ name, command, times: [] }))
  .filter((run) => {
    try {
      milliseconds(run.command);
      return true;
    } catch (error) {
      console.error(`${run.name}: left out, ${String(error).slice(0, 200)}`);
      return false;
    }
  });
for (let round = 0; round < rounds; round++) for (const run of runs) run.times.push(milliseconds(run.command));
const { parse } = await import(module);
const alone = parsedAlone(fs.readFileSync(input, 'utf8'));
fs.rmSync(folder, { recursive: true, force: true });

const base = runs.find(({ name }) => name === 'test2json');
if (!base) throw new Error('go is needed for go tool test2json');
const results = [
  ...runs.map(({ name, times }) => ({
    name,
    milliseconds: Math.round(median(times)),
    ratio: Number(median(times.map((time, round) => time / base.times[round])).toFixed(3)),
  })),
  ...alone.map(([name, spent]) => ({
    name,
    milliseconds: Math.round(spent),
    ratio: Number((spent / median(base.times)).toFixed(3)),
  })),
];
if (words.includes('--json')) console.log(JSON.stringify({ goal: GOAL, rounds, results }, null, 2));
else
  for (const { name, milliseconds: took, ratio } of results)
    console.log(`${name.padEnd(24)} ${String(took).padStart(6)} ms  ${ratio.toFixed(3)} of test2json`);

// Lines that bait the patterns: 4 MB against a sixteenth of it. A linear reader needs about sixteen times as long, a
// quadratic one two hundred and fifty-six times.
const { hostile, MEGABYTE } = await import('../test/hostile.ts');
const linear = hostile.map(([name, command, text]) => {
  const [small, large] = [text(MEGABYTE / 4), text(4 * MEGABYTE)];
  const run = (output) => spent(() => parse({ command, output, exitCode: 0 }));
  run(small);
  const base = Math.max(1, Math.min(run(small), run(small), run(small)));
  return { name, milliseconds: Math.round(run(large)), times: Math.round(run(large) / base) };
});
linear.sort((left, right) => right.times - left.times);
if (!words.includes('--json')) {
  console.log(`\n${linear.length} baits, 4 MB against 0.25 MB; the five that grow most:`);
  for (const { name, milliseconds: large, times } of linear.slice(0, 5))
    console.log(`${name.padEnd(24)} ${String(large).padStart(6)} ms  ${times} times`);
}
