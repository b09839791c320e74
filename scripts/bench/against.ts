// `pnpm bench --against <tag>`: this tree's program and an earlier one's, in the same rounds
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { agent, type TempRepo } from '@flow/test-kit';
import type { Earlier } from './earlier.js';
import { measuredHow } from './processor-time.js';
import { type Candidate, measure, median, quantile } from './table.js';

/** A figure is one kind of event: what is prepared in a repository, and the program's call there. */
export interface Figure {
  readonly name: string;
  /** Makes a repository in which the program at `hook` has done what comes before. */
  readonly make: (hook: string) => TempRepo;
  readonly candidate: (hook: string, repo: TempRepo) => Omit<Candidate, 'name'>;
}

/**
 * Prints for each figure what this program takes of the earlier one's time: the median of the ratios of each round, and
 * between which bounds eight of ten lie. Each program has repositories and kept code of its own, as one cannot always read
 * what the other has written.
 * @param bare an empty file, for Node itself
 */
export function benchAgainst(
  figures: readonly Figure[],
  { here, earlier, tag, bare }: { here: string; earlier: Earlier; tag: string; bare: string },
  rounds: number,
): void {
  console.log(`\nThis tree against ${tag} (${earlier.commit.slice(0, 12)})  (${rounds} rounds, ${measuredHow()})`);
  console.log('| figure | earlier, of bare node | now, of bare node | now / earlier | eight of ten rounds |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const { name, make, candidate } of figures) {
    const repos: TempRepo[] = [];
    const of = (hook: string, one: string): Candidate => {
      const repo = make(hook);
      repos.push(repo);
      return { name: one, ...candidate(hook, repo) };
    };
    try {
      const earlierOne = of(path.join(earlier.dist, 'hook.cjs'), 'earlier');
      const now = of(here, 'now');
      const { prepare: _, ...plain } = now;
      const node: Candidate = { ...plain, name: 'bare node', words: [bare], exit: 0 };
      const times = measure([node, earlierOne, now], rounds);
      const ratios = (one: string, base: string) => times.get(one)!.map((ms, at) => ms / times.get(base)![at]!);
      const own = ratios('now', 'earlier');
      const cells = [
        ...['earlier', 'now'].map((one) => median(ratios(one, 'bare node')).toFixed(2)),
        median(own).toFixed(2),
        `${quantile(own, 0.1).toFixed(2)} to ${quantile(own, 0.9).toFixed(2)}`,
      ];
      console.log(`| ${[name, ...cells].join(' | ')} |`);
    } catch (error) {
      // On a busy machine one of them may not be done in its time: the other figures are still worth having.
      process.exitCode = 1;
      console.log(`| ${name} | not measured: ${(error as Error).message.split('\n', 1)[0]} | | | |`);
    } finally {
      for (const repo of repos) repo.dispose();
    }
  }
}

/**
 * Gives a repository's home a folder of its own for compiled code, in place of the one that the test kit's homes share: two
 * programs of one name would throw away each other's at every event. Begins a session there.
 */
export function settle(hook: string, repo: TempRepo): TempRepo {
  const kept = path.join(repo.environment.XDG_STATE_HOME!, 'flow/compile-cache');
  if (lstatSync(kept, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(kept);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  agent({ hook, repo }).start();
  return repo;
}
