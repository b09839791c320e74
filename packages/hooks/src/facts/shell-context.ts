import { accessSync, constants, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { git, splitZ } from '@flow/evidence';
import { readSmall } from '../disk/read-small.js';
import type { ShellContext } from '../shell/index.js';
import { homeOf, type Start } from '../surroundings.js';

/** More names than these are no one's to judge one by one. */
const MAX_NAMES = 2000;

/** What the shell analysis may look at. */
export function shellContext(directory: string, start: Start): ShellContext {
  return {
    cwd: directory,
    home: homeOf(start.environment),
    hostName: hostname(),
    env: start.environment,
    readFile: readSmall,
    isOver: () => Date.now() > start.deadline,
    listDirectory(folder) {
      try {
        return readdirSync(folder);
      } catch {
        return undefined;
      }
    },
    canMakeIn(folder) {
      try {
        accessSync(folder, constants.W_OK | constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
    readLink(file) {
      try {
        return readlinkSync(file);
      } catch {
        return undefined;
      }
    },
    fileFacts(file) {
      const entry = lstatSync(file, { throwIfNoEntry: false });
      return entry && { modified: entry.mtimeMs, size: entry.size };
    },
    gitAlias(folder, name) {
      if (!/^[\w.-]+$/.test(name)) return undefined;
      const answer = git(folder, ['config', '--get', `alias.${name}`], { deadline: start.deadline });
      return answer.status === 0 ? answer.stdout.toString('utf8').trim() : undefined;
    },
    gitNames(folder, question) {
      const answer = git(folder, question, { deadline: start.deadline });
      const names = answer.status === 0 ? splitZ(answer.stdout) : undefined;
      return names !== undefined && names.length <= MAX_NAMES ? names : undefined;
    },
  };
}
