import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Client } from '@flow/clients/client';
import { BUNDLE_FILES } from '@flow/engine/places/bundle-files';
import { applyPlan } from '../src/install/plan/apply-plan.js';
import type { Change } from '../src/install/plan/change.js';
import { planInstall } from '../src/install/plan/plan.js';
import { planUninstall } from '../src/install/plan/uninstall.js';
import { CONFIG_TEXT } from '../src/install/project/config-file.js';

/** A machine of its own in a temporary folder: home, state folder, a repository and a stand-in program. */
export interface World {
  base: string;
  root: string;
  home: string;
  bundle: string;
  environment: Record<string, string>;
}

export const VERSION = '1.2.3';

/**
 * The stand-in for the built `hook.cjs`: says which program answered and with what arguments, refuses a push
 * whose refs (git) or command (host) hold the word `red`, and keeps what it was given on standard input.
 */
const STAND_IN = `'use strict';
const fs = require('node:fs');
const input = fs.readFileSync(0, 'utf8');
const words = process.argv.slice(2);
fs.appendFileSync(process.env.SEEN, JSON.stringify({ program: __filename, words, input }) + '\\n');
if (words[0] === '--git') {
  if (/refs\\/heads\\/red/.test(input)) { fs.writeSync(2, 'stand-in refuses\\n'); process.exitCode = 1; }
} else if (/git push/.test(input)) {
  const reason = 'untested';
  fs.writeSync(1, JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason } }));
  fs.writeSync(2, reason);
  process.exitCode = 2;
}
`;

export function makeWorld(name = 'project'): World {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'flow install ü-')));
  const root = join(base, name);
  const home = join(base, 'home');
  const bundle = join(base, 'dist');
  for (const folder of [root, home, bundle]) mkdirSync(folder, { recursive: true });
  const texts: Partial<Record<(typeof BUNDLE_FILES)[number], string>> = {
    'hook.cjs': STAND_IN,
    'package.json': '{}\n',
  };
  for (const file of BUNDLE_FILES) writeFileSync(join(bundle, file), texts[file] ?? `// ${file}\n`);
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    GIT_CONFIG_NOSYSTEM: '1',
    SEEN: join(base, 'seen.jsonl'),
  };
  const world = { base, root, home, bundle, environment };
  git(world, 'init', '-q', '--template=', '-b', 'main');
  mkdirSync(join(root, '.git/hooks'));
  git(world, 'config', 'user.email', 'a@example.org');
  git(world, 'config', 'user.name', 'A');
  return world;
}

export function removeWorld(world: World): void {
  rmSync(world.base, { recursive: true, force: true });
}

/** Runs a program in the world; the repository's root is where it runs unless told otherwise. */
export function run(
  world: World,
  command: string,
  words: string[],
  options: { cwd?: string; input?: string; env?: Record<string, string> } = {},
) {
  const result = spawnSync(command, words, {
    cwd: options.cwd ?? world.root,
    env: { ...world.environment, ...options.env },
    input: options.input ?? '',
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

export function git(world: World, ...words: string[]): string {
  const result = run(world, 'git', words);
  if (result.code !== 0) throw new Error(`git ${words.join(' ')}: ${result.stderr}`);
  return result.stdout.trim();
}

export function put(world: World, path: string, text: string | Buffer, mode = 0o644): void {
  const file = join(world.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

export function read(world: World, path: string): string {
  return readFileSync(join(world.root, path), 'utf8');
}

export function plan(
  world: World,
  more: { withConfig?: boolean; version?: string; directory?: string; host?: Client; statusLine?: boolean } = {},
) {
  return planInstall({
    directory: more.directory ?? world.root,
    environment: world.environment,
    version: more.version ?? VERSION,
    bundle: world.bundle,
    config: more.withConfig ? () => CONFIG_TEXT : null,
    ...(more.host && { hosts: [more.host] }),
    ...(more.statusLine && { statusLine: true }),
  });
}

/** Installs, and fails the test when that is refused. */
export function install(world: World, more: Parameters<typeof plan>[1] = {}): { plan: Change[]; notes: string[] } {
  const planned = plan(world, more);
  if (!planned.ok) throw new Error(JSON.stringify(planned.findings));
  const applied = applyPlan(planned.plan);
  if (!applied.ok) throw new Error(JSON.stringify(applied.findings));
  return planned;
}

export function uninstall(world: World, directory = world.root, host?: Client): { plan: Change[]; notes: string[] } {
  const planned = planUninstall({ directory, environment: world.environment, version: VERSION, ...(host && { host }) });
  if (!planned.ok) throw new Error(JSON.stringify(planned.findings));
  const applied = applyPlan(planned.plan);
  if (!applied.ok) throw new Error(JSON.stringify(applied.findings));
  return planned;
}

/** Every file and folder below a folder with its mode and bytes; git's own moving parts are left out. */
export function snapshot(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string) => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      const way = relative(folder, path);
      if (/(^|\/)\.git\/(objects|logs|index|refs)/.test(way)) continue;
      const stat = lstatSync(path);
      if (stat.isDirectory()) {
        found[`${way}/`] = '';
        walk(path);
      } else
        found[way] =
          `${(stat.mode & 0o777).toString(8)} ${stat.isFile() ? readFileSync(path).toString('base64') : 'link'}`;
    }
  };
  if (existsSync(folder)) walk(folder);
  return found;
}

/** What the stand-in program was given so far, oldest first. */
export function seen(world: World): { program: string; words: string[]; input: string }[] {
  const file = world.environment.SEEN ?? '';
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReturnType<typeof seen>[number]);
}
