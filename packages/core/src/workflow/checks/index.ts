import type { CheckName } from '../model.js';
import * as kinds from './all.js';
import type { CheckKind, SpecOf } from './kind.js';

export { manualOf } from './confirmed.js';
export {
  type CheckKind,
  type CheckState,
  type Context,
  claimSubject,
  claimsOf,
  contentsOf,
  isBreakdown,
  itemKey,
  type Judgement,
  own,
  type Subject,
  type Word,
} from './kind.js';

/**
 * `KINDS` is the registry: everything that a workflow can ask for, by name. A kind that is missing here does not compile.
 */
const KINDS: { readonly [Name in CheckName]: CheckKind<SpecOf<Name>> } = kinds;

export const CHECK_NAMES = (Object.keys(KINDS) as CheckName[]).sort();

/** @throws RangeError for a name that the registry does not know */
export function kindOf(name: CheckName): CheckKind {
  if (!Object.hasOwn(KINDS, name)) throw new RangeError(`no check is called ${JSON.stringify(name)}`);
  return KINDS[name];
}
