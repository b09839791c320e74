import { clean } from '../text/clean.js';
import type { FilePlace, RedRunner } from './runner.js';
import * as all from './runners/all.js';

const RUNNERS: Readonly<Record<string, RedRunner>> = all;

/** Returns the knowledge of a runner's tests; undefined for a runner whose tests cannot be proven red yet. */
export function redRunner(id: string): RedRunner | undefined {
  return Object.hasOwn(RUNNERS, id) ? RUNNERS[id] : undefined;
}

/** Names of the runners that tests can be proven red with. */
export const RED_RUNNERS = Object.keys(RUNNERS).sort();

const ESCAPED = /[.*+?^${}()|[\]\\]/g;

/**
 * Tells whether a name in a report is of this test: itself, one row of its table, or a part of it. Titles with
 * places for values (`%i`, `$name`, `${…}`) stand for any values.
 */
export function isOfTest(test: { name: string; file?: string }, reported: string): boolean {
  if (reported === test.name) return true;
  const rest = reported.startsWith(test.name) ? reported.slice(test.name.length) : '';
  if (/^(?:\[|\/| > |::|\.)/.test(rest) && !isNameOfFile(test, rest)) return true;
  if (!/[%$]/.test(test.name)) return false;
  const places = /\$\{[^}]*\}|%[sdifjoO#$c]|%%|\$[\w.]+/g;
  const parts = test.name.split(places).map((part) => part.replace(ESCAPED, '\\$&'));
  return parts.length < 10 && new RegExp(`^${parts.join('.*')}$`, 's').test(reported);
}

/** A test may be called like its folder, file or module: all that is in there is no part of it. */
function isNameOfFile({ name, file }: { name: string; file?: string }, rest: string): boolean {
  if (rest.startsWith('.') && file?.split('/').at(-1)?.startsWith(`${name}.`)) return true;
  return /^[./](?:[^:>]*\.)?(?:py|[cm]?[jt]sx?|rb)(?: > |::)/.test(rest);
}

/** Returns the name that receipts have for it. */
export function fullName(runner: RedRunner, place: FilePlace, names: readonly string[]): string | undefined {
  const name = runner.nameOf(place, names);
  return name === undefined ? undefined : clean(name, 300);
}
