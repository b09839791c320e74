import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import type { RulePolicy } from './row.js';
import type { Sandbox } from './sandbox.js';
import { PROTECTED, PROTECTED_AT_HOME } from './set-ups.js';

/** What a policy is about, as it is at one moment: by name, its content and look. */
export type State = Map<string, string>;

/** The state that a row's policy protects: refs of the remotes and what stand-ins published, or files. */
export function stateOf(policy: RulePolicy, sandbox: Sandbox): State {
  if (policy === 'push') {
    const state: State = new Map();
    for (const name of ['remote.git', 'remote2.git']) state.set(name, refsOf(path.join(sandbox.repo.area, name)));
    state.set('stand-ins', readFileSync(sandbox.published, 'utf8'));
    return state;
  }
  const files = filesOf(policy, sandbox);
  if (policy === 'hook-config') files.set('core.hooksPath', hooksPath(sandbox));
  return files;
}

/** The files that a policy protects, as far as they are there, by their absolute paths. */
export function filesOf(policy: Exclude<RulePolicy, 'push'>, places: { root: string; home: string }): State {
  const state: State = new Map();
  addFiles(state, places.root, PROTECTED[policy]);
  const atHome = PROTECTED_AT_HOME[policy];
  if (atHome) addFiles(state, places.home, atHome);
  return state;
}

/** Names of what differs. */
export function changesOf(before: State, after: State): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

function refsOf(bare: string): string {
  const run = spawnSync('git', ['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: bare, encoding: 'utf8' });
  return run.stdout;
}

function hooksPath(sandbox: Sandbox): string {
  const run = spawnSync('git', ['config', '--get-all', 'core.hooksPath'], {
    cwd: sandbox.root,
    env: sandbox.environment,
    encoding: 'utf8',
  });
  return run.stdout;
}

/** Object files cannot be protected ones, and caches are large. */
const PASSED_OVER = /^(?:\.git\/(?!hooks)[^/]+|\.cache|go|\.npm)$/;

function addFiles(state: State, top: string, pattern: RegExp): void {
  const walk = (folder: string) => {
    for (const name of namesIn(path.join(top, folder))) {
      const inside = folder === '' ? name : `${folder}/${name}`;
      if (PASSED_OVER.test(inside)) continue;
      const file = path.join(top, inside);
      const stat = lstatSync(file, { throwIfNoEntry: false });
      if (!stat) continue;
      if (stat.isDirectory()) walk(inside);
      else if (pattern.test(inside)) state.set(file, `${stat.mode} ${stat.mtimeMs} ${contentOf(file, stat)}`);
    }
  };
  walk('');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function contentOf(file: string, stat: { isSymbolicLink(): boolean; isFile(): boolean; size: number }): string {
  if (stat.isSymbolicLink()) return `-> ${readlinkSync(file)}`;
  return stat.isFile() && stat.size < 4 << 20 ? readFileSync(file, 'base64') : String(stat.size);
}
