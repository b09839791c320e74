import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import type { Fixture, Places } from './row.js';
import { applyWords } from './set-up-words.js';
import { BASE_FILES, type SetUp } from './set-ups.js';

/** What a sandbox is made with. */
export interface SandboxOptions {
  /** Folder of the built program. */
  dist: string;
  /** Folder with stand-ins for tools that need a network. */
  standIns: string;
  /** Without the product's git hook, to see what a command does where nothing guards. */
  unguarded?: boolean;
}

/** A repository as a set-up describes it, in which commands really run, and which can be put back as it was. */
export interface Sandbox extends Places {
  readonly repo: TempRepo;
  readonly environment: Record<string, string>;
  /** Where stand-ins note what they would have published. */
  readonly published: string;
  /** Words of the set-up that nobody understood. */
  readonly unknownWords: string[];
  /** Puts a row's fixture into place; what was green is then tested with it. */
  furnish(fixture: Fixture | undefined): void;
  /** Puts all back as it was, where anything changed; true when something did. */
  restore(): boolean;
  dispose(): void;
}

/** Builds the sandbox of a set-up: real git, bare remotes, and the product installed. */
export function makeSandbox(setUp: SetUp, options: SandboxOptions): Sandbox {
  const repo = tempRepo({
    remote: false,
    files: { ...BASE_FILES, 'flow.config.yaml': configText(setUp) },
  });
  const temporary = path.join(repo.area, 'tmp');
  const published = path.join(repo.area, 'published.log');
  const environment: Record<string, string> = {
    ...repo.environment,
    PATH: searchPath(options.standIns, repo.environment.PATH ?? ''),
    TMPDIR: temporary,
    GUARDS_PUBLISHED: published,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    PAGER: 'cat',
  };
  mkdirSync(temporary);
  writeFileSync(published, '');
  const cli = (...words: string[]) => {
    const run = spawnSync(process.execPath, [path.join(options.dist, 'flow-hooks.cjs'), ...words], {
      cwd: repo.root,
      env: environment,
      encoding: 'utf8',
    });
    return { status: run.status, text: run.stdout + run.stderr };
  };
  // As a person does it, whom the git hooks do not bind.
  const commit = (message: string) => {
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--no-verify', '--message', message);
  };
  const test = (wantedStatus: number) => {
    const run = cli('exec', '--quiet', '--', 'node', '--test');
    if ((run.status === 0 ? 0 : 1) !== wantedStatus) throw new Error(`the fixture's suite: ${run.text}`);
  };

  for (const name of ['remote.git', 'remote2.git']) repo.git('init', '--quiet', '--bare', path.join(repo.area, name));
  repo.git('remote', 'add', 'origin', path.join(repo.area, 'remote.git'));
  const installed = cli('install');
  if (installed.status !== 0) throw new Error(`flow-hooks install: ${installed.text}`);
  commit('The guard');
  repo.git('push', '--quiet', '--no-verify', '--set-upstream', 'origin', 'main');
  repo.git('remote', 'set-head', 'origin', 'main');
  repo.git('branch', 'other-branch');
  repo.git('checkout', '--quiet', '-b', 'feature/login');
  repo.write('src/login.ts', 'export const login = (name: string) => name.trim();\n');
  repo.write('src/app.mjs', 'export const answer = 42;\n');
  const unknownWords = setUp.words.filter((words) => !applyWords(words, 'before', repo, temporary));
  commit('Log in');
  repo.git('push', '--quiet', '--no-verify', '--set-upstream', 'origin', 'feature/login');
  if (setUp.tested === 'before') test(0);
  repo.write('src/app.mjs', `export const answer = ${setUp.tested === 'red' ? -1 : 43};\n`);
  commit('Another answer');
  if (setUp.tested === 'red') test(1);
  if (setUp.tested === 'green') test(0);
  for (const [name, text] of Object.entries(setUp.files)) repo.write(located(name, repo.home), text);
  for (const words of setUp.words) applyWords(words, 'after', repo, temporary);
  if (options.unguarded) disarmGit(repo);

  const template = `${repo.area}.template`;
  rmSync(template, { recursive: true, force: true });
  copyFolder(repo.area, template);
  const parts = readdirSync(repo.area);
  const pristine = new Map(parts.map((part) => [part, fingerprint(path.join(repo.area, part))]));

  return {
    repo,
    root: repo.root,
    home: repo.home,
    temporary,
    environment,
    published,
    unknownWords,
    furnish(fixture) {
      if (!fixture) return;
      furnish(fixture, repo, temporary);
      if (setUp.tested === 'green') test(0);
    },
    restore() {
      const changed = new Set(
        [...parts, ...readdirSync(repo.area)].filter(
          (part) => fingerprint(path.join(repo.area, part)) !== pristine.get(part),
        ),
      );
      // The product notices evidence that is older than what it keeps in the home.
      if (changed.has('repo')) changed.add('home');
      for (const part of changed) {
        rmSync(path.join(repo.area, part), { recursive: true, force: true, maxRetries: 3 });
        if (!pristine.has(part)) continue;
        copyFolder(path.join(template, part), path.join(repo.area, part));
        // Copied files have other inodes, and git's plumbing takes that for a change.
        if (part === 'repo')
          spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: repo.root, env: environment });
        pristine.set(part, fingerprint(path.join(repo.area, part)));
      }
      return changed.size > 0;
    },
    dispose() {
      rmSync(template, { recursive: true, force: true });
      repo.dispose();
    },
  };
}

