import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { matchesAny, type Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { APPROVALS, RESULT_VIEWS } from '../policy/views.js';
import { foldCase } from './fold-case.js';
import {
  APPROVAL,
  HOST_OUTPUT,
  isHostOutput,
  isSkillsPlugin,
  type Machine,
  NAMED,
  PLUGIN,
  type Place,
  PROMPT,
  type Protection,
  placesAtHome,
  placesIn,
  RESULTS,
  SETTINGS,
} from './places.js';
import { isPromptFile, promptFiles } from './project-files.js';
import { placeOfEntry, realPlace } from './real-place.js';
import { watchedFiles } from './watched.js';

/**
 * Files that the agent may not write, for one repository or outside of any. Paths are absolute and compared without regard
 * to case.
 */
export interface ProtectedSet {
  /**
   * Protection of a path, followed through links; null when it is free.
   * @param isEntry it is about the name alone, not about what a link of that name leads to
   */
  of(absolute: string, isEntry?: boolean): Protection | null;
  /** Tells whether a file with that text would be an agent or a skill of ours, in the repository or in the person's home. */
  makesPrompt(absolute: string, text: string): boolean;
  /** A protected thing that exists at or below a folder; null when there is none. */
  beneath(absolute: string): { path: string; protection: Protection } | null;
  /** Protection of a folder made for protected files, into which names nobody can know would be written. */
  holder(absolute: string): { path: string; protection: Protection } | null;
  /** The files whose state is kept in the seal and compared after each shell call, as they are now. */
  readonly watched: string[];
}

/** Builds the set of a repository. `gitHooks` is the folder where git looks for hooks. */
export function protectedSet(repository: Repository, policy: Policy, at: Machine & { gitHooks: string }): ProtectedSet {
  const places = [...placesIn(repository, at), ...placesAtHome(at)];
  const homePrompt = promptsAt(at.home);
  const named = (absolute: string): Protection | null => {
    if (homePrompt(absolute)) return PROMPT;
    const inside = path.relative(repository.root, absolute).split(path.sep).join('/');
    if (inside.startsWith('../')) return null;
    const low = foldCase(inside);
    if (matchesAny(low, RESULT_VIEWS)) return RESULTS;
    if (matchesAny(low, APPROVALS)) return APPROVAL;
    if (promptsAt(repository.root)(absolute)) return PROMPT;
    return matchesAny(inside, policy.protect) ? NAMED : null;
  };
  const below = belowOf(places);
  return {
    of: protectionOf(places, named),
    makesPrompt: (absolute, text) => homePrompt(absolute, text) || promptsAt(repository.root)(absolute, text),
    beneath: (absolute) =>
      below(absolute) ??
      findPrompt(realPlace(absolute), repository.root) ??
      findView(realPlace(absolute), repository.root),
    holder(absolute) {
      const place = realPlace(path.normalize(absolute));
      const [top, next] = path.relative(repository.root, place).split(path.sep);
      if (top === 'develop' && next !== undefined) return { path: place, protection: RESULTS };
      return top === '.claude' || fold(place) === fold(repository.commonDir)
        ? { path: place, protection: SETTINGS }
        : null;
    },
    get watched() {
      return watchedFiles(repository, places);
    },
  };
}

/** Returns the protected places outside of any repository: the places of the user. */
export function protectedAtHome(at: Machine): ProtectedSet {
  const places = placesAtHome(at);
  const makesPrompt = promptsAt(at.home);
  const named = (absolute: string) => (makesPrompt(absolute) ? PROMPT : null);
  return { of: protectionOf(places, named), makesPrompt, beneath: belowOf(places), holder: () => null, watched: [] };
}

/** Tells the agents and skills of ours in a folder from all else there; without a text, by what the file holds now. */
function promptsAt(folder: string): (absolute: string, text?: string) => boolean {
  return (absolute, text) => {
    const inside = foldCase(path.relative(folder, absolute).split(path.sep).join('/'));
    return inside.startsWith('.claude/') && isPromptFile(inside, text ?? readSmall(absolute) ?? '');
  };
}

function protectionOf(places: readonly Place[], named: (absolute: string) => Protection | null): ProtectedSet['of'] {
  const folded = places.map((place) => ({ ...place, path: fold(place.path) }));
  const direct = (absolute: string): Protection | null => {
    const at = fold(absolute);
    const found = folded.find((place) => at === place.path || (place.deep && at.startsWith(place.path + path.sep)));
    if (found) return found.protection;
    if (isSkillsPlugin(absolute)) return PLUGIN;
    return named(absolute) ?? (isHostOutput(absolute) ? HOST_OUTPUT : null);
  };
  return (absolute, isEntry = false) => {
    const place = path.normalize(absolute);
    return direct(place) ?? direct(isEntry ? placeOfEntry(place) : realPlace(place));
  };
}

function belowOf(places: readonly Place[]): ProtectedSet['beneath'] {
  return (absolute) => {
    const at = fold(realPlace(path.normalize(absolute)));
    const found = places.find((place) => fold(place.path).startsWith(at + path.sep) && exists(place.path));
    return found ? { path: found.path, protection: found.protection } : null;
  };
}

const fold = (absolute: string) => foldCase(path.normalize(absolute));

function exists(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Returns an agent or a skill of ours below a folder inside `.claude/`; what lies above is protected by the settings
 * there.
 */
function findPrompt(folder: string, root: string): { path: string; protection: Protection } | null {
  if (!fold(folder).startsWith(fold(path.join(root, '.claude')))) return null;
  const found = promptFiles(root).find((one) => fold(path.join(root, one.path)).startsWith(fold(folder) + path.sep));
  return found ? { path: path.join(root, found.path), protection: PROMPT } : null;
}

const MAX_LOOKED_AT = 2000;

/** Returns an approval or captured result below a folder inside `develop/`, or in `develop/` below it. Bounded. */
function findView(folder: string, root: string): { path: string; protection: Protection } | null {
  const inside = path.relative(root, folder);
  if (inside.startsWith('..')) return null;
  const start = inside === '' || inside.split(path.sep)[0] !== 'develop' ? path.join(folder, 'develop') : folder;
  const queue = [start];
  for (let looked = 0; queue.length > 0 && looked < MAX_LOOKED_AT; looked++) {
    const at = queue.shift()!;
    let names: string[];
    try {
      names = readdirSync(at);
    } catch {
      continue;
    }
    for (const name of names) {
      const full = path.join(at, name);
      const relative = path.relative(root, full).split(path.sep).join('/');
      if (matchesAny(foldCase(relative), APPROVALS)) return { path: full, protection: APPROVAL };
      if (matchesAny(foldCase(relative), RESULT_VIEWS)) return { path: full, protection: RESULTS };
      queue.push(full);
    }
  }
  return null;
}
