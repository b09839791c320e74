#!/usr/bin/env node
// What the journal costs after 1, 1,000 and 100,000 events: whole processes that append one event, or read and verify
// all of it, as ratios against bare node in the same run, interleaved in random order. Build first; then:
//   node scripts/bench-journal.mjs [--rounds 20] [--dist folder]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(import.meta.url);
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
    step: { type: 'string' },
    root: { type: 'string' },
  },
});
const library = pathToFileURL(join(resolve(values.dist), 'index.js')).href;

if (values.step !== undefined) await step(values.step, values.root);
else await bench(Number(values.rounds));

/** One measured process: says how long the work itself took, in milliseconds. */
async function step(name, root) {
  const { appendEvent, findRepository, readJournal } = await import(library);
  const repository = findRepository(root);
  const started = performance.now();
  if (name === 'append') appendEvent(repository, { type: 'session', data: { what: 'bench' } });
  if (name === 'verify') {
    const { damage, foreign } = readJournal(repository);
    if (damage.length + foreign > 0) throw new Error(JSON.stringify({ damage, foreign }));
  }
  process.stdout.write(String(performance.now() - started));
}

async function bench(rounds) {
  const { appendEvent, canonical, findRepository, journalPath, keyId, loadKey, mac, sha256 } = await import(library);
  const area = mkdtempSync(join(tmpdir(), 'flow-bench-journal-'));
  const env = { ...process.env, HOME: area, XDG_STATE_HOME: join(area, 'state') };

  /** A repository with a journal of so many runs; the first real event writes the rest of what belongs to it. */
  const journalOf = (name, count) => {
    const root = join(area, name);
    mkdirSync(root);
    spawnSync('git', ['init', '-q', root], { env });
    const repository = findRepository(root);
    appendEvent(repository, { type: 'session', data: { what: 'first' } }, env);
    const key = loadKey(env);
    let last = JSON.parse(readFileSync(journalPath(repository), 'utf8'));
    const lines = [];
    for (let n = 2; n <= count; n += 1) {
      const run = {
        receipt: `${n}`.padStart(40, '0'),
        digest: sha256(`${n}`),
        suite: `go:${n % 20}`,
        outcome: 'passed',
      };
      const data = { ...run, selection: 'whole', treeAfter: 'a'.repeat(40), settled: true };
      const content = { time: Date.now(), type: 'run', data, n, prev: last.hash, key: keyId(key) };
      const hash = sha256(content.prev + canonical(content));
      last = { ...content, hash, mac: mac(key, hash) };
      lines.push(`${canonical(last)}\n`);
    }
    writeFileSync(journalPath(repository), lines.join(''), { flag: 'a' });
    return root;
  };

  const empty = join(area, 'empty.cjs');
  writeFileSync(empty, '');
  const time = ({ words }) => {
    const started = process.hrtime.bigint();
    const run = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    const whole = Number(process.hrtime.bigint() - started) / 1e6;
    if (run.status !== 0) throw new Error(`${words.join(' ')}\n${run.stderr}`);
    return { whole, work: Number(run.stdout || 0) };
  };
  const candidate = (name, kind, root) => ({
    name,
    words: [here, '--dist', values.dist, '--step', kind, '--root', root],
    times: [],
  });
  try {
    const [one, thousand, most, never] = [
      journalOf('one', 1),
      journalOf('thousand', 1000),
      journalOf('most', 4990),
      journalOf('never', 100_000),
    ];
    const many = journalOf('many', 100_000);
    const compacting = time(candidate('', 'append', many));
    const base = { name: 'bare node', words: [empty], times: [] };
    const all = [
      base,
      candidate('loading the library', 'nothing', one),
      candidate('append, 1 event before', 'append', one),
      candidate('append, 1,000 before', 'append', thousand),
      candidate('append, 100,000 before (compacted)', 'append', many),
      candidate('verify, 1,000 events', 'verify', thousand),
      candidate('verify, 100,000 events (compacted)', 'verify', many),
      candidate('verify, 4,990 lines: compacted soon', 'verify', most),
      candidate('verify, 100,000 lines that nobody compacted', 'verify', never),
    ];
    for (const one of all) time(one);
    for (let round = 0; round < rounds; round += 1) {
      for (const one of all.toSorted(() => Math.random() - 0.5)) one.times[round] = time(one);
    }
    const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
    console.log(`\nThe journal  (${rounds} rounds, base: bare node)`);
    console.log('| candidate | median ms | ratio | the work itself, ms |\n| --- | ---: | ---: | ---: |');
    for (const { name, times } of all) {
      const ratio = median(times.map(({ whole }, at) => whole / base.times[at].whole));
      const whole = median(times.map((one) => one.whole)).toFixed(1);
      const work = name === base.name ? '' : median(times.map((one) => one.work)).toFixed(1);
      console.log(`| ${name} | ${whole} | ${ratio.toFixed(2)} | ${work} |`);
    }
    console.log(`Compacting 100,000 lines, once: ${compacting.work.toFixed(0)} ms`);
  } finally {
    rmSync(area, { recursive: true, force: true });
  }
}
