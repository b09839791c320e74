import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';

/** One program that is timed from just before its start to its end. */
export interface Candidate {
  name: string;
  command: string;
  words: string[];
  input: string;
  repo: TempRepo;
  exit: number;
  /** Beside the variables of its repository. */
  environment?: Readonly<Record<string, string>>;
  /** What has to happen before each of its runs, and is not timed. */
  prepare?: () => void;
}

/** The real python3, not a version manager's shim: the shim alone would quadruple the reference. */
const python = path.dirname(
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim(),
);

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const percentile = (values: number[], at: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * at))]!;

function time(candidate: Candidate): number {
  const own = candidate.repo.environment;
  candidate.prepare?.();
  const started = process.hrtime.bigint();
  const run = spawnSync(candidate.command, candidate.words, {
    input: candidate.input,
    env: { ...own, PATH: `${python}${path.delimiter}${own.PATH}`, ...candidate.environment },
    cwd: candidate.repo.root,
  });
  const elapsed = Number(process.hrtime.bigint() - started) / 1e6;
  if (run.status !== candidate.exit)
    throw new Error(`${candidate.name}: exit ${run.status}, expected ${candidate.exit}\n${run.stderr}`);
  return elapsed;
}

/**
 * Times all candidates round by round in random order and prints their table: ratios are medians of the per-round ratios
 * to the base.
 * @returns each one's milliseconds, round by round
 */
export function compare(
  title: string,
  {
    candidates,
    base,
    limits = {},
    rounds,
  }: { candidates: Candidate[]; base: string; limits?: Record<string, string>; rounds: number },
): Map<string, number[]> {
  const times = new Map(candidates.map((one) => [one.name, [] as number[]]));
  for (const candidate of candidates) time(candidate);
  for (let round = 0; round < rounds; round++) {
    for (const candidate of candidates.toSorted(() => Math.random() - 0.5))
      times.get(candidate.name)!.push(time(candidate));
  }
  const bases = times.get(base)!;
  console.log(`\n${title}  (${rounds} rounds, base: ${base})`);
  console.log('| candidate | median ms | ratio | p99 ratio | goal |\n| --- | ---: | ---: | ---: | --- |');
  for (const { name } of candidates) {
    const own = times.get(name)!;
    const ratio = median(own.map((value, at) => value / bases[at]!));
    const tail = percentile(own, 0.99) / percentile(bases, 0.99);
    console.log(
      `| ${name} | ${median(own).toFixed(1)} | ${ratio.toFixed(2)} | ${tail.toFixed(2)} | ${limits[name] ?? ''} |`,
    );
  }
  return times;
}
