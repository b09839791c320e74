import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { measuredHow, timed } from './processor-time.js';

/** One program that is timed, with all that it starts. */
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

export const quantile = (values: readonly number[], at: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * at)]!;
export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => [Math.random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);

function time(candidate: Candidate): number {
  const own = candidate.repo.environment;
  candidate.prepare?.();
  const env = { ...own, PATH: `${python}${path.delimiter}${own.PATH}`, ...candidate.environment };
  const { ms, exit, errors } = timed({ ...candidate, cwd: candidate.repo.root, env });
  if (exit !== candidate.exit)
    throw new Error(`${candidate.name}: exit ${exit}, expected ${candidate.exit}\n${errors}`);
  return ms;
}

/**
 * Times all candidates round by round, in random order; the first time of each is not counted.
 * @returns each one's milliseconds, round by round
 */
export function measure(candidates: readonly Candidate[], rounds: number): Map<string, number[]> {
  const times = new Map(candidates.map((one) => [one.name, [] as number[]]));
  for (const candidate of candidates) time(candidate);
  for (let round = 0; round < rounds; round++) {
    for (const candidate of shuffled(candidates)) times.get(candidate.name)!.push(time(candidate));
  }
  return times;
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
  const times = measure(candidates, rounds);
  const bases = times.get(base)!;
  console.log(`\n${title}  (${rounds} rounds, base: ${base}, ${measuredHow()})`);
  console.log(
    '| candidate | median ms | ratio | eight of ten rounds | p99 ratio | goal |\n| --- | ---: | ---: | ---: | ---: | --- |',
  );
  for (const { name } of candidates) {
    const own = times.get(name)!;
    const ratios = own.map((value, at) => value / bases[at]!);
    const spread = `${quantile(ratios, 0.1).toFixed(2)} to ${quantile(ratios, 0.9).toFixed(2)}`;
    const tail = quantile(own, 0.99) / quantile(bases, 0.99);
    console.log(
      `| ${name} | ${median(own).toFixed(1)} | ${median(ratios).toFixed(2)} | ${spread} | ${tail.toFixed(2)} | ${limits[name] ?? ''} |`,
    );
  }
  return times;
}
