import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { applyWords } from './set-up-words.js';
import type { SetUp } from './set-ups.js';
import type { World } from './world.js';

/**
 * Brings a world into the state of a set-up: the product installed and on the base branch, a branch one commit ahead of
 * its upstream, the suite run for real, and files that are not committed.
 * @returns words of the set-up that nobody understands
 */
export function makeHistory(world: World, setUp: SetUp, unguarded: boolean): string[] {
  const { repo, temporary } = world;
  const installed = world.cli('install');
  if (installed.status !== 0) throw new Error(`flow-hooks install: ${installed.text}`);
  world.commit('The guard');
  publish(repo, 'main');
  repo.git('remote', 'set-head', 'origin', 'main');
  repo.git('branch', 'other-branch');
  repo.git('checkout', '--quiet', '-b', 'feature/login');
  repo.write('src/login.ts', 'export const login = (name: string) => name.trim();\n');
  repo.write('src/app.mjs', 'export const answer = 42;\n');
  const unknown = setUp.words.filter((words) => !applyWords(words, 'before', repo, temporary));
  world.commit('Log in');
  publish(repo, 'feature/login');
  if (setUp.tested === 'before') world.test('green');
  repo.write('src/app.mjs', `export const answer = ${setUp.tested === 'red' ? -1 : 43};\n`);
  world.commit('Another answer');
  if (setUp.tested === 'red' || setUp.tested === 'green') world.test(setUp.tested);
  for (const [name, text] of Object.entries(setUp.files)) {
    repo.write(name.startsWith('~/') ? path.join(repo.home, name.slice(2)) : name, text);
  }
  for (const words of setUp.words) applyWords(words, 'after', repo, temporary);
  if (unguarded) disarmGit(repo);
  return unknown;
}

function publish(repo: TempRepo, branch: string): void {
  repo.git('push', '--quiet', '--no-verify', '--set-upstream', 'origin', branch);
}

/** Git's hooks stay where they are, as files to protect, and let everything pass. */
function disarmGit(repo: TempRepo): void {
  for (const name of readdirSync(repo.path('.git/hooks'))) {
    if (!name.endsWith('.sample')) repo.write(`.git/hooks/${name}`, '#!/bin/sh\nexit 0\n');
  }
}
