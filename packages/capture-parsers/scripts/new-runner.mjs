#!/usr/bin/env node
/**
 * Makes the skeleton of a new runner: `node scripts/new-runner.mjs <id> [test|lint|types|format|build]`.
 *
 * Writes a folder with the reader, its line in the registry, and a folder of samples with what is captured of them. The reader is honest
 * from the start: it recognises nothing and calls nothing green, so that its first fixture fails until it is written.
 */
import fs from 'node:fs';
import path from 'node:path';

const [id, kind = 'test', root = path.join(import.meta.dirname, '..')] = process.argv.slice(2);
const KINDS = ['test', 'lint', 'types', 'format', 'build'];
if (!/^[a-z][a-z0-9-]*$/.test(id ?? '') || !KINDS.includes(kind)) {
  console.error(`USAGE: node scripts/new-runner.mjs <id> [${KINDS.join('|')}]; an id is like go-vet`);
  process.exit(2);
}
const name = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const className = `${name[0].toUpperCase()}${name.slice(1)}Run`;

const read = {
  test: `    return judge(
      {
        runner: '${id}',
        collected: this.#collected,
        counts: this.#collected.counts(),
        failed: this.#collected.tally().failed > 0,
        somethingPassed: this.#collected.tally().passed > 0,
        // 'proof' when the closing words speak for the whole run, 'with-exit' when only exit code 0 completes them.
        closing: 'none',
        doubts: [],
      },
      this.#capture,
    );`,
  other: `    return judgeInspection(
      {
        runner: '${id}',
        kind: '${kind}',
        collected: this.#collected,
        // 'proof' when the closing words say that all is well, 'with-exit' when silence and exit code 0 say so.
        closing: 'none',
      },
      this.#capture,
    );`,
};

const reader = `/**
 * \`${id}\`: the formats that are read here, and the address where each is described.
 */
import { Collector } from '../../collect.js';
${kind === 'test' ? '' : "import { judgeInspection } from '../../inspect.js';\n"}import { eachLine } from '../../output/text.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';
${kind === 'test' ? "import { judge } from '../../verdict.js';\n" : ''}
export const ${name}: Runner = {
  id: '${id}',
  kind: '${kind}',
  starts: (words) => words[0] === '${id}',
  // A line that only this tool prints; this one matches nothing.
  signs: /(?!)/m,
  read(capture) {
    const run = new ${className}(capture);
    eachLine(capture.text, (line) => run.line(line));
    return run.report();
  },
};

class ${className} {
  readonly #capture: Capture;
  readonly #collected: Collector;

  constructor(capture: Capture) {
    this.#capture = capture;
    this.#collected = new Collector(capture.input.root);
  }

  /** A line is one of the tool's own, or it is not understood: never an error, never a pass. */
  line(line: string): void {
    if (line.trim()) this.#collected.unparsed++;
  }

  report(): Report {
${kind === 'test' ? read.test : read.other}
  }
}
`;

const capture = `/** What is captured of ${id}: see scripts/capture.mjs. */
export default {
  version: '${id} --version',
  truth({ run, merge }) {
    const tests = {};
    // Names and states from the machine format of the same project, never from the reader.
    for (const line of run('${id} --json').output.split('\\n')) if (line) merge(tests, JSON.parse(line).name, JSON.parse(line).state);
    return tests;
  },
  cases: [{ name: 'pass', project: 'pass', command: '${id}', outcome: 'passed', names: 'all' }],
};
`;

const registry = path.join(root, 'src/runners/index.ts');
const files = {
  [path.join(root, 'src/runners', id, 'runner.ts')]: reader,
  [path.join(root, 'samples', id, 'capture.mjs')]: capture,
  [path.join(root, 'samples', id, 'pass/README.md')]: `A tiny project in which ${id} passes.\n`,
};
for (const file of Object.keys(files)) {
  if (!fs.existsSync(file)) continue;
  console.error(`EXISTS: ${path.relative(root, file)} is there already; choose another id`);
  process.exit(1);
}
for (const [file, text] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
const lines = [
  ...fs.readFileSync(registry, 'utf8').trimEnd().split('\n'),
  `export { ${name} } from './${id}/runner.js';`,
];
const comments = lines.filter((line) => !line.startsWith('export'));
const exported = lines
  .filter((line) => line.startsWith('export'))
  .sort((a, b) => (a.split("'")[1] < b.split("'")[1] ? -1 : 1));
fs.writeFileSync(registry, `${[...comments, ...exported].join('\n')}\n`);
console.log(`Written:
  src/runners/${id}/runner.ts   the reader
  src/runners/index.ts          its line
  samples/${id}/capture.mjs     what is captured
  samples/${id}/pass/           the first project
Next: fill samples/${id}/pass, run \`node scripts/capture.mjs ${id}\`, see the fixture fail, write the reader.`);
