import { join } from 'node:path';
import { clean } from '@flow/engine/text/clean';
import { stateFolder } from '@flow/evidence/fast';
import { quoted } from '@flow/shell-effects/text/quoted';
import { HOOK_ERRORS } from '../../../entry/hook-errors.js';
import { readHookErrors } from '../../../hook-errors.js';
import { type Check, ok, type Subject, warning } from '../check.js';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 7;

/** Checks whether hooks of this user have failed lately, in any repository (row X50). */
export function checkHookErrors({ environment }: Pick<Subject, 'environment'>): Check[] {
  const title = 'Hook errors';
  const errors = readHookErrors(environment).filter(({ time }) => Date.now() - time < DAYS * DAY);
  const last = errors.at(-1);
  if (last === undefined) return [ok('hook-errors', title, `none in the last ${DAYS} days`)];
  const names = [...new Set(errors.map(({ hook, code }) => `${clean(hook ?? 'an event', 40)} ${clean(code, 40)}`))];
  const said = `${errors.length === 1 ? 'one event' : `${errors.length} events`} could not be read or judged in the last ${DAYS} days (${names.slice(0, 5).join(', ')}). The last: ${clean(last.stderr, 200)}`;
  return [
    warning('hook-errors', title, said, `tail -n 5 ${quoted(join(stateFolder(environment), `${HOOK_ERRORS}.jsonl`))}`),
  ];
}
