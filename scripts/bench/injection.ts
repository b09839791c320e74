import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { agent, events, type TempRepo } from '@flow/test-kit';
import { emptyFileLike } from './empty-file.js';
import { floorFiles } from './floor.js';
import { type Candidate, compare } from './table.js';

const SESSION = '22222222-2222-4222-8222-222222222222';
/** The file that changes before each edit in a run. */
export const EDITED = 'src/m0/f0.js';

const PLAN =
  '# Plan\n\n## User Concerns\n\n- Rounding\n\n## Custom Adversarial Probes\n\n- Negative prices\n\n## User-visible expectations\n\n- The sum\n\n## Architecture Files\n\n- `src/m0/f0.js`\n';

/** Starts a session and a run in a repository, which its agent has planned. */
export function lead(hook: string, flow: string, repo: TempRepo): void {
  agent({ hook, repo }).start();
  const begun = spawnSync(process.execPath, [flow, 'start', 'ceremony'], {
    ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
  });
  if (begun.status !== 0) throw new Error(begun.stderr + begun.stdout);
  repo.write('develop/feature/bench/plan.md', PLAN);
}

const built = (repo: TempRepo) => events(SESSION, repo.root, { home: repo.home });

export const promptIn = (repo: TempRepo): string => JSON.stringify(built(repo).userPromptSubmit('go on'));

export const editIn = (repo: TempRepo): string =>
  JSON.stringify(
    built(repo).preToolUse('Edit', { file_path: repo.path('docs/notes.md'), old_string: 'a', new_string: 'b' }, 't'),
  );

/**
 * What a prompt, an edit and the status line cost, in repositories where a workflow runs (`large` has many files) and in one
 * where none does.
 */
export function benchInjection(
  dist: string,
  flow: string,
  { idle, led, edited, large }: Record<'idle' | 'led' | 'edited' | 'large', TempRepo>,
  rounds: number,
): void {
  const hook = path.join(dist, 'hook.cjs');
  const empty = emptyFileLike(hook);
  const floor = floorFiles(empty, dist, EDITED).edit;
  agent({ hook, repo: idle }).start();
  for (const repo of [led, edited, large]) lead(hook, flow, repo);
  let edits = 0;
  const change = (repo: TempRepo) => () => repo.write(EDITED, `export const f0 = ${++edits};\n`);
  const candidate = (name: string, repo: TempRepo, file: string, input: string, ...words: string[]): Candidate => ({
    ...{ name, command: process.execPath, words: [file, ...words], input, repo, exit: 0 },
  });
  const behind = (name: string, repo: TempRepo, input: string) => ({
    ...candidate(name, repo, hook, input),
    prepare: change(repo),
  });
  const floorOf = (name: string, repo: TempRepo) => ({
    ...{ ...candidate(name, repo, floor, editIn(repo)), prepare: change(repo) },
  });
  const shown = (repo: TempRepo) =>
    JSON.stringify({ session_id: SESSION, workspace: { current_dir: repo.root }, cost: {} });
  compare('Injection and status line', {
    candidates: [
      candidate('bare node', idle, empty, promptIn(idle)),
      candidate('a prompt, nothing runs', idle, hook, promptIn(idle)),
      candidate('a prompt, a workflow runs, nothing changed', led, hook, promptIn(led)),
      behind('a prompt, a workflow runs, behind an edit', edited, promptIn(edited)),
      behind('before an edit, a workflow runs, behind an edit', edited, editIn(edited)),
      floorOf('floor of that edit: four gits, the engine loaded', edited),
      behind('the same edit, 30,000 files', large, editIn(large)),
      floorOf('floor of that edit, 30,000 files', large),
      candidate('status line, nothing runs', idle, hook, shown(idle), 'statusline'),
      candidate('status line, a workflow runs', led, hook, shown(led), 'statusline'),
    ],
    base: 'bare node',
    limits: { 'a prompt, nothing runs': 'P1 <= 1.05', 'status line, a workflow runs': 'under 50 ms' },
    rounds,
  });
}
