import type { Session } from '../state.js';
import { loadedBy } from './inert-modules.js';
import type { Language, Literals } from './literals.js';

/** What our programs are made of, by the package's name, or by a path into it or into the copy in the state folder: functions that record what only a person decides. */
const OWN = /(?:^|[\\/])@?flow[\\/](?:hooks[\\/](?:program$|dist[\\/])|bundles[\\/])/;

/** Code that loads our own modules does, unasked, what our commands ask a person for. */
export function reportOwnModules(literals: Literals, language: Language, session: Session): void {
  const own = loadedBy(literals, language).find((name) => OWN.test(name));
  if (own !== undefined) session.effects.push({ kind: 'disarm', what: 'calledByHand', spelled: own.slice(0, 200) });
}
