import type { Session } from '../state.js';
import { loadedBy } from './inert-modules.js';
import type { Language, Literals } from './literals.js';

/** What our programs are made of, by the package's name, or by a path into it or into the copy in the state folder: functions that record what only a person decides. */
const OWN = /(?:^|[\\/])@?flow[\\/](?:hooks[\\/](?:program$|dist[\\/])|bundles[\\/])/;

/** Code that loads our own modules does, unasked, what our commands ask a person for. */
export function reportOwnModules(literals: Literals, language: Language, session: Session): void {
  const named = [...loadedBy(literals, language), ...(language === 'node' ? loadedOtherwise(literals) : [])];
  const own = named.find((name) => OWN.test(name));
  if (own !== undefined) session.effects.push({ kind: 'disarm', what: 'calledByHand', spelled: own.slice(0, 200) });
}

/** What carries out a text. */
const RUNS_TEXT = /\b(?:eval|Function|Script|runIn\w*|compileFunction|_compile)\b/;

/** Files that Node loads by ways behind `require`, starts beside itself, or whose text it carries out. */
function loadedOtherwise({ bare, items }: Literals): string[] {
  const isRun = RUNS_TEXT.test(bare);
  return items
    .filter(
      ({ before }) =>
        /(?:\b_load|\bWorker\s*\)?|\bcreateRequire\s*\([^()]*\))\s*\(\s*$/.test(before) ||
        (isRun && /\breadFile(?:Sync)?\s*\(\s*$/.test(before)),
    )
    .map(({ value }) => value);
}
