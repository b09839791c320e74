import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Agent, agent, hookHere, type TempRepo, tempRepo } from '@flow/test-kit';
import { HOOK } from '../kit.js';
import { inCleanClone } from './clean-clone.js';
import { ELSEWHERE, type Ending, write } from './steps.js';
import type { World } from './world.js';

/** What was seen while sequences were played. */
export interface Count {
  sequences: number;
  /** Pushes that published something, and those that were refused. */
  passed: number;
  refused: number;
}

const answer = hookHere(HOOK);

/** How the events of a sequence reach the built hook: within this process, or each in one of its own, as a client does it. */
export type Door = 'here' | 'process';

/** A repository of its own for each sequence: nothing that was recorded outlives it. */
function begin(world: World, door: Door): { repo: TempRepo; it: Agent } {
  const repo = tempRepo({ files: world.files, branch: 'feature/login' });
  const it = agent({ hook: HOOK, repo, ...(door === 'here' ? { answer } : {}) });
  it.start();
  return { repo, it };
}

/** Plays the lines one by one, and says of each push what a clean clone says of it. */
function play(world: World, { repo, it }: ReturnType<typeof begin>, lines: readonly string[], count: Count): void {
  let published = refs(repo);
  for (const line of lines) {
    if (line.startsWith(ELSEWHERE)) {
      elsewhere(repo, line);
      published = refs(repo);
      continue;
    }
    const { refused } = it.bash(line);
    if (!line.includes('push')) continue;
    if (refused !== null) count.refused += 1;
    const now = refs(repo);
    const moved = [...now].filter(([name, commit]) => published.get(name) !== commit);
    published = now;
    if (moved.length > 0) count.passed += 1;
    for (const [name, commit] of moved) {
      const { green, output } = inCleanClone(world, repo.remote, commit);
      if (!green) throw new Broken(`${name} was pushed, and its tests fail in a clean clone`, output);
    }
  }
}

/** The commits of the real remote by its refs. */
function refs({ remote, environment }: TempRepo): Map<string, string> {
  const format = '--format=%(refname) %(objectname)';
  const told = spawnSync('git', ['--git-dir', remote, 'for-each-ref', format], { env: environment, encoding: 'utf8' });
  return new Map(
    told.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ') as [string, string]),
  );
}

function elsewhere({ root, environment }: TempRepo, line: string): void {
  spawnSync('bash', ['-c', line], { cwd: root, env: environment });
}

/** The rule: a push that passes is green in a clean clone of what was pushed. */
export function holdsRule(world: World, lines: readonly string[], door: Door, count: Count): void {
  const begun = begin(world, door);
  count.sequences += 1;
  try {
    play(world, begun, lines, count);
  } catch (error) {
    throw told(error, world, lines);
  } finally {
    begun.repo.dispose();
  }
}

/** The other rule: what ends in a green run of the pushed content is let through. */
export function letsThrough(world: World, lines: readonly string[], ending: Ending, count: Count): void {
  const begun = begin(world, 'here');
  const all = [...lines, ...ending.mend, ...ending.run, ...ending.push];
  count.sequences += 1;
  try {
    play(world, begun, [...lines, ...ending.mend], count);
    for (const line of ending.run) {
      const { refused, exit, output } = begun.it.bash(line);
      if (refused !== null || exit !== 0) throw new Broken(`\`${line}\` is not green`, refused ?? output);
    }
    const before = refs(begun.repo);
    for (const line of ending.push) {
      const { refused, exit, output } = begun.it.bash(line);
      if (refused !== null || exit !== 0) throw new Broken(`\`${line}\` did not go through`, refused ?? output);
    }
    if ([...refs(begun.repo)].some(([name, commit]) => before.get(name) !== commit)) count.passed += 1;
  } catch (error) {
    throw told(error, world, all);
  } finally {
    begun.repo.dispose();
  }
}

/** A rule is broken. */
class Broken extends Error {
  readonly output: string;
  constructor(what: string, output: string) {
    super(what);
    this.output = output;
  }
}

/** What is broken, the sequence as somebody types it to see the same, each line in a call of its own, and what was printed. */
function told(error: unknown, world: World, lines: readonly string[]): unknown {
  if (!(error instanceof Broken)) return error;
  const folders = [...new Set(Object.keys(world.files).map((file) => path.dirname(file)))];
  const begun = [
    'git init -q --bare -b main origin.git && git init -q -b main repo && cd repo && git remote add origin ../origin.git',
    `mkdir -p ${folders.join(' ')}`,
    ...Object.entries(world.files).map(([file, text]) => write(file, text.trimEnd())),
    'git add -A && git commit -qm first && git push -qu origin main && git checkout -qb feature/login',
  ];
  const sequence = [
    '# Each line is a tool call:',
    ...lines,
    `# In a project of ${world.name}, made before it:`,
    ...begun,
  ];
  return new Error([error.message, ...sequence, '# What was printed:', error.output.slice(-1500)].join('\n'));
}
