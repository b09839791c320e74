import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { World } from './world.js';

/** A copy of a world, to put it back as it was. */
export interface Kept {
  /** Puts back what changed; true when anything did. */
  restore(): boolean;
  discard(): void;
}

/** Keeps a copy of a world as it is now, at the side: what is bound to its paths stays true when it is put back. */
export function keep({ repo, environment }: World): Kept {
  const template = `${repo.area}.template`;
  copyFolder(repo.area, template);
  const parts = readdirSync(repo.area);
  const look = (part: string) => fingerprint(path.join(repo.area, part));
  const pristine = new Map(parts.map((part) => [part, look(part)]));

  const putBack = (part: string) => {
    rmSync(path.join(repo.area, part), { recursive: true, force: true, maxRetries: 3 });
    if (!pristine.has(part)) return;
    copyFolder(path.join(template, part), path.join(repo.area, part));
    // Copied files have other inodes, and git's plumbing takes that for a change.
    if (part === 'repo') spawnSync('git', ['update-index', '-q', '--refresh'], { cwd: repo.root, env: environment });
    pristine.set(part, look(part));
  };
  return {
    restore() {
      const there = new Set([...parts, ...readdirSync(repo.area)]);
      const changed = new Set([...there].filter((part) => look(part) !== pristine.get(part)));
      // The product notices evidence that is older than what it keeps in the home.
      if (changed.has('repo')) changed.add('home');
      for (const part of changed) putBack(part);
      return changed.size > 0;
    },
    discard: () => rmSync(template, { recursive: true, force: true }),
  };
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
