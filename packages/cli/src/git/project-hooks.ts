import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { runGit, tailOf } from '../ship/git.js';
import type { Place } from '../workflow/place.js';

/** Milliseconds that hooks of the project may take. */
const PATIENCE = 600_000;

/**
 * Starts the hook as git finds it, in the words of git's own shell: `git hook run` gives a hook no standard input before git 2.40.
 * Whatever the alias is called, git runs its words at the root of the work tree.
 */
const BY_ALIAS = [
  '-c',
  `alias.flow-hook=!f() { hook=$(git rev-parse --git-path hooks)/pre-push; [ ! -x "$hook" ] || exec "$hook" "$@"; }; f`,
  'flow-hook',
];

/** A push as git tells its hook. */
export interface Told {
  remote: string;
  address: string;
  /** `<local ref> <local id> <remote ref> <remote id>`, a line for each ref. */
  lines: string;
}

/**
 * Has git run what the project has it run before a push (Git LFS, a manager of hooks), as for a push that is typed; in a sealed
 * session within the seal. The push has been judged, and our own hook among these is told so.
 * @returns the last lines of what they said
 * @throws FlowError PUSH_HOOK
 */
export async function runProjectHooks(
  call: Call,
  { around }: Place,
  { remote, address, lines }: Told,
): Promise<string[]> {
  const { clean, noteJudged } = await hooks();
  const { repository, start } = around;
  const { root } = repository;
  const words = [remote, address];
  const forget = noteJudged(repository, { words, lines }, Date.now() + PATIENCE, start.environment);
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-push-'));
  try {
    const input = path.join(folder, 'refs');
    writeFileSync(input, lines);
    const asked = ['hook', 'run', '--ignore-missing', `--to-stdin=${input}`, 'pre-push', '--', ...words];
    const first = await runGit({ root, call }, asked);
    const isUnknown = first.status === 129 || /'hook' is not a git command/.test(first.stderr);
    const run = isUnknown ? await runGit({ root, call }, [...BY_ALIAS, ...words], { input: lines }) : first;
    const said = tailOf(`${run.stdout}\n${run.stderr}`, clean);
    if (run.status === 0) return said;
    throw new FlowError(
      'finding',
      'PUSH_HOOK',
      `what this project has git run before a push (\`pre-push\`) refused it, and nothing was sent:\n  ${said.join('\n  ') || `exit code ${run.status}`}`,
      `Do what it says, then ${clean(call.line, 300)}`,
    );
  } finally {
    forget();
    rmSync(folder, { recursive: true, force: true });
  }
}
