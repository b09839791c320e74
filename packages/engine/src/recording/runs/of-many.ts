import type { Finding } from '@flow/core';
import type { Analysis } from '@flow/shell-effects';
import { clean } from '../../text/clean.js';

/** Programs that run the tasks of many packages, and those that do with one of these words. */
const RUNNERS = new Set(['turbo', 'nx', 'lerna', 'moon', 'rush', 'lage']);
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);
const EVERYWHERE = /^(?:-r|--recursive|-ws|--workspaces|workspaces|-F|(?:--filter|-w|--workspace)(?:=.*)?)$/;
const TASK = /(?:^|[=:,#])(?:tests?|lint|check|type-?check|vitest|jest|tsc|eslint|oxlint|biome)(?:$|[:,#])/;

/**
 * A command that runs the tests of several packages into one output, which is whose nobody can tell: said before it runs,
 * since it proves nothing.
 */
export function runOfMany({ effects }: Analysis): Finding | null {
  for (const effect of effects) {
    if (effect.kind !== 'run') continue;
    const words = effect.argv.slice(1).filter((word) => word !== undefined);
    const isOfMany =
      RUNNERS.has(effect.program) || (MANAGERS.has(effect.program) && words.some((word) => EVERYWHERE.test(word)));
    if (isOfMany && words.some((word) => TASK.test(word)))
      return { code: 'RUN_OF_MANY', level: 'note', args: { what: clean([effect.program, ...words].join(' '), 80) } };
  }
  return null;
}
