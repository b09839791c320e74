import { git, splitZ } from '@flow/evidence';
import type { ShellContext } from '@flow/shell-effects';
import { nodeContext } from '@flow/shell-effects/node';
import { OWN_PRODUCTS } from '../places/own-products.js';
import { homeOf, type Start } from '../places/surroundings.js';

/** More names than these are no one's to judge one by one. */
const MAX_NAMES = 2000;

/** Returns the context for the reader of command lines: the disk, and git, asked as our own questions are. */
export function shellContext(directory: string, start: Start): ShellContext {
  return {
    ...nodeContext({
      cwd: directory,
      home: homeOf(start.environment),
      env: start.environment,
      deadline: start.deadline,
    }),
    products: OWN_PRODUCTS,
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
