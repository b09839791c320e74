import { isGuardedModule } from '../starts/product-calls.js';
import type { Session } from '../state.js';
import { loadedBy } from './inert-modules.js';
import type { Language, Literals } from './literals.js';

/** Reports code that loads a product's guarded modules: it does, unasked, what the product's commands ask a person for. */
export function reportGuardedModules(literals: Literals, language: Language, session: Session): void {
  const named = [...loadedBy(literals, language), ...(language === 'node' ? loadedOtherwise(literals) : [])];
  const guarded = named.find((name) => isGuardedModule(name, session.context.products));
  if (guarded !== undefined)
    session.effects.push({ kind: 'disarm', what: 'calledByHand', spelled: guarded.slice(0, 200) });
}

/** What carries out a text. */
const RUNS_TEXT = /\b(?:eval|Function|Script|runIn\w*|compileFunction|_compile)\b/;

/** Lists files that Node loads by ways behind `require`, starts beside itself, or whose text it carries out. */
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
