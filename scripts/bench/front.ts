// `pnpm bench --front`: what a call of the shell costs with the front and without, in processor time, interleaved

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { events, type TempRepo } from '@flow/test-kit';
import { measuredHow, timed } from './processor-time.js';
import { median, quantile, shuffled } from './table.js';

/** Sizes of events that are handed on, in bytes. */
const SIZES = [1000, 10_000, 30_000, 100_000, 1_000_000, 5_000_000];

/** What Claude Code tells of the end of a small command. */
export const RESPONSE = {
  stdout: 'a line\n'.repeat(30),
  stderr: '',
  interrupted: false,
  isImage: false,
  noOutputExpected: false,
};

/** A shell by which the front is started; none where the system starts the file by its name. */
const SHELLS = [
  ['dash', ['/bin/dash']],
  ['bash', ['/bin/bash', '--posix']],
  ['busybox', [process.env.FLOW_BUSYBOX ?? '/bin/busybox', 'sh']],
] as const;

const SESSION = '22222222-2222-4222-8222-222222222222';

/** `ASKED` is a policy that asks for the front, as a file of a repository. */
export const ASKED = { 'flow.config.yaml': 'front: posix\n' };

/**
 * Installs into a repository whose policy asks for the front, and starts a session there.
 * @returns the front and Node's launcher, by path
 * @throws Error where no front was written
 */
export function frontIn(repo: TempRepo, program: string): { front: string; launcher: string } {
  const { environment: env } = repo;
  const flow = spawnSync(process.execPath, [program, 'install'], { cwd: repo.root, env, encoding: 'utf8' });
  const front = repo.path('.claude/hooks/flow-front');
  const launcher = repo.path('.claude/hooks/flow.cjs');
  if (!existsSync(front)) throw new Error(`no front was written: ${flow.stdout}${flow.stderr}`);
  const input = JSON.stringify(events(SESSION, repo.root, { home: repo.home }).sessionStart());
  spawnSync(process.execPath, [launcher, 'SessionStart'], { input, env });
  return { front, launcher };
}

/** Installs into a repository whose policy asks for a front, and prints the tables. */
export function benchFront(
  program: string,
  make: (files: number, extra: Record<string, string>) => TempRepo,
  rounds: number,
): void {
  const repo = make(200, ASKED);
  try {
    const { front, launcher } = frontIn(repo, program);
    const build = events(SESSION, repo.root, { home: repo.home });
    const event = (name: string, command: string, size = 0) => {
      const input = { command, description: 'a command'.padEnd(size, '.') };
      return JSON.stringify(
        name === 'PreToolUse' ? build.preToolUse('Bash', input, 't') : build.postToolUse('Bash', input, RESPONSE, 't'),
      );
    };
    const shells = SHELLS.filter(([, [file]]) => existsSync(file));
    const empty = repo.write('empty.cjs', '');
    const bare = { name: 'bare node', words: [process.execPath, empty], input: event('PreToolUse', 'ls') };
    for (const command of ['ls', 'git status'])
      for (const name of ['PreToolUse', 'PostToolUse']) {
        const input = event(name, command);
        print(`${name}, \`${command}\``, repo, rounds, [
          bare,
          { name: "Node's launcher", words: [process.execPath, launcher, name], input },
          ...shells.map(([shell, words]) => ({ name: `front, ${shell}`, words: [...words, front, name], input })),
        ]);
      }
    for (const size of SIZES) {
      const input = event('PreToolUse', 'npm run build', size);
      print(`handed on, ${size} bytes`, repo, Math.ceil(rounds / 4), [
        { name: "Node's launcher", words: [process.execPath, launcher, 'PreToolUse'], input },
        ...shells.map(([shell, words]) => ({ name: `front, ${shell}`, words: [...words, front, 'PreToolUse'], input })),
      ]);
    }
  } finally {
    repo.dispose();
  }
}

interface Run {
  name: string;
  words: readonly string[];
  input: string;
}

/** Prints the median of each, and of its ratio to the first in the same round. */
function print(title: string, repo: TempRepo, rounds: number, runs: readonly Run[]): void {
  const times = runs.map(() => [] as number[]);
  for (let round = 0; round < rounds; round += 1)
    for (const at of shuffled(runs.map((_, index) => index))) times[at]!.push(timeOf(runs[at]!, repo));
  console.log(`\n${title}  (${measuredHow()})`);
  for (const [at, { name }] of runs.entries()) {
    const ratios = times[at]!.map((time, round) => time / times[0]![round]!);
    console.log(
      `  ${name.padEnd(18)} ${median(times[at]!).toFixed(2).padStart(8)} ms  ${median(ratios).toFixed(3)} (${quantile(ratios, 0.1).toFixed(3)} to ${quantile(ratios, 0.9).toFixed(3)})`,
    );
  }
}

/** Returns the milliseconds that a program takes, with all that it starts. */
function timeOf({ words: [command = '', ...words], input }: Run, repo: TempRepo): number {
  return timed({ command, words, input, cwd: repo.root, env: repo.environment }).ms;
}