/** Git's hooks stay where they are, as files to protect, and let everything pass. */
function disarmGit(repo: TempRepo): void {
  for (const name of readdirSync(repo.path('.git/hooks'))) {
    if (!name.endsWith('.sample')) repo.write(`.git/hooks/${name}`, '#!/bin/sh\nexit 0\n');
  }
}

/** The stand-ins first, and no tools of the workspace that the harness itself is started from. */
function searchPath(standIns: string, inherited: string): string {
  const others = inherited.split(path.delimiter).filter((folder) => !/node_modules[\\/]\.bin$/.test(folder));
  return [standIns, ...others].join(path.delimiter);
}

/** JSON is YAML. */
function configText(setUp: SetUp): string {
  return `${JSON.stringify({ baseBranch: 'main', ...setUp.config }, null, 2)}\n`;
}

function located(name: string, home: string): string {
  return name.startsWith('~/') ? path.join(home, name.slice(2)) : name;
}

function furnish(fixture: Fixture, repo: TempRepo, temporary: string): void {
  const place = (name: string) => path.resolve(repo.root, name.replace(/^\/tmp(?=\/|$)/, temporary));
  for (const [name, text] of Object.entries(fixture.files ?? {})) {
    const file = repo.write(place(name), text);
    if (text.startsWith('#!')) chmodSync(file, 0o755);
  }
  for (const [link, target] of Object.entries(fixture.symlinks ?? {})) {
    mkdirSync(path.dirname(place(link)), { recursive: true });
    symlinkSync(target.replace(/^\/tmp(?=\/|$)/, temporary), place(link));
  }
  for (const [name, mode] of Object.entries(fixture.modes ?? {})) chmodSync(place(name), modeOf(mode));
  const { gitconfig } = fixture;
  if (typeof gitconfig === 'string') {
    const file = path.join(repo.home, '.gitconfig');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${gitconfig}\n`);
  } else {
    for (const [key, value] of Object.entries(gitconfig ?? {})) repo.git('config', '--global', key, value);
  }
}

/** Modes are written the way people do, `755`, or as JSON numbers, 493. */
function modeOf(mode: string | number): number {
  return /^0?o?[0-7]{3,4}$/.test(String(mode)) ? Number.parseInt(String(mode).replace('o', ''), 8) : Number(mode);
}

function copyFolder(from: string, to: string): void {
  const run = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`cp -a: ${run.stderr}`);
}

/** What says nothing about the work: git's objects, and what the product keeps for itself from call to call. */
const PASSED_OVER = /\/\.git\/(?:objects|flow\/(?:pending|spool))$|\/\.local\/state\/flow\/(?!bundles)[^/]+$/;

/** The look of a file, or of all files of a folder, to notice that any changed. */
function fingerprint(top: string): string {
  const lines: string[] = [];
  const look = (file: string) => {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      lines.push(`${file} ${stat.mode} ${stat.mtimeMs} ${stat.size} ${stat.ino}`);
      return;
    }
    lines.push(`${file} ${stat.mode}`);
    for (const name of readdirSync(file).sort()) {
      if (!PASSED_OVER.test(`${file}/${name}`)) look(`${file}/${name}`);
    }
  };
  look(top);
  return lines.join('\n');
}
