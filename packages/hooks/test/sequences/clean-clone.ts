import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment } from '@flow/test-kit';
import type { World } from './world.js';

/** What the tests of a commit say where nothing is but what was pushed. */
export interface Verdict {
  green: boolean;
  output: string;
}

const known = new Map<string, Verdict>();

/**
 * Clones a repository as a new person would, and runs all tests of a commit. What was pushed before with the same files has
 * the same answer.
 */
export function inCleanClone(world: World, remote: string, commit: string): Verdict {
  const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-clean-')));
  try {
    writeFileSync(path.join(area, '.gitconfig'), '[advice]\n\tdetachedHead = false\n');
    const environment = cleanEnvironment(area);
    const clone = path.join(area, 'clone');
    const run = (command: string, words: string[], cwd = clone) =>
      spawnSync(command, words, { cwd, env: environment, encoding: 'utf8' });
    const tree = run('git', ['--git-dir', remote, 'rev-parse', `${commit}^{tree}`], area).stdout.trim();
    const key = `${world.name} ${tree}`;
    const before = known.get(key);
    if (before) return before;
    const made = run('git', ['clone', '-q', '--no-checkout', remote, clone], area);
    const written = run('git', ['checkout', '-q', '--detach', commit]);
    if (made.status !== 0 || written.status !== 0) throw new Error(`${made.stderr}${written.stderr}`);
    const tested = run('bash', ['-c', world.verify]);
    const verdict = { green: tested.status === 0, output: `${tested.stdout}${tested.stderr}` };
    known.set(key, verdict);
    return verdict;
  } finally {
    rmSync(area, { recursive: true, force: true });
  }
}
