import type { Report } from '@flow/capture-parsers';
import { callsOf } from '../../red/javascript-calls.js';
import { maskLiterals } from '../../red/mask.js';

/** Files beyond these are not looked at. */
const MAX_FILES = 200;

/**
 * Tells whether a file ended before its tests were run: Node's own runner lists it as one passed test, as it does with a script that
 * has none. What it imports has left the process, say, as a program does at its end.
 * @param textOf the text of a file as the report names it
 */
export function endedEarly({ runner, files }: Report, textOf: (file: string) => string | undefined): boolean {
  if (runner !== 'node-test') return false;
  const passed = files.filter(({ state }) => state === 'passed').slice(0, MAX_FILES);
  return passed.some(({ name }) => hasTests(textOf(name) ?? ''));
}

/** The module itself, called without a name of its own: `require('node:test')('adds', …)`. */
const CALLED_AT_ONCE = /\brequire\(\s*['"]node:test['"]\s*\)(?:\s*\.\s*(?:default|test|it|describe|suite))?(?=\s*\()/g;

/** A test or group of node:test on the file's own level, so that it is there whenever the file is run to its end. */
function hasTests(text: string): boolean {
  if (!/(?:from|require\(|import\()\s*['"]node:test['"]/.test(text)) return false;
  const masked = maskLiterals(text.replace(CALLED_AT_ONCE, 'test'), 'javascript');
  let [depth, at] = [0, 0];
  for (const { from } of callsOf(masked)) {
    for (; at < from; at++) {
      if (/[([{]/.test(masked[at]!)) depth++;
      else if (/[)\]}]/.test(masked[at]!)) depth--;
    }
    // `if (fast) test(…)` has it on the same level.
    if (depth === 0 && /(?:^|[;\n}])\s*(?:await\s+|void\s+)?$/.test(masked.slice(Math.max(0, from - 200), from)))
      return true;
  }
  return false;
}
